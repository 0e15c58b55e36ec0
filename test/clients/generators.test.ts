// Clients that generators make of the OpenAPI document: each is generated without a setting for names, compiled, and calls the executable.
// They need a network, a JDK, Maven, Go and Python: `npm run test:clients`.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeContract } from '../../src/http/openapi/contract.ts'
import { catalogue } from '../../src/tools/catalogue.ts'
import { type ServedProgram, startServed } from '../bench/served-program.ts'
import { makeFolder, projectFolder } from '../binary/program.ts'

const CALLERS = join(import.meta.dirname, 'callers')
const FIXTURES = join(projectFolder, 'test', 'fixtures')
const SELECTED_CLIENTS = process.env.HEALTH_TOOLS_CLIENTS
const GENERATOR = '7.17.0'
const NODE_PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'orval@8.38.0', 'typescript@5.9.3', '@types/node@24.19.2']
const PYTHON_PACKAGES = ['openapi-python-client==0.29.1', 'datamodel-code-generator']

/** What a caller has seen, the same by every client. */
const EXPECTED_RESULTS = {
  words: 3,
  controlId: 'R-7',
  found: true,
  valid: 2,
  sop: 'Secondary Capture Image Storage',
  batch: 2,
  job: 3,
  problem: [422, 'unreadable_input'],
}

/** False with a line on what is missing. */
function has(program: string, flag = '--version'): boolean {
  if (SELECTED_CLIENTS === undefined) return false
  const isThere = spawnSync(program, [flag]).status === 0
  if (!isThere) process.stdout.write(`Clients are not tested: ${program} is missing.\n`)
  return isThere
}
const hasGenerator = has('mvn') && has('java', '-version')
const isWanted = (name: string): boolean => SELECTED_CLIENTS === 'all' || SELECTED_CLIENTS === name

const scratch = makeFolder()
const place = (...names: string[]): string => join(scratch.path, ...names)
const run = (program: string, args: string[], cwd = scratch.path, env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
let served: ServedProgram
let args: string[]

beforeAll(async () => {
  if (SELECTED_CLIENTS === undefined) return
  const document = composeContract(catalogue, { title: 'health-tools', version: '0.1.0' }, '/v1')
  writeFileSync(place('openapi.json'), JSON.stringify(document))
  served = await startServed()
  args = [
    `http://127.0.0.1:${served.port}`,
    served.key,
    join(FIXTURES, 'hl7', 'result.hl7'),
    join(FIXTURES, 'dicom', 'explicit-little.dcm'),
  ]
})
afterAll(async () => {
  await served?.stop()
  scratch[Symbol.dispose]()
})

/** @returns the folder of the client */
function generate(name: string): string {
  const jar = place(`openapi-generator-cli-${GENERATOR}.jar`)
  const artifact = `org.openapitools:openapi-generator-cli:${GENERATOR}`
  if (!existsSync(jar)) run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${scratch.path}`])
  const without = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
  run('java', ['-jar', jar, 'generate', '-i', 'openapi.json', '-g', name, '-o', place(name), '--global-property', without])
  return place(name)
}

function inVenv(name: string, ...packages: string[]): string {
  run('python3', ['-m', 'venv', place(name)])
  run(place(name, 'bin', 'pip'), ['install', '-q', ...packages])
  return place(name, 'bin')
}

/** A folder with the packages of the TypeScript clients. */
function nodeFolder(): string {
  const folder = place('node')
  if (existsSync(folder)) return folder
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...NODE_PACKAGES], folder)
  return folder
}

/** Checks the types of a caller and all that it imports, and runs what came of it. */
function callTypescript(caller: string, sources: string): unknown {
  copyFileSync(join(CALLERS, caller), join(sources, caller))
  const flags = ['--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--outDir', join(sources, 'out')]
  // The generators write imports without endings, as bundlers take them.
  const module = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node']
  const compiled = spawnSync(
    process.execPath,
    [join(nodeFolder(), 'node_modules', 'typescript', 'bin', 'tsc'), ...flags, ...module, caller],
    {
      cwd: sources,
      encoding: 'utf8',
    },
  )
  expect(compiled.stdout).toBe('')
  const bundle = join(sources, 'bundle.mjs')
  const own = join(sources, 'out', caller.replace('.mts', '.mjs'))
  run(join(projectFolder, 'node_modules', '.bin', 'esbuild'), [own, '--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`])
  return JSON.parse(run(process.execPath, [bundle, ...args]))
}

