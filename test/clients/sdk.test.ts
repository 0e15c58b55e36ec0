// The SDKs as their users have them: installed offline from what the build makes, against the executable.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSdks } from '../../build/sdk/make-sdks.ts'
import { createKey, type ServedProgram, startServed } from '../bench/served-program.ts'
import { makeFolder, projectFolder } from '../binary/program.ts'

const CALLERS = join(import.meta.dirname, 'callers')
const FIXTURES = join(projectFolder, 'test', 'fixtures')

const has = (program: string, ...args: string[]): boolean => {
  const isThere = spawnSync(program, args).status === 0
  if (!isThere) process.stdout.write(`An SDK is not tested: ${program} is missing.\n`)
  return isThere
}
const hasPython = has('python3', '-m', 'pip', '--version')
/** The compiler of Java takes as long as all else here: `npm run test:clients` has it. */
const hasJava = process.env.HEALTH_TOOLS_CLIENTS !== undefined && has('javac', '-version')

/** What a caller has seen, the same in every language. */
const SEEN = {
  words: 3,
  controlId: 'R-7',
  sop: 'Secondary Capture Image Storage',
  units: 2,
  saved: false,
  files: { total: 2, succeeded: 1, failed: 1 },
  items: 2,
  binary: { total: 1, succeeded: 1, failed: 0 },
  job: 'R-7',
  batchJob: { total: 1, succeeded: 1, failed: 0 },
  jobs: true,
  problem: [422, 'unreadable_input', true],
  slow: [2, 2],
  waited: true,
  limited: [429, true],
  plan: 'unlimited',
}

const scratch = makeFolder()
const sdk = join(scratch.path, 'sdk')
let served: ServedProgram
let args: string[]

beforeAll(async () => {
  makeSdks(sdk, 1_700_000_000, ['python', 'typescript', ...(hasJava ? ['java' as const] : [])])
  served = await startServed({ plans: 'slow: { rate: { per_minute: 60, burst: 1 } }' })
  const slow = createKey(served.config, 'slow')
  const inputs = [join(FIXTURES, 'hl7', 'result.hl7'), join(FIXTURES, 'dicom', 'explicit-little.dcm'), join(scratch.path, 'saved.txt')]
  args = [`http://127.0.0.1:${served.port}`, served.key, slow.key, ...inputs]
}, 180_000)
afterAll(async () => {
  await served?.stop()
  scratch[Symbol.dispose]()
})

const archive = (folder: string): string =>
  join(sdk, folder, readdirSync(join(sdk, folder)).find((name) => /\.(?:whl|tgz|jar)$/.test(name))!)
const print = (program: string, own: string[], env: NodeJS.ProcessEnv = {}, cwd = scratch.path): unknown =>
  JSON.parse(execFileSync(program, [...own, ...args], { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } }))

describe('an SDK calls the executable', { timeout: 120_000 }, () => {
  test.skipIf(!hasPython)('in Python, from the wheel', () => {
    const target = join(scratch.path, 'python')
    execFileSync('python3', [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-index',
      '--root-user-action=ignore',
      '--target',
      target,
      archive('python'),
    ])
    expect(print('python3', [join(CALLERS, 'sdk_caller.py')], { PYTHONPATH: target })).toEqual(SEEN)
  })

  test('in TypeScript, from the tarball, with types that a compiler takes', () => {
    const folder = join(scratch.path, 'typescript')
    const own = join(folder, 'node_modules', 'health-tools-client')
    mkdirSync(own, { recursive: true })
    execFileSync('tar', ['--extract', '--gzip', '--file', archive('typescript'), '--directory', own, '--strip-components=1'])
    copyFileSync(join(CALLERS, 'sdk-caller.mts'), join(folder, 'caller.mts'))
    const flags = [
      '--noEmit',
      '--strict',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--typeRoots',
      join(projectFolder, 'node_modules', '@types'),
      '--types',
      'node',
    ]
    const checked = spawnSync(process.execPath, [join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc'), ...flags, 'caller.mts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(checked.stdout).toBe('')
    expect(print(process.execPath, ['caller.mts'], {}, folder)).toEqual(SEEN)
  })

  test.skipIf(!hasJava)('in Java, from the jar', () => {
    const jar = archive('java')
    execFileSync('javac', ['-cp', jar, '-d', scratch.path, join(CALLERS, 'SdkCaller.java')])
    expect(print('java', ['-cp', `${jar}:${scratch.path}`, 'SdkCaller'])).toEqual(SEEN)
  })
})
