// Decodes every frame of a folder of DICOM files and compares the samples with those of dcmtk and GDCM, run in the same go.
//
// Usage: node test/bench/dicom-pixels-compare.ts <folder> [--all]; needs the Debian packages dcmtk and libgdcm-tools.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ProblemError } from '../../src/core/problem.ts'
import { type FrameSamples, readSamples } from '../../src/formats/dicom/pixels/frame-samples.ts'
import { openPixels } from '../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../src/formats/dicom/read/read-dicom.ts'

interface Decoded {
  readonly syntax: string
  readonly frames: readonly ReturnType<typeof readSamples>[]
  /** The cells with all their bits. */
  readonly cells: readonly ReturnType<typeof readSamples>[]
  readonly damaged: boolean
}

/** Syntaxes whose frames survive without loss; the others may differ by rounding. */
const LOSSLESS = new Set(
  ['.5', '.8.1', '.4.57', '.4.70', '.4.80', '.4.90', '.4.110', '.4.201', '.4.202', '.1.98'].map((tail) => `1.2.840.10008.1.2${tail}`),
)
const LOSSY_TOLERANCE = 2

const [folder, ...flags] = process.argv.slice(2)
if (!folder) throw new Error('Name a folder with DICOM files.')
const scratch = mkdtempSync(join(tmpdir(), 'pixels-'))
const counts = { files: 0, frames: 0, equal: 0, alone: 0, differ: 0, refused: 0, refusedAll: 0, peerDcmtk: 0, peerGdcm: 0 }
const lines: string[] = []
for (const path of listFiles(folder)) await compareFile(path)
rmSync(scratch, { recursive: true, force: true })
console.log(lines.join('\n'))
console.log(JSON.stringify(counts, undefined, 1))

async function compareFile(path: string): Promise<void> {
  const name = relative(folder!, path)
  const encapsulated = isEncapsulated(path)
  if (encapsulated === undefined || (!encapsulated && !flags.includes('--all'))) return
  counts.files++
  const ours = await decode(path)
  const peers = encapsulated ? await decodeWithPeers(path) : {}
  if (peers.dcmtk) counts.peerDcmtk++
  if (peers.gdcm) counts.peerGdcm++
  const known = Object.values(peers)
  if (typeof ours === 'string') {
    counts[known.length > 0 ? 'refused' : 'refusedAll']++
    lines.push(`refused  ${name}: ${ours}; decoded by ${Object.keys(peers).join(' and ') || 'none'}`)
    return
  }
  counts.frames += ours.frames.length
  const tolerance = LOSSLESS.has(ours.syntax) ? 0 : LOSSY_TOLERANCE
  const distances = known.map((peer) => Math.min(distance(ours.frames, peer.frames), distance(ours.cells, peer.cells)))
  if (known.length === 0) counts.alone++
  else if (distances.some((value) => value <= tolerance)) counts.equal++
  else counts.differ++
  const verdict = known.length === 0 ? 'alone   ' : distances.some((value) => value <= tolerance) ? 'equal   ' : 'DIFFER  '
  const detail = Object.keys(peers).map((peer, i) => `${peer} ${distances[i]}`)
  lines.push(`${verdict} ${name}: ${ours.syntax} ${ours.frames.length} frames${ours.damaged ? ', damaged' : ''}; ${detail.join(', ')}`)
}

function isEncapsulated(path: string): boolean | undefined {
  try {
    const file = readDicom(readFileSync(path))
    const element = file.dataset.elements.find(({ tag }) => tag === 0x7fe00010 || tag === 0x7fe00008 || tag === 0x7fe00009)
    return element && (element.fragments !== undefined || file.transferSyntax.encapsulated)
  } catch {
    return undefined
  }
}

async function decode(path: string): Promise<Decoded | string> {
  try {
    const file = readDicom(readFileSync(path))
    const source = await openPixels(file)
    const frames = Array.from({ length: source.format.frames }, (_, i) => source.readFrame(i))
    return {
      syntax: file.declaredTransferSyntax,
      frames: frames.map(readSamples),
      cells: frames.map(readCells),
      damaged: frames.some(({ damaged }) => damaged),
    }
  } catch (error) {
    if (error instanceof ProblemError) return `${error.code} ${error.message}`
    throw error
  }
}

function readCells(frame: FrameSamples): ReturnType<typeof readSamples> {
  return readSamples({ ...frame, bitsStored: frame.bitsAllocated, highBit: frame.bitsAllocated - 1, signed: false })
}

async function decodeWithPeers(path: string): Promise<Record<string, Decoded>> {
  const runs: readonly (readonly [string, string, readonly string[]])[] = [
    ['dcmtk', 'dcmdjpeg', ['+cn', path]],
    ['dcmtk', 'dcmdjpls', [path]],
    ['dcmtk', 'dcmdrle', [path]],
    ['gdcm', 'gdcmconv', ['--raw', path]],
  ]
  const decoded: Record<string, Decoded> = {}
  for (const [peer, command, args] of runs) {
    const target = join(scratch, 'out.dcm')
    rmSync(target, { force: true })
    try {
      execFileSync(command, [...args, target], { stdio: 'ignore', timeout: 60_000 })
    } catch {
      continue
    }
    if (!existsSync(target) || isEncapsulated(target) !== false) continue
    const result = await decode(target)
    if (typeof result !== 'string') decoded[peer] ??= result
  }
  return decoded
}

/** The greatest difference of a sample; infinite where shape or number of frames differ. */
function distance(a: Decoded['frames'], b: Decoded['frames']): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY
  let most = 0
  a.forEach((frame, i) => {
    const other = b[i]!
    if (frame.length !== other.length) most = Number.POSITIVE_INFINITY
    else for (let at = 0; at < frame.length; at++) most = Math.max(most, Math.abs(frame[at]! - other[at]!))
  })
  return most
}

function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
