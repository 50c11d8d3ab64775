// test_thread.js: a thread of test.js, which runs a program, workerData, as often as it is asked to.
import './older_node.js';
import {parentPort, workerData} from 'node:worker_threads';
import {Program} from './program.js';
import {Folder} from './wasi.js';

const module = new WebAssembly.Module(workerData);

// args: its name, and options. Answers {code, text, findings}: its exit code, all that it said, and what the
// checker has found.
parentPort.on('message', async ({args, env}) => {
  const root = new Folder(), decoder = new TextDecoder();
  let text = '';
  const program = new Program(module, {
    args, root, env: {...env, CUDA_CHECKER_JSON: '/findings.json'},
    output: (stream, bytes) => { text += decoder.decode(bytes, {stream: true}); },
  });
  const code = await program.run(), findings = root.find('findings.json');
  parentPort.postMessage({code, text, findings: findings && JSON.parse(decoder.decode(findings.contents))});
});
