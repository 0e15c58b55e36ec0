// A process that has threads collects no WebAssembly code: V8 frees some of it twice, which ends the process.
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const ANSWERED = 'a thread has answered'

/** The program believes that it is in the executable, whose threads start from an asset. */
const AS_EXECUTABLE = `
import { registerHooks } from 'node:module'
const thread = 'import(' + JSON.stringify(new URL('src/cli/service/worker.ts', 'file://' + process.cwd() + '/').href) + ')'
const sea = 'export const isSea = () => true; export const getAsset = () => ' + JSON.stringify(thread)
const url = 'data:text/javascript,' + encodeURIComponent(sea)
registerHooks({ resolve: (name, context, next) => (name === 'node:sea' ? { url, format: 'module', shortCircuit: true } : next(name, context)) })
`

/** Node takes the types out of the sources by WebAssembly. The first stripping makes V8 collect code at once, that with a thread must not. */
const composeProgram = (setup: string, waitMs: number): string => `
${setup}
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
const { openExecutor } = await import('./src/cli/service/executor.ts')
const { textWordCount } = await import('./src/tools/text/word-count.ts')
const source = readFileSync('src/platform/threads/worker-pool.ts', 'utf8')
const strip = () => { for (let i = 0; i < 200; i++) stripTypeScriptTypes(source) }
strip()
const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 1 })
const body = new TextEncoder().encode('word '.repeat(100_000))
const call = { toolId: textWordCount.id, contentType: 'text/plain', mediaType: 'text/plain', body, query: '', form: 'json', jsonDepth: 64 }
await executor.answer(textWordCount, call, 'a')
await sleep(${waitMs})
console.log('${ANSWERED}')
strip()
await executor.close()
`

it.each([
  ['the sources', composeProgram('', 0)],
  ['the executable, when its threads have started', composeProgram(AS_EXECUTABLE, 2_500)],
])('V8 triggers no collection of WebAssembly code once there is a thread of %s', { timeout: 60_000 }, (_, program) => {
  const flags = ['--no-warnings', '--stress-wasm-code-gc', '--trace-wasm-code-gc', '--input-type=module']
  const printed = execFileSync(process.execPath, [...flags, '--eval', program], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const collections = printed.split(ANSWERED).map((text) => text.match(/Triggering GC/g)?.length ?? 0)
  expect(collections).toEqual([expect.any(Number), 0])
  expect(collections[0]).toBeGreaterThan(0)
})
