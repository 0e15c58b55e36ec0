// The catalogue as the program bundles it: what is asked of every tool loads none of them, and it says of each what its declaration says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundleParts, readTables } from '../build/bundle.ts'
import { findSharedNames } from '../build/shared-modules.ts'
import { describeTool, summarizeTool } from '../src/core/describe.ts'
import type { Tool } from '../src/core/tool.ts'
import { composeOpenApi } from '../src/http/openapi/compose-openapi.ts'
import { catalogue } from '../src/tools/catalogue.ts'
import type { bundled } from './catalogue-entry.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
afterAll(() => rmSync(folder, { recursive: true }))
for (const [name, bytes] of Object.entries(await readTables())) writeFileSync(join(folder, name), bytes)
const { program, tools } = await bundleParts({}, 'test/catalogue-entry.ts')
const require = createRequire(import.meta.url)

/** What is bundled, the parts that it has loaded since, and the modules of tools that have run. */
function load(): { bundled: typeof bundled; loaded: readonly string[]; ran: readonly string[] } {
  const loaded: string[] = []
  const ran: string[] = []
  const watched = tools.code.replaceAll(/"src\/tools\/([^"]+)\.ts"\(\)\s*\{/g, (start, id) => `${start}RAN(${JSON.stringify(id)});`)
  expect(watched).not.toBe(tools.code)
  const run = (code: string) => {
    const module: { exports: unknown } = { exports: {} }
    const loadPart = (name: string) => {
      loaded.push(name)
      return run(watched)
    }
    const names = ['module', 'exports', 'require', '__dirname', 'loadPart', 'RAN']
    new Function(...names, code)(module, module.exports, require, folder, loadPart, (id: string) => ran.push(id))
    return module.exports
  }
  return { ...(run(program.code) as { bundled: typeof bundled }), loaded, ran }
}

test('states what is asked of every tool without loading one', () => {
  const { bundled: own, loaded } = load()
  expect(own.catalogue.map(own.summarizeTool)).toEqual(catalogue.map(summarizeTool))
  // What cuts a feed is a function of its own in each of both, and asking for it loads the tools.
  const facts = ({ document, maxInputBytes, mayRunLong }: Tool) => {
    const { feed, ...plain } = document ?? {}
    return { document: { ...plain, feed: feed && [feed.mediaTypes, 'openCutter' in feed] }, maxInputBytes, mayRunLong }
  }
  expect(own.catalogue.map(facts)).toEqual(catalogue.map(facts))
  expect(loaded).toEqual([])
})

test('runs a tool when it is asked for, and that one alone', async () => {
  const { bundled: own, loaded, ran } = load()
  const tool = own.catalogue[0]!
  for (let i = 0; i < 2; i++)
    expect(await tool.run(tool.input.parse({ text: 'two words' }), tool.options.parse({}))).toMatchObject({ words: 2 })
  expect([loaded, ran]).toEqual([['tools'], [catalogue[0]!.id]])
})

test('has the members of each declaration', () => {
  const kinds = (tool: object): object =>
    Object.fromEntries(Object.entries(tool).map(([name, value]) => [name, name === 'download' ? kinds(value) : typeof value]))
  expect(load().bundled.catalogue.map(kinds)).toEqual(catalogue.map(kinds))
})

test('describes each tool as its declaration does, byte for byte', () => {
  const { bundled: own } = load()
  expect(own.catalogue.length).toBeGreaterThan(20)
  const described = own.catalogue.map((tool) => JSON.stringify(own.describeTool(tool)))
  expect(described).toEqual(catalogue.map((tool) => JSON.stringify(describeTool(tool))))
})

test('gives the same OpenAPI document, byte for byte', () => {
  const info = { title: 'health-tools', version: '0.0.0', contact: null }
  const { bundled: own } = load()
  const document = JSON.stringify(composeOpenApi(catalogue, info, '/v1'))
  expect(document.length).toBeGreaterThan(10_000)
  expect(JSON.stringify(own.composeOpenApi(own.catalogue, info, '/v1'))).toBe(document)
})

test('throws the faults of the program, whose modules it has not a second time', async () => {
  const { bundled: own } = load()
  const tool = own.catalogue.find(({ id }) => id === 'hl7/parse')!
  const run = async () => tool.run(tool.input.parse({ message: 'no message' }), tool.options.parse({}))
  await expect(run()).rejects.toBeInstanceOf(own.ProblemError)
  const taken = findSharedNames(tools.code)
  expect(taken['src/core/problem.ts']).toEqual(['ProblemError'])
  expect(Object.keys(taken)).toContain('node_modules/zod/index.js')
  const bundledBy = ({ metafile }: typeof tools) => {
    const outputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
    return outputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)
  }
  const kept = new Set(bundledBy(program))
  expect(kept.size).toBeGreaterThan(50)
  expect(bundledBy(tools).filter((path) => kept.has(path))).toEqual([])
  for (const [path, names] of Object.entries(taken)) {
    const module = (await import(join(import.meta.dirname, '..', path))) as object
    expect(names.filter((name) => !(name in module))).toEqual([])
  }
})
