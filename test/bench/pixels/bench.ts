// The text detector over frames with burnt-in text, over frames without, and its speed: `npm run bench -- pixels`.
// It needs the DICOM corpus, python3 with numpy and Pillow (PIXELS_PYTHON names another), the fonts that burnt_text.py lists, and tesseract as reference.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemError } from '../../../src/core/problem.ts'
import { deidentifyPixels } from '../../../src/formats/dicom/deidentify/pixels/find-burned-in.ts'
import type { PixelRegion } from '../../../src/formats/dicom/deidentify/pixels/pixel-region.ts'
import type { DeidentifySettings } from '../../../src/formats/dicom/deidentify/prepare.ts'
import { openPixels } from '../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { bridgeGaps } from '../../../src/formats/dicom/text/bridge-gaps.ts'
import { withMargin } from '../../../src/formats/dicom/text/margin.ts'
import { scanFrames } from '../../../src/formats/dicom/text/scan-frames.ts'
import { projectFolder } from '../../architecture/source-file.ts'
import { type BenchRow, missingRow } from '../row.ts'
import { benchCine } from './cine.ts'
import { paint } from './paint.ts'
import { corpus, measureVisible } from './visible.ts'

const FRAMES = 300
/** Tesseract takes a second a frame. */
const REFERENCE_FRAMES = 60
const PYTHON = process.env.PIXELS_PYTHON ?? 'python3'
const withText = readFileSync(join(projectFolder, 'build', 'train-text', 'frames-with-text.txt'), 'utf8')
  .trim()
  .split('\n')

interface Generated {
  readonly number: number
  readonly rows: number
  readonly columns: number
  readonly lines: readonly { readonly box: readonly [number, number, number, number] }[]
}

interface Score {
  lines: number
  touched: number
  ink: number
  covered: number
  /** Pixels of the body apart from the surroundings of lines, and those of them that are blanked. */
  body: number
  bodyBlanked: number
  pixels: number
  cpuMs: number
}

