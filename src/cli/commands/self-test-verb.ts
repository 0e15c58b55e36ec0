// `self-test`: runs every example of every tool, opens a database and starts a thread, on this machine, with this executable.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { containsPart } from '../../core/part.ts'
import { PROBLEMS } from '../../core/problem.ts'
import { runTool } from '../../core/run.ts'
import type { Tool } from '../../core/tool.ts'
import { inputFromJson, resultToJson } from '../../core/wire.ts'
import { checkDatabase } from '../../platform/storage/sqlite/sqlite.ts'
import { catalogue } from '../../tools/catalogue.ts'
import type { Verb } from '../command-line/verb.ts'
import { openExecutor } from '../service/executor.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly milliseconds: number
}

export const selfTestVerbs: readonly Verb[] = [
  {
    name: 'self-test',
    summary: 'Test this executable on this machine: every example of every tool, the database and the worker threads.',
    positionals: [],
    flags: {},
    async run({ terminal }) {
      const checks: Check[] = [await measure('database', checkStorage), await measure('threads', checkThreads)]
      for (const tool of catalogue) {
        for (const [i, example] of tool.examples.entries())
          checks.push(await measure(`${tool.id} example ${i + 1}`, () => checkExample(tool, example)))
      }
      const failed = checks.filter(({ ok }) => !ok)
      const lines = checks.map(({ name, ok, milliseconds }) => `${ok ? 'ok  ' : 'FAIL'}  ${name}  ${milliseconds.toFixed(1)} ms\n`)
      terminal.print({ checks }, `${lines.join('')}${checks.length - failed.length} of ${checks.length} checks passed\n`)
      return failed.length === 0 ? 0 : PROBLEMS.internal.exit
    },
  },
]

async function measure(name: string, check: () => Promise<boolean>): Promise<Check> {
  const started = performance.now()
  let ok = false
  try {
    ok = await check()
  } catch {
    // A throw is a failed check; its message could repeat what it choked on.
  }
  return { name, ok, milliseconds: performance.now() - started }
}

async function checkExample(tool: Tool, { input, options, output }: Tool['examples'][number]): Promise<boolean> {
  const result = await runTool(tool, inputFromJson(tool, input), options ?? {})
  return tool.output.safeParse(result).success && containsPart(JSON.parse(JSON.stringify(resultToJson(tool, result))), output)
}

async function checkStorage(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'health-tools-self-test-'))
  try {
    return await checkDatabase(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A call that is too long for the main thread comes back from another one. */
async function checkThreads(): Promise<boolean> {
  const executor = openExecutor({ threads: 1, memoryMb: 64, taskTimeoutMs: 30_000, maxWaiting: 1 })
  try {
    const tool = catalogue.find(({ mayRunLong, document }) => mayRunLong && document?.mediaTypes.includes('text/plain'))!
    const body = new TextEncoder().encode('word '.repeat(10_000))
    const call = {
      toolId: tool.id,
      contentType: 'text/plain',
      mediaType: 'text/plain',
      body,
      query: '',
      form: 'json',
      jsonDepth: 64,
    } as const
    const answer = await executor.answer(tool, call, '')
    return answer.body instanceof Uint8Array && answer.body.byteLength > 0
  } finally {
    await executor.close()
  }
}
