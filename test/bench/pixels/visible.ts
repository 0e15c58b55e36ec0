// Real frames with visible text: `visible-lines.txt` names files of the DICOM corpus and the rectangle of each line in them, read by eye from the pictures
// (left, top, right, bottom; ends exclusive; logos, arrows and rulers are no lines). Alone: `node test/bench/pixels/visible.ts`, which prints the lines that are missed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../../src/core/problem.ts'
import { openPixels } from '../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { bridgeGaps } from '../../../src/formats/dicom/text/bridge-gaps.ts'
import { withMargin } from '../../../src/formats/dicom/text/margin.ts'
import { scanFrames } from '../../../src/formats/dicom/text/scan-frames.ts'
import { projectFolder } from '../../architecture/source-file.ts'
import { paint } from './paint.ts'

type Box = readonly [number, number, number, number]

/** Part of a line's rectangle that is blanked. */
const TOUCHED = 0.5
export const corpus = join(projectFolder, '..', 'shared', 'corpora', 'dicom')
const table = readTable()

export interface VisibleLines {
  /** In files that are searched. */
  readonly lines: number
  /** Files that are refused, because a frame is damaged. */
  readonly refused: readonly string[]
  /** File and rectangle of each line that is not touched in every frame, and the part of it that is blanked in the worst frame. */
  readonly missed: readonly string[]
}

export async function measureVisible(): Promise<VisibleLines> {
  const missed: string[] = []
  const refused: string[] = []
  let lines = 0
  for (const [name, boxes] of table) {
    const covered = await coverOf(join(corpus, name), boxes)
    if (!covered) {
      refused.push(name)
      continue
    }
    lines += boxes.length
    boxes.forEach((box, i) => {
      if (covered[i]! <= TOUCHED) missed.push(`${name} ${box.join(',')} ${(100 * covered[i]!).toFixed(0)} %`)
    })
  }
  return { lines, refused, missed }
}

function readTable(): (readonly [string, readonly Box[]])[] {
  const lines = readFileSync(join(import.meta.dirname, 'visible-lines.txt'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [name, ...boxes] = line.split(' ')
    return [name!, boxes.map((box) => box.split(',').map(Number) as unknown as Box)]
  })
}

async function coverOf(path: string, boxes: readonly Box[]): Promise<number[] | undefined> {
  try {
    return await leastCovered(path, boxes)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'unreadable_input') return undefined
    throw error
  }
}

/** Of each rectangle, the part that is blanked in the frame where it is least. */
async function leastCovered(path: string, boxes: readonly Box[]): Promise<number[]> {
  const file = readDicom(new Uint8Array(readFileSync(path)))
  const source = await openPixels(file)
  const { rows, columns } = source.format
  const { regions: found, frames } = await scanFrames(file, source)
  const regions = [...found, ...bridgeGaps(found)]
  const least = boxes.map(() => 1)
  for (let frame = 0; frame < frames; frame++) {
    const here = regions.filter(({ firstFrame, lastFrame }) => firstFrame <= frame && frame <= lastFrame)
    const blank = paint(here.map(withMargin), rows, columns)
    boxes.forEach((box, i) => {
      least[i] = Math.min(least[i]!, partOf(blank, columns, box))
    })
  }
  return least
}

function partOf(blank: Uint8Array, columns: number, [left, top, right, bottom]: Box): number {
  let sum = 0
  for (let y = top; y < bottom; y++) for (let at = y * columns + left; at < y * columns + right; at++) sum += blank[at]!
  return sum / ((right - left) * (bottom - top))
}

if (import.meta.main) {
  if (!existsSync(corpus)) throw new Error(`There is no corpus in ${corpus}.`)
  const { lines, refused, missed } = await measureVisible()
  console.log(
    `${lines - missed.length} of ${lines} lines touched in ${table.length - refused.length} files; refused: ${refused.join(', ') || 'none'}`,
  )
  for (const line of missed) console.log(line)
}
