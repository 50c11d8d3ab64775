// test_thread.js: a thread of test.js, which runs a program, workerData, as often as it is asked to.
import './older_node.js';
import {parentPort, workerData} from 'node:worker_threads';
import {Program} from './program.js';
import {File, Folder} from './wasi.js';

const module = new WebAssembly.Module(workerData);

// args: its name, and options. lines: what it reads. Answers {code, text, findings, trace, reason}: its exit code, all that it
// said, what the checker has found or the profiler counted, what the recorder has written, and what it died of.
parentPort.on('message', async ({args, env, lines = []}) => {
  const root = new Folder(), decoder = new TextDecoder();
  let text = '';
  root.put('proc/self/cmdline', new File(new TextEncoder().encode(args.map(word => `${word}\0`).join('')))); // as in worker.js
  const program = new Program(module, {
    args, root, env: {...env, CUDA_CHECKER_JSON: '/findings.json', CUDA_PROFILER_JSON: '/findings.json', CUDA_RECORDER_TRACE: '/trace'},
    lines: async () => lines.length === 0 ? null : new TextEncoder().encode(lines.shift()),
    output: (stream, bytes) => { text += decoder.decode(bytes, {stream: true}); },
  });
  const code = await program.run(), findings = root.find('findings.json'), trace = root.find('trace');
  parentPort.postMessage({code, text, findings: findings && JSON.parse(decoder.decode(findings.contents)),
                          trace: trace?.contents.slice(), reason: program.reason ?? null});
});
