// Compiles a program as ./book site does, anew, and runs it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deserialize } from 'node:v8'
import { Build, headers, own, prepare } from '../../site/engine/build.js'
import { Program } from '../../site/engine/program.js'

const TEXT = `#include <cstdio>
__global__ void square(int *x) { x[threadIdx.x] *= x[threadIdx.x]; }
int main() {
    int x[4] = {1, 2, 3, 4}, *dev_x;
    cudaMalloc(&dev_x, sizeof x);
    cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice);
    square<<<1, 4>>>(dev_x);
    cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    printf("%d %d %d %d\\n", x[0], x[1], x[2], x[3]);
}
`
const build = new Build(path.join(process.argv[2], 'site_engine'))
build.quiet = true
await prepare(build)
await headers(build, { flags: ['-O1'] })
build.cache = mkdtempSync(path.join(tmpdir(), 'older-node-')) // where the program is not yet
try {
    const made = await own(build, TEXT, 'mine.cu')
    assert(made, 'the program does not compile')
    let said = ''
    const program = new Program(new WebAssembly.Module(deserialize(made).wasm), {
        args: ['mine'],
        output: (stream, bytes) => { said += new TextDecoder().decode(bytes) },
    })
    assert.equal(await program.run(), 0, said)
    assert.equal(said, '1 4 9 16\n')
} finally {
    rmSync(build.cache, { recursive: true })
    await build.end()
}
