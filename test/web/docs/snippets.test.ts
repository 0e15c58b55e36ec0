// The code samples of the API reference, run as they are written.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeSnippets } from '../../../src/web/docs-snippets.ts'
import { type ServedProgram, startServed } from '../../bench/served-program.ts'
import { makeFolder } from '../../binary/program.ts'

const scratch = makeFolder()
const COMMANDS: Readonly<Record<string, readonly [command: string, file: string]>> = {
  curl: ['sh', 'call.sh'],
  Python: ['python3', 'call.py'],
  JavaScript: [process.execPath, 'call.mjs'],
  Java: ['java', 'Call.java'],
}
/** Java compiles for seconds: `npm run test:clients` has it. */
const lacks = (language: string): boolean =>
  (language === 'Java' && process.env.HEALTH_TOOLS_CLIENTS === undefined) ||
  spawnSync(language === 'curl' ? 'curl' : COMMANDS[language]![0], ['--version']).status !== 0

let served: ServedProgram
beforeAll(async () => {
  served = await startServed()
})
afterAll(async () => {
  await served?.stop()
  scratch[Symbol.dispose]()
})

/** With everything that a language could read as its own. */
const TEXT = `It's "two" $HOME \\n \${x} %s ü 😀\nlines`

describe.each(Object.keys(COMMANDS))('the sample in %s', (language) => {
  const run = (path: string, body?: unknown): unknown => {
    const call = { method: body === undefined ? 'GET' : 'POST', url: `http://127.0.0.1:${served.port}${path}`, body }
    const { text } = composeSnippets(call).find((snippet) => snippet.language === language)!
    const [command, file] = COMMANDS[language]!
    writeFileSync(join(scratch.path, file), text)
    const env = { PATH: process.env.PATH, KEY: served.key, PYTHONIOENCODING: 'utf8' }
    return execFileSync(command, [join(scratch.path, file)], { encoding: 'utf8', env })
  }

  it.skipIf(lacks(language))('sends the body as it is', () => {
    const answer = String(run('/v1/tools/text/word-count', { text: TEXT }))
    expect(answer).toMatch(new RegExp(`characters\\W+${[...TEXT].length}\\b`))
  })

  it.skipIf(lacks(language))('looks up without a body', () => {
    expect(String(run('/v1/me'))).toContain('unlimited')
  })
})
