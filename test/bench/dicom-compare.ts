// Compares what dicom/inspect reads with dcmdump (DCMTK) and pydicom over a folder of files, element by element.
// Usage: node test/bench/dicom-compare.ts [folder] [--list]; --list names every difference (tags and VRs, no values).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describeDataset, type ElementView } from '../../src/formats/dicom/describe/describe-element.ts'
import type { DicomFile, DicomItem } from '../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../src/formats/dicom/read/read-dicom.ts'
import { readDcmdump } from './dcmdump-rows.ts'
import type { PeerRow, Row } from './dicom-row.ts'
import { readPydicom } from './pydicom-rows.ts'

const root = new URL('../..', import.meta.url).pathname
const VIEW = { maxValueBytes: 1 << 28, includePrivate: true, paths: undefined }

interface Score {
  files: number
  elements: number
  found: number
  vrEqual: number
  valueEqual: number
  /** Elements that only our side has, those inside opened UN left out. */
  extra: number
}

export interface ComparisonRow extends Score {
  readonly peer: string
  readonly unread: readonly string[]
}

/** @param list called with every difference */
export function compareFolder(folder: string, list: (line: string) => void): ComparisonRow[] {
  const files = listFiles(folder)
  const ours = new Map(files.map((file) => [file, readHealthTools(file)]))
  return [
    comparePeer('dcmdump', files, ours, readDcmdump(files), folder, list),
    comparePeer('pydicom', files, ours, readPydicom(files), folder, list),
  ]
}

function listFiles(folder: string): string[] {
  const files: string[] = []
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) files.push(...listFiles(path))
    else if (!/\.(?:tsv|json|dump|gz)$/.test(name)) files.push(path)
  }
  return files
}

function comparePeer(
  peer: string,
  files: readonly string[],
  ours: ReadonlyMap<string, Row[] | undefined>,
  theirs: ReadonlyMap<string, PeerRow[]>,
  folder: string,
  list: (line: string) => void,
): ComparisonRow {
  const score: Score = { files: 0, elements: 0, found: 0, vrEqual: 0, valueEqual: 0, extra: 0 }
  const unread: string[] = []
  for (const file of files) {
    const rows = theirs.get(file)
    if (!rows) continue
    score.files++
    const own = ours.get(file)
    if (!own) unread.push(relative(folder, file))
    else compareRows(own, rows, score, (line) => list(`${peer} ${relative(folder, file)} ${line}`))
  }
  return { peer, ...score, unread }
}

function compareRows(own: readonly Row[], theirs: readonly PeerRow[], score: Score, list: (line: string) => void): void {
  const byPath = new Map<string, Row[]>()
  for (const row of own) byPath.set(row.path, [...(byPath.get(row.path) ?? []), row])
  const opened = own.filter((row) => row.opened).map((row) => `${row.path}[`)
  for (const row of theirs) {
    score.elements++
    const same = byPath.get(row.path)
    if (!same) {
      list(`missing ${row.path} ${row.vr}`)
      continue
    }
    byPath.delete(row.path)
    score.found++
    if (same.some((candidate) => sameVr(candidate, row.vr))) score.vrEqual++
    else list(`vr ${row.path} ${same[0]!.vr} ${row.vr}`)
    if (same.some((candidate) => row.equals(candidate))) score.valueEqual++
    else list(`value ${row.path} ${same[0]!.vr} ${row.vr}`)
  }
  for (const path of byPath.keys()) {
    if (opened.some((prefix) => path.startsWith(prefix))) continue
    score.extra++
    list(`extra ${path} ${byPath.get(path)![0]!.vr}`)
  }
}

function sameVr(row: Row, vr: string): boolean {
  if (row.vr === vr || row.decodedAs === vr || (row.opened && vr === 'SQ')) return true
  // dcmdump calls encapsulated pixel data OB, whatever the file says.
  if (row.path === '7fe00010' && row.raw === undefined && vr === 'OB') return true
  // DCMTK's name for the offsets of directory records, which are UL (PS3.3 §F.3.2.2).
  if (row.vr === 'UL' && vr === 'up') return true
  // DCMTK leaves US or SS open where it finds no Pixel Representation.
  if (vr === 'xs' && (row.vr === 'US' || row.vr === 'SS')) return true
  // Peers that do not know a private element call it UN or ??; the registry that knows more is not wrong.
  return vr === '??' || vr === 'UN'
}

function readHealthTools(file: string): Row[] | undefined {
  try {
    const read = readDicom(new Uint8Array(readFileSync(file)))
    const rows: Row[] = []
    if (read.meta) flatten(read, read.bytes, read.meta, describeDataset(read.bytes, read.meta, VIEW, read.issues), '', rows)
    flatten(read, read.data, read.dataset, describeDataset(read.data, read.dataset, VIEW, read.issues), '', rows)
    return rows
  } catch {
    return undefined
  }
}

function flatten(file: DicomFile, bytes: Uint8Array, item: DicomItem, views: readonly ElementView[], prefix: string, rows: Row[]): void {
  item.elements.forEach((element, i) => {
    const view = views[i]!
    const path = prefix + element.tag.toString(16).padStart(8, '0')
    const isLeaf = !element.items && !element.fragments
    rows.push({
      path,
      vr: element.vr,
      decodedAs: view.decodedAs,
      values: isLeaf ? (view.value ?? []) : undefined,
      raw: isLeaf || element.declaredLength !== 0xffffffff ? bytes.subarray(element.valueStart, element.valueEnd) : undefined,
      littleEndian: element.littleEndian,
      opened: element.vr === 'UN' && element.items !== undefined,
    })
    element.items?.forEach((child, index) => {
      flatten(file, bytes, child, view.items![index]!.elements, `${path}[${index}].`, rows)
    })
  })
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(3)} %`
}

if (import.meta.main) {
  const folder = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? join(root, '../shared/corpora/dicom')
  const wantsList = process.argv.includes('--list')
  for (const row of compareFolder(folder, (line) => wantsList && console.log(line))) {
    console.log(
      `${row.peer}: ${row.files} files, ${row.elements} elements; in our tree ${percent(row.found, row.elements)}, VR equal ${percent(row.vrEqual, row.found)}, ` +
        `value equal ${percent(row.valueEqual, row.found)}, only in ours ${row.extra}, not read by us: ${row.unread.join(', ') || 'none'}`,
    )
  }
}
