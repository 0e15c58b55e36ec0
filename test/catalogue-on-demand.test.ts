// The catalogue as the program bundles it: what is asked of every tool runs none of them, and it says of each what its declaration says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundleProgram, readTables } from '../build/bundle.ts'
import { describeTool, summarizeTool } from '../src/core/describe.ts'
import type { Tool } from '../src/core/tool.ts'
import { composeOpenApi } from '../src/http/openapi.ts'
import { catalogue } from '../src/tools/catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
afterAll(() => rmSync(folder, { recursive: true }))
for (const [name, bytes] of Object.entries(await readTables())) writeFileSync(join(folder, name), bytes)
const { code } = await bundleProgram({ entry: 'src/tools/catalogue.ts' })

/** The catalogue of the bundle, and the modules of tools that have run since. */
function load(): { tools: readonly Tool[]; ran: readonly string[] } {
  const ran: string[] = []
  const watched = code.replaceAll(/"src\/tools\/([^"]+)\.ts"\(\)\s*\{/g, (start, id) => `${start}RAN(${JSON.stringify(id)});`)
  expect(watched).not.toBe(code)
  const module = { exports: {} as { catalogue: readonly Tool[] } }
  const run = new Function('module', 'exports', 'require', '__dirname', 'RAN', watched)
  run(module, module.exports, createRequire(import.meta.url), folder, (id: string) => ran.push(id))
  return { tools: module.exports.catalogue, ran }
}

test('states what is asked of every tool without running one', () => {
  const { tools, ran } = load()
  expect(tools.map(summarizeTool)).toEqual(catalogue.map(summarizeTool))
  const facts = ({ document, maxInputBytes, mayRunLong }: Tool) => ({ document, maxInputBytes, mayRunLong })
  expect(tools.map(facts)).toEqual(catalogue.map(facts))
  expect(ran).toEqual([])
})

test('runs a tool when it is asked for, and that one alone', async () => {
  const { tools, ran } = load()
  const [tool] = tools
  expect(await tool!.run(tool!.input.parse({ text: 'two words' }), tool!.options.parse({}))).toMatchObject({ words: 2 })
  expect(ran).toEqual([catalogue[0]!.id])
})

test('has the members of each declaration', () => {
  const kinds = (tool: object): object =>
    Object.fromEntries(Object.entries(tool).map(([name, value]) => [name, name === 'download' ? kinds(value) : typeof value]))
  expect(load().tools.map(kinds)).toEqual(catalogue.map(kinds))
})

test('describes each tool as its declaration does, byte for byte', () => {
  const { tools } = load()
  expect(tools.length).toBeGreaterThan(20)
  expect(tools.map((tool) => JSON.stringify(describeTool(tool)))).toEqual(catalogue.map((tool) => JSON.stringify(describeTool(tool))))
})

test('gives the same OpenAPI document, byte for byte', () => {
  const info = { title: 'health-tools', version: '0.0.0', contact: null }
  const [own, declared] = [load().tools, catalogue].map((tools) => JSON.stringify(composeOpenApi(tools, info, '/v1')))
  expect(declared!.length).toBeGreaterThan(10_000)
  expect(own).toBe(declared)
})
