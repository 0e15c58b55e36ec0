// A process that has threads collects no WebAssembly code: V8 frees some of it twice, which ends the process.
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Node takes the types out of the sources by WebAssembly. The first stripping makes V8 collect code at once, that with a thread must not. */
const PROGRAM = `
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { openExecutor } from './src/cli/executor.ts'
import { textWordCount } from './src/tools/text/word-count.ts'
const source = readFileSync('src/platform/worker-pool.ts', 'utf8')
const strip = () => { for (let i = 0; i < 200; i++) stripTypeScriptTypes(source) }
strip()
const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 1 })
const body = new TextEncoder().encode('word '.repeat(100_000))
const call = { toolId: textWordCount.id, contentType: 'text/plain', mediaType: 'text/plain', body, query: '', form: 'json', jsonDepth: 64 }
await executor.answer(textWordCount, call, 'a')
console.log('a thread has answered')
strip()
await executor.close()
`

it('V8 triggers no collection of WebAssembly code once there is a thread', { timeout: 60_000 }, () => {
  const flags = ['--no-warnings', '--stress-wasm-code-gc', '--trace-wasm-code-gc', '--input-type=module']
  const printed = execFileSync(process.execPath, [...flags, '--eval', PROGRAM], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const collections = printed.split('a thread has answered').map((text) => text.match(/Triggering GC/g)?.length ?? 0)
  expect(collections).toEqual([expect.any(Number), 0])
  expect(collections[0]).toBeGreaterThan(0)
})
