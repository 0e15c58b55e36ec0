// The SDKs as their users have them: installed offline from what the build makes, against the executable.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSdks } from '../../build/sdk/make-sdks.ts'
import { createKey, type ServedProgram, startServed } from '../bench/served-program.ts'
import { makeFolder, projectFolder } from '../binary/program.ts'
import { listBlocks } from '../docs/guide-blocks.ts'

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

/** @returns the folder of the modules */
function installWheel(): string {
  const target = join(scratch.path, 'python')
  const flags = ['--quiet', '--no-index', '--root-user-action=ignore', '--target', target]
  if (!existsSync(target)) execFileSync('python3', ['-m', 'pip', 'install', ...flags, archive('python')])
  return target
}

/** @returns a folder whose modules find the SDK */
function unpackTarball(): string {
  const folder = join(scratch.path, 'typescript')
  const own = join(folder, 'node_modules', 'health-tools-client')
  mkdirSync(own, { recursive: true })
  execFileSync('tar', ['--extract', '--gzip', '--file', archive('typescript'), '--directory', own, '--strip-components=1'])
  return folder
}

describe('an SDK calls the executable', { timeout: 120_000 }, () => {
  test.skipIf(!hasPython)('in Python, from the wheel', () => {
    const target = installWheel()
    expect(print('python3', [join(CALLERS, 'sdk_caller.py')], { PYTHONPATH: target })).toEqual(SEEN)
  })

  test('in TypeScript, from the tarball, with types that a compiler takes', () => {
    const folder = unpackTarball()
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

/** The programs of a text in one language, with the address and the key of this server. */
function programsIn(file: string, language: string): string[] {
  return listBlocks(readFileSync(join(projectFolder, file), 'utf8'))
    .filter((block) => block.language === language)
    .map(({ text }) => text.replaceAll('http://127.0.0.1:8080', args[0]!).replaceAll('ht_live_…', served.key))
}

/** The first call is the first program of the guide in a language. */
function firstCall(language: string): string {
  const [program = ''] = programsIn('docs/developers.md', language)
  expect(program.split('\n').length).toBeLessThan(10)
  return program
}

/** The README of an SDK takes the key of the site from the environment. */
const SITE = { PATH: process.env.PATH, SITE_KEY: randomBytes(32).toString('hex') }

/** A folder with the files that the README of an SDK names. */
function readmeFolder(name: string): string {
  const folder = join(scratch.path, name)
  mkdirSync(folder, { recursive: true })
  for (const message of ['a.hl7', 'b.hl7', 'big.hl7']) copyFileSync(args[3]!, join(folder, message))
  copyFileSync(join(FIXTURES, 'dicom', 'chinese.dcm'), join(folder, 'image.dcm'))
  return folder
}

describe("the developer's guide", { timeout: 120_000 }, () => {
  test('makes the first call with curl', () => {
    expect(JSON.parse(execFileSync('sh', ['-c', firstCall('sh')], { encoding: 'utf8' }))).toMatchObject({ words: 3 })
  })

  test.skipIf(!hasPython)('makes the first call in Python, and the README the others', () => {
    const cwd = readmeFolder('readme-python')
    const env = { ...SITE, PYTHONPATH: installWheel() }
    const run = (program: string): string => execFileSync('python3', ['-c', program], { cwd, encoding: 'utf8', env })
    expect(run(firstCall('python'))).toBe('3\n')
    expect(run(`${programsIn('build/sdk/python/README.md', 'python').join('\n')}\nprint(batch["summary"])`)).toMatch(/^3\n.*'succeeded': 2/)
    expect(existsSync(join(cwd, 'clean.dcm'))).toBe(true)
  })

  test('makes the first call in TypeScript, and the README the others', () => {
    const cwd = readmeFolder('typescript')
    unpackTarball()
    const run = (program: string): string => {
      writeFileSync(join(cwd, 'guide.mts'), program)
      return execFileSync(process.execPath, ['guide.mts'], { cwd, encoding: 'utf8', env: SITE })
    }
    expect(run(firstCall('ts'))).toBe('3\n')
    const readme = programsIn('build/sdk/typescript/README.md', 'ts').join('\n')
    expect(run(`${readme}\nconsole.log(batch.summary.succeeded, done.controlId)`)).toBe('3\n2 R-7\n')
  })

  test.skipIf(!hasJava)('makes the first call in Java, and the README the others', () => {
    const cwd = readmeFolder('readme-java')
    const run = (name: string, program: string): string => {
      writeFileSync(join(cwd, `${name}.java`), program)
      return execFileSync('java', ['-cp', archive('java'), `${name}.java`], { cwd, encoding: 'utf8', env: SITE })
    }
    expect(run('FirstCall', firstCall('java'))).toBe('3\n')
    const lines = programsIn('build/sdk/java/README.md', 'java').join('\n').split('\n')
    const imports = ['import java.nio.file.Path;', 'import java.time.Duration;', 'import java.util.List;']
    const isImport = (line: string): boolean => line.startsWith('import ')
    const body = lines.filter((line) => !isImport(line)).join('\n')
    const head = [...imports, ...lines.filter(isImport)].join('\n')
    const wrapped = `${head}\nclass Readme { public static void main(String[] arguments) throws Exception {\n${body}\nSystem.out.println(done.controlId()); } }`
    expect(run('Readme', wrapped)).toBe('3\nR-7\n')
  })
})