describe.skipIf(SELECTED_CLIENTS === undefined)('the client of', { timeout: 600_000 }, () => {
  test.skipIf(!hasGenerator || !isWanted('all'))('openapi-generator for Java', () => {
    const folder = generate('java')
    run('mvn', ['-q', '-B', '-DskipTests', 'compile', 'dependency:copy-dependencies'], folder)
    const path = `${join(folder, 'target', 'classes')}:${join(folder, 'target', 'dependency', '*')}`
    run('javac', ['-cp', path, '-d', folder, join(CALLERS, 'GeneratedJava.java')])
    expect(JSON.parse(run('java', ['-cp', `${path}:${folder}`, 'GeneratedJava', ...args]))).toEqual(EXPECTED_RESULTS)
  })

  test.skipIf(!hasGenerator || !has('go', 'version'))('openapi-generator for Go', () => {
    const folder = generate('go')
    mkdirSync(join(folder, 'caller'))
    copyFileSync(join(CALLERS, 'generated_go.go.txt'), join(folder, 'caller', 'main.go'))
    expect(JSON.parse(run('go', ['run', './caller', ...args], folder))).toEqual(EXPECTED_RESULTS)
  })

  test.skipIf(!hasGenerator)('openapi-generator for typescript-fetch', () => {
    const folder = generate('typescript-fetch')
    const sources = join(nodeFolder(), 'fetch')
    mkdirSync(sources)
    run('cp', ['-r', folder, join(sources, 'client')])
    expect(callTypescript('generated-fetch.mts', sources)).toEqual(EXPECTED_RESULTS)
  })

  test.skipIf(!hasGenerator || !has('python3'))('openapi-generator for Python', () => {
    const programs = inVenv('python-venv', generate('python'))
    expect(JSON.parse(run(join(programs, 'python'), [join(CALLERS, 'generated_python.py'), ...args]))).toEqual(EXPECTED_RESULTS)
  })

  test.skipIf(!hasGenerator)('openapi-generator for C#, generated only', () => {
    const folder = generate('csharp')
    const apis = readdirSync(join(folder, 'src', 'Org.OpenAPITools', 'Api'))
    for (const { id } of catalogue) expect(apis.join(' ').toLowerCase()).toContain(`${id.split('/')[0]}api.cs`)
  })

  test('openapi-typescript', () => {
    const sources = join(nodeFolder(), 'openapi-fetch')
    mkdirSync(sources)
    run('npx', ['openapi-typescript', place('openapi.json'), '-o', join(sources, 'schema.d.ts')], nodeFolder())
    expect(callTypescript('generated-openapi-fetch.mts', sources)).toEqual(EXPECTED_RESULTS)
  })

  test('orval', () => {
    const sources = join(nodeFolder(), 'orval')
    mkdirSync(sources)
    run('npx', ['orval', '--input', place('openapi.json'), '--output', join(sources, 'client.ts'), '--client', 'fetch'], nodeFolder())
    expect(callTypescript('generated-orval.mts', sources)).toEqual(EXPECTED_RESULTS)
  })

  test.skipIf(!has('python3'))('openapi-python-client and datamodel-code-generator', () => {
    const programs = inVenv('generators-venv', ...PYTHON_PACKAGES)
    const input = ['--path', 'openapi.json', '--output-path', place('opc'), '--meta', 'none']
    const said = run(join(programs, 'openapi-python-client'), ['generate', ...input], scratch.path, {
      PATH: `${programs}:${process.env.PATH}`,
    })
    expect(said).not.toContain('Endpoint will not be generated')
    mkdirSync(place('modules'))
    run('mv', [place('opc'), place('modules', 'health_tools_client')])
    const models = place('modules', 'health_models.py')
    const flags = ['--input', 'openapi.json', '--input-file-type', 'openapi', '--output-model-type', 'pydantic_v2.BaseModel']
    run(join(programs, 'datamodel-codegen'), [...flags, '--output', models])
    for (const caller of ['generated_opc.py', 'generated_models.py']) {
      const env = { PYTHONPATH: place('modules') }
      expect([caller, JSON.parse(run(join(programs, 'python'), [join(CALLERS, caller), ...args], scratch.path, env))]).toEqual([
        caller,
        EXPECTED_RESULTS,
      ])
    }
  })
})