export async function benchPixels(): Promise<BenchRow[]> {
  if (!existsSync(corpus)) return [missingRow('lines-touched', 'lines of burnt-in text', 'no corpus')]
  const folder = mkdtempSync(join(tmpdir(), 'bench-pixels-'))
  try {
    return [...(await benchBurnt(folder)), await benchCine(), await benchVisible(), ...(await benchClean()), ...(await benchRefused())]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function benchBurnt(folder: string): Promise<BenchRow[]> {
  const frames = join(folder, 'frames')
  const clean = join(folder, 'clean')
  mkdirSync(clean)
  run(process.execPath, [join(projectFolder, 'build', 'train-text', 'dump-frames.ts'), corpus, frames])
  for (const name of readdirSync(frames)) {
    if (name.endsWith('.view0.png') && !withText.some((part) => name.includes(part))) renameSync(join(frames, name), join(clean, name))
  }
  const out = join(folder, 'burnt')
  const maker = run(PYTHON, [join(import.meta.dirname, 'burnt_text.py'), clean, out, String(FRAMES)])
  if (maker.status !== 0) return [missingRow('lines-touched', 'lines of burnt-in text', 'no Python with numpy and Pillow')]
  const made = JSON.parse(readFileSync(join(out, 'lines.json'), 'utf8')) as Generated[]
  const own = emptyScore()
  const reference = emptyScore()
  for (const [index, frame] of made.entries()) {
    const start = process.cpuUsage()
    const file = readDicom(new Uint8Array(readFileSync(join(out, `${frame.number}.dcm`))))
    const { regions } = await scanFrames(file, await openPixels(file))
    const used = process.cpuUsage(start)
    own.cpuMs += (used.user + used.system) / 1000
    const mask = readFileSync(join(out, `${frame.number}.mask`))
    const body = readFileSync(join(out, `${frame.number}.body`))
    add(own, frame, mask, body, [...regions, ...bridgeGaps(regions)].map(withMargin))
    if (index < REFERENCE_FRAMES) add(reference, frame, mask, body, tesseract(join(out, `${frame.number}.png`)))
  }
  const row = (id: string, what: string, part: (score: Score) => number): BenchRow => ({
    id,
    what,
    measured: `${part(own).toFixed(2)} %`,
    reference: `tesseract, ${REFERENCE_FRAMES} frames: ${part(reference).toFixed(2)} %`,
    ratio: part(own) / part(reference),
    figure: part(own),
  })
  const ms = (own.cpuMs * 512 * 512) / own.pixels
  return [
    row(
      'lines-touched',
      `${own.lines} lines burnt into ${made.length} frames: more than half covered`,
      ({ lines, touched }) => (100 * touched) / lines,
    ),
    row('ink-covered', 'pixels of letters covered', ({ ink, covered }) => (100 * covered) / ink),
    row(
      'body-blanked',
      'pixels of the body blanked, apart from the surroundings of lines',
      ({ body, bodyBlanked }) => (100 * bodyBlanked) / body,
    ),
    {
      id: 'frame-512',
      what: 'CPU of one frame of 512², all its pictures',
      measured: `${ms.toFixed(1)} ms`,
      reference: '',
      ratio: undefined,
      figure: ms,
    },
  ]
}

function emptyScore(): Score {
  return { lines: 0, touched: 0, ink: 0, covered: 0, body: 0, bodyBlanked: 0, pixels: 0, cpuMs: 0 }
}

/** @param mask not 0 for ink @param body 1 for what is brighter than air without the text */
function add(score: Score, { rows, columns, lines }: Generated, mask: Uint8Array, body: Uint8Array, regions: readonly PixelRegion[]): void {
  const blank = paint(regions, rows, columns)
  const nearText = paint(lines.map(surroundings), rows, columns)
  score.pixels += rows * columns
  for (let i = 0; i < body.length; i++) {
    if (body[i] === 0 || nearText[i] === 1) continue
    score.body++
    score.bodyBlanked += blank[i]!
  }
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue
    score.ink++
    score.covered += blank[i]!
  }
  for (const { box } of lines) {
    let ink = 0
    let covered = 0
    for (let y = box[1]; y < box[3]; y++) {
      for (let at = y * columns + box[0]; at < y * columns + box[2]; at++) {
        if (mask[at] === 0) continue
        ink++
        covered += blank[at]!
      }
    }
    score.lines++
    if (covered > ink / 2) score.touched++
  }
}

/** A line with its own height around it: what is blanked there belongs to the text. */
function surroundings({ box: [left, top, right, bottom] }: Generated['lines'][number]): PixelRegion {
  const edge = Math.min(right - left, bottom - top)
  return { column: left - edge, row: top - edge, width: right - left + 2 * edge, height: bottom - top + 2 * edge }
}

/** Boxes of words with any confidence. */
function tesseract(path: string): PixelRegion[] {
  const { stdout } = run('tesseract', [path, '-', '--psm', '11', 'tsv'])
  return stdout
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter((cells) => cells[0] === '5' && cells.at(-1)?.trim() !== '')
    .map(([, , , , , , column, row, width, height]) => ({
      column: Number(column),
      row: Number(row),
      width: Number(width),
      height: Number(height),
    }))
}

async function benchVisible(): Promise<BenchRow> {
  const { lines, missed } = await measureVisible()
  const figure = (100 * (lines - missed.length)) / lines
  return {
    id: 'visible-touched',
    what: `${lines} lines of real frames, listed by eye: more than half covered in every frame`,
    measured: `${figure.toFixed(2)} %`,
    reference: '',
    ratio: undefined,
    figure,
  }
}

async function benchClean(): Promise<BenchRow[]> {
  let frames = 0
  let touched = 0
  let pixels = 0
  let blanked = 0
  for (const path of corpusFiles().filter((name) => !withText.some((part) => name.includes(part)))) {
    try {
      const file = readDicom(new Uint8Array(readFileSync(path)))
      const source = await openPixels(file)
      const { rows, columns } = source.format
      const { regions: found, frames: count } = await scanFrames(file, source)
      const regions = [...found, ...bridgeGaps(found)]
      frames += count
      pixels += rows * columns * count
      for (let i = 0; i < count; i++) {
        const here = regions.filter(({ firstFrame, lastFrame }) => firstFrame <= i && i <= lastFrame)
        if (here.length > 0) touched++
        blanked += paint(here.map(withMargin), rows, columns).reduce((sum, one) => sum + one, 0)
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
    }
  }
  const row = (id: string, what: string, part: number): BenchRow => ({
    id,
    what,
    measured: `${part.toFixed(2)} %`,
    reference: '',
    ratio: undefined,
    figure: part,
  })
  return [
    row('clean-touched', `${frames} frames of the corpus without text: with a find`, (100 * touched) / frames),
    row('clean-blanked', 'pixels of these frames blanked', (100 * blanked) / pixels),
  ]
}

async function benchRefused(): Promise<BenchRow[]> {
  const files = corpusFiles()
  const part = async (onBurnedIn: DeidentifySettings['onBurnedIn']): Promise<number> => {
    let refused = 0
    for (const path of files) {
      try {
        await deidentifyPixels(readDicom(new Uint8Array(readFileSync(path))), { ...SETTINGS, onBurnedIn })
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        refused++
      }
    }
    return (100 * refused) / files.length
  }
  const warn = await part('warn')
  const [find, fail] = [(await part('find')) - warn, (await part('fail')) - warn]
  return [
    {
      id: 'refused',
      what: `${files.length} files of the corpus: refused for text in the pixels`,
      measured: `${find.toFixed(1)} % with find`,
      reference: `${fail.toFixed(1)} % with fail`,
      ratio: undefined,
      figure: find,
    },
  ]
}

const SETTINGS: DeidentifySettings = {
  options: [],
  unlisted: 'remove',
  key: 'correct horse battery staple',
  pseudonyms: 'surrogate',
  regions: [],
  onBurnedIn: 'find',
  mode: 'high-recall',
}

function corpusFiles(): string[] {
  return readdirSync(corpus, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:tsv|json|dicom)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function run(program: string, args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  return spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
