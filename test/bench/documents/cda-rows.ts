// data/cda-parse over the corpus: sections and entries beside a count of tags, what is mapped, and the speed of the view full beside Medplum's
// conversion to a Bundle, over the documents that both take.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../../../src/core/run.ts'
import { dataCdaParse } from '../../../src/tools/data/cda-parse.ts'
import { type BenchRow, median, missingRow } from '../row.ts'
import { countTags } from './count-tags.ts'
import { compareSpeed } from './measure.ts'
import type { DocumentPeers } from './peers.ts'

const CORPUS = new URL('../../../../shared/corpora/cda/', import.meta.url).pathname

interface Parsed {
  readonly kind: { readonly root: string }
  readonly counts: { readonly sections: number; readonly entries: number }
  readonly mapped: { readonly entryElements: { readonly total: number; readonly mapped: number } }
}

const parse = (document: Uint8Array) => runTool(dataCdaParse, { document }, { view: 'full' }) as unknown as Parsed

export function cdaRows(peers: DocumentPeers | undefined): BenchRow[] {
  if (!existsSync(CORPUS)) return [missingRow('cda-counts', 'CDA: sections and entries', 'the corpus is not at hand')]
  const sources = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:xml|ccda|cda)$/i.test(name))
    .map((name) => new Uint8Array(readFileSync(join(CORPUS, name))))
  const documents = sources.flatMap((bytes) => {
    const parsed = attempt(() => parse(bytes))
    return parsed?.kind.root === 'ClinicalDocument' ? [{ bytes, parsed }] : []
  })
  const right = documents.filter(
    ({ bytes, parsed: { counts } }) => countTags(bytes, 'section') === counts.sections && countTags(bytes, 'entry') === counts.entries,
  ).length
  const shares = documents.map(({ parsed }) => parsed.mapped.entryElements).filter(({ total }) => total > 0)
  const mapped = median(shares.map((each) => each.mapped / each.total))
  return [
    {
      id: 'cda-counts',
      what: 'CDA: documents whose sections and entries are those of the tags',
      measured: `${right}`,
      reference: `${documents.length} documents`,
      ratio: right / documents.length,
    },
    {
      id: 'cda-mapped',
      what: 'CDA: share of the elements of entries that are mapped, median',
      measured: mapped.toFixed(4),
      reference: '',
      ratio: undefined,
      figure: mapped,
    },
    speedRow(
      documents.map(({ bytes }) => bytes),
      peers,
    ),
  ]
}

function speedRow(documents: readonly Uint8Array[], peers: DocumentPeers | undefined): BenchRow {
  const [id, what] = ['cda-full', 'CDA: view full']
  if (!peers) return missingRow(id, what, '@medplum/ccda is not at hand')
  const { convertXmlToCcda, convertCcdaToFhir } = peers.load('@medplum/ccda')
  const convert = (bytes: Uint8Array) => convertCcdaToFhir(convertXmlToCcda(new TextDecoder().decode(bytes)))
  const both = documents.filter((bytes) => attempt(() => convert(bytes)) !== undefined)
  const length = both.reduce((total, { length: own }) => total + own, 0)
  // A round has few documents: with fewer rounds of warm-up, both sides would measure the compiler.
  return compareSpeed({
    id,
    what,
    length,
    own: () => both.forEach(parse),
    peer: () => both.forEach(convert),
    name: '@medplum/ccda',
    rounds: 21,
    warmUp: 40,
  })
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
