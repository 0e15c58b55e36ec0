// Compares dicom/validate with dciodvfy (dicom3tools) over a folder: who finds what, by kind and tag path; precision and recall per kind.
// Usage: node test/bench/dicom-validate-compare.ts [folder] [--list]; --list names every difference (tags and kinds, no values).
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readDicom } from '../../src/formats/dicom/read/read-dicom.ts'
import type { FindingCode } from '../../src/formats/dicom/validate/finding.ts'
import { validateFile } from '../../src/formats/dicom/validate/validate-file.ts'

const KINDS = ['VR', 'VM', 'missing type 1', 'missing type 2', 'empty type 1', 'missing type 1C/2C', 'enumerated value'] as const
type Kind = (typeof KINDS)[number]

const KIND_OF_CODE: Partial<Record<FindingCode, Kind>> = {
  value_syntax: 'VR',
  value_too_long: 'VR',
  value_length: 'VR',
  padding_byte: 'VR',
  uid_root: 'VR',
  value_multiplicity: 'VM',
  missing_type_1: 'missing type 1',
  missing_functional_group: 'missing type 1',
  missing_type_2: 'missing type 2',
  empty_type_1: 'empty type 1',
  missing_type_1c: 'missing type 1C/2C',
  missing_type_2c: 'missing type 1C/2C',
  open_type_1c: 'missing type 1C/2C',
  open_type_2c: 'missing type 1C/2C',
  pixel_description: 'enumerated value',
  value_not_enumerated: 'enumerated value',
}

const PEER_KINDS: readonly (readonly [needle: string, kind: Kind])[] = [
  ['Value invalid for this VR', 'VR'],
  ['Illegal root for UID', 'VR'],
  ['Value Multiplicity', 'VM'],
  ['Missing attribute for Type 1 Required', 'missing type 1'],
  ['Missing attribute for Type 2 Required', 'missing type 2'],
  ['Empty attribute (no value) for Type 1 Required', 'empty type 1'],
  ['Missing attribute for Type 1C', 'missing type 1C/2C'],
  ['Missing attribute for Type 2C', 'missing type 1C/2C'],
  ['Unrecognized enumerated value', 'enumerated value'],
]

export interface KindScore {
  readonly kind: Kind
  peer: number
  own: number
  both: number
}

/** @param list called with every difference */
export function compareValidation(folder: string, list: (line: string) => void): KindScore[] {
  const scores = KINDS.map((kind): KindScore => ({ kind, peer: 0, own: 0, both: 0 }))
  for (const path of listFiles(folder)) {
    const peer = readPeer(path)
    const own = peer ? readHealthTools(path) : undefined
    if (peer && own) for (const score of scores) addScore(score, peer, own, (line) => list(`${relative(folder, path)} ${line}`))
  }
  return scores
}

type Found = ReadonlyMap<Kind, ReadonlySet<string>>

function addScore(score: KindScore, peer: Found, own: Found, list: (line: string) => void): void {
  const theirs = peer.get(score.kind) ?? new Set()
  const ours = own.get(score.kind) ?? new Set()
  score.peer += theirs.size
  score.own += ours.size
  for (const path of theirs) {
    if (ours.has(path)) score.both++
    else list(`missed ${score.kind} ${path}`)
  }
  for (const path of ours) if (!theirs.has(path)) list(`extra ${score.kind} ${path}`)
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:tsv|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Undefined where dciodvfy gives up on the file or knows no IOD for it. */
function readPeer(path: string): Found | undefined {
  const run = spawnSync('dciodvfy', ['-new', path], { encoding: 'latin1', timeout: 20_000, maxBuffer: 1 << 28 })
  const text = run.stdout + run.stderr
  if (run.error || run.signal || /Information Object Not found|dataset read failed/.test(text)) return undefined
  const found = new Map<Kind, Set<string>>()
  for (const line of text.split('\n')) {
    if (!line.startsWith('Error')) continue
    const kind = PEER_KINDS.find(([needle]) => line.includes(needle))?.[1]
    const place = /<(\/[^>]*)>/.exec(line)?.[1]
    if (kind && place) noteFinding(found, kind, pathOf(place))
  }
  return found
}

/** `/A(gggg,eeee)[1]/B(gggg,eeee)` with items from 1 becomes `(gggg,eeee)[0].(gggg,eeee)`. */
function pathOf(place: string): string {
  const steps = [...place.matchAll(/\(([0-9a-f]{4},[0-9a-f]{4})[^)]*\)(?:\[(\d+)\])?/g)]
  return steps.map(([, tag, item], i) => `(${tag!.toUpperCase()})${i < steps.length - 1 && item ? `[${Number(item) - 1}]` : ''}`).join('.')
}

function readHealthTools(path: string): Found | undefined {
  const found = new Map<Kind, Set<string>>()
  for (const { code, path: place } of validateFile(readDicom(new Uint8Array(readFileSync(path)))).findings.list()) {
    const kind = KIND_OF_CODE[code]
    if (kind && place) noteFinding(found, kind, place)
  }
  return found
}

function noteFinding(found: Map<Kind, Set<string>>, kind: Kind, path: string): void {
  found.set(kind, (found.get(kind) ?? new Set()).add(path))
}

function formatScore({ kind, peer, own, both }: KindScore): string {
  const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
  return `${kind.padEnd(20)} dciodvfy ${peer}  own ${own}  both ${both}  recall ${share(both, peer)}  precision ${share(both, own)}`
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  const folder = args.find((arg) => !arg.startsWith('--')) ?? new URL('../../../shared/corpora/dicom', import.meta.url).pathname
  const lines: string[] = []
  const scores = compareValidation(folder, (line) => lines.push(line))
  if (args.includes('--list')) console.log(lines.join('\n'))
  console.log(scores.map(formatScore).join('\n'))
}
