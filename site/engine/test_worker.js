// test_worker.js: worker.js in a thread of Node, for test.js.
import './older_node.js';
import {parentPort} from 'node:worker_threads';

globalThis.postMessage = message => parentPort.postMessage(message);
parentPort.on('message', data => globalThis.onmessage({data}));
await import('./worker.js');
