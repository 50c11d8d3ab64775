// as_node_18.cjs: takes the globals away that Node 18 has not, so that with a newer one none of them is used. (Methods,
// such as toSorted(), stay: Node's own library calls them.)
void Response // which is loaded when it is first named, with globals that it wants
for (const name of ['CloseEvent', 'crypto', 'CustomEvent', 'EventSource', 'File', 'localStorage', 'navigator',
    'sessionStorage', 'WebSocket'])
    delete globalThis[name]
