// test_worker.js: worker.js in a thread of Node, for test.js. isOld: as in a browser that lacks what programs take.
import './older_node.js';
import {parentPort, workerData} from 'node:worker_threads';

if (workerData.isOld)
  WebAssembly.validate = () => false;
globalThis.postMessage = message => parentPort.postMessage(message);
parentPort.on('message', data => globalThis.onmessage({data}));
await import('./worker.js');
