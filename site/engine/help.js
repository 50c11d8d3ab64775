// help.js: what a program's --help says, as common/book.h prints it, for a form in a page.

export function optionsIn(text) {
  const [first = '', ...lines] = text.split('\n');
  const options = [];
  for (const line of lines) {
    const found = /^ {2}--(\S+)\s+(.*)$/.exec(line);
    if (!found || found[1] === 'help')
      continue;
    const [, name, rest] = found;
    const integer = /^(.*); (-?\d+) to (-?\d+)(?:, default (-?\d+))?$/.exec(rest);
    const choice = /^([^\s:|]+(?:\|[^\s:|]+)+): (.*?)(?:; default (\S+))?$/.exec(rest);
    if (integer)
      options.push({name, kind: 'integer', help: integer[1], low: Number(integer[2]),
                    high: Number(integer[3]), default: integer[4]});
    else if (choice)
      options.push({name, kind: 'choice', help: choice[2], words: choice[1].split('|'),
                    default: choice[3]});
    else
      options.push({name, kind: 'text', help: rest});
  }
  return {purpose: first.replace(/^\S+: /, ''), options};
}
