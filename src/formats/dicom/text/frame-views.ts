// The views of a frame that are searched for text: what a viewer shows, and what another window or color can show.
import type { DicomFile } from '../dicom-file.ts'
import { colourFrame } from '../pixels/colour.ts'
import { type FrameSamples, readSamples } from '../pixels/frame-samples.ts'
import { shadeFrame } from '../pixels/grayscale.ts'
import { activeCells, type Plane } from './plane.ts'

/** A pixel is coloured where its channels differ by more. */
const COLOURED = 40
/** Of 10,000 pixels. */
const LEAST_COLOURED = 5
/** Mean difference of two views, in shades, from which both are searched. */
const LEAST_DIFFERENCE = 4
/** A view with contrast in more cells that have less than half of it in the other views is searched too: a few letters have so many. */
const MOST_HIDDEN_CELLS = 12
const HIDDEN_RANGE = 7
/** Part of the samples at either end that a narrowed range leaves out. */
const TAIL = 0.002

/**
 * One to four planes of the size of the frame.
 * @param index from 0
 * @throws ProblemError `unsupported_variant` where colours are not converted, `unreadable_input` where a palette is missing
 */
export function viewsOf(file: DicomFile, frame: FrameSamples, index: number, byteOffset: number): Plane[] {
  const { columns: width, rows: height } = frame
  const isGrey = frame.photometric === 'MONOCHROME1' || frame.photometric === 'MONOCHROME2'
  const shown = isGrey ? [shadeFrame(file, index, frame, undefined).shades] : colourViews(colourFrame(file, frame, byteOffset))
  const views = shown.map((samples): Plane => ({ width, height, samples }))
  if (frame.photometric === 'PALETTE COLOR') views.push(...indexViews(frame, shown[0]!))
  const stored = isGrey ? readSamples(frame) : readDeepSamples(frame)
  for (const [low, high] of stored ? rangesOf(stored) : []) {
    const view = { width, height, samples: stretch(stored!, low, high) }
    if (views.every((other) => differ(other.samples, view.samples)) || showsMore(view, views)) views.push(view)
  }
  return views
}

/** Entries of a palette with the same color can hold a text that only another palette shows: the rank of each index among those of its shade. */
function indexViews(frame: FrameSamples, shades: Uint8Array): Plane[] {
  const stored = readSamples(frame)
  const ranks = new Map<number, number>()
  const counts = new Uint32Array(256)
  for (let i = 0; i < stored.length; i++) if (!ranks.has(stored[i]!)) ranks.set(stored[i]!, counts[shades[i]!]!++)
  const samples = new Uint8Array(stored.length)
  for (let i = 0; i < samples.length; i++) {
    const count = counts[shades[i]!]!
    samples[i] = count > 1 ? (255 * ranks.get(stored[i]!)!) / (count - 1) : 0
  }
  const view = { width: frame.columns, height: frame.rows, samples }
  return showsMore(view, []) ? [view] : []
}

/** Brightest channel, or luminance, of colors with more than 8 bits: the picture that is shown lacks their low bits, which may be all that is used. */
function readDeepSamples(frame: FrameSamples): ArrayLike<number> | undefined {
  const { samplesPerPixel, bitsStored, photometric } = frame
  if (samplesPerPixel < 3 || bitsStored <= 8) return undefined
  const stored = readSamples(frame)
  const used = photometric.startsWith('YBR') ? 1 : samplesPerPixel
  return Float64Array.from({ length: stored.length / samplesPerPixel }, (_, pixel) => {
    let most = stored[pixel * samplesPerPixel]!
    for (let i = 1; i < used; i++) most = Math.max(most, stored[pixel * samplesPerPixel + i]!)
    return most
  })
}

/** Whether a view has contrast where no other has: a window may hide a small text and change hardly anything else. */
function showsMore(view: Plane, others: readonly Plane[]): boolean {
  const known = others.map((other) => activeCells(other, HIDDEN_RANGE))
  let hidden = 0
  activeCells(view).forEach((active, i) => {
    if (active === 1 && known.every((cells) => cells[i] === 0)) hidden++
  })
  return hidden > MOST_HIDDEN_CELLS
}

/** The whole range, and the range without its tails: one bright sample presses all others together. */
function rangesOf(stored: ArrayLike<number>): (readonly [number, number])[] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = 0; i < stored.length; i++) {
    const value = stored[i]!
    if (value < low && value > Number.NEGATIVE_INFINITY) low = value
    if (value > high && value < Number.POSITIVE_INFINITY) high = value
  }
  if (!(high > low)) return []
  return [[low, high], narrow(stored, low, high)]
}

const BINS = 4096

function narrow(stored: ArrayLike<number>, low: number, high: number): readonly [number, number] {
  const counts = new Uint32Array(BINS)
  const scale = (BINS - 1) / (high - low)
  for (let i = 0; i < stored.length; i++) counts[Math.floor((stored[i]! - low) * scale)]!++
  const tail = stored.length * TAIL
  let first = 0
  for (let sum = counts[0]!; sum < tail && first < BINS - 1; ) sum += counts[++first]!
  let last = BINS - 1
  for (let sum = counts[last]!; sum < tail && last > first; ) sum += counts[--last]!
  return [low + first / scale, low + (last + 1) / scale]
}

function stretch(stored: ArrayLike<number>, low: number, high: number): Uint8Array {
  const shades = new Uint8Array(stored.length)
  const scale = 255 / (high - low)
  for (let i = 0; i < stored.length; i++) {
    const shade = (stored[i]! - low) * scale
    shades[i] = shade <= 0 ? 0 : shade >= 255 ? 255 : shade + 0.5
  }
  return shades
}

/** Whether one is not nearly the other or its negative. */
function differ(a: Uint8Array, b: Uint8Array): boolean {
  let same = 0
  let negative = 0
  for (let i = 0; i < a.length; i++) {
    same += Math.abs(a[i]! - b[i]!)
    negative += Math.abs(a[i]! + b[i]! - 255)
  }
  return Math.min(same, negative) > LEAST_DIFFERENCE * a.length
}

/** Brightest and darkest channel: letters of one colour on another stand out in one of them. */
function colourViews(rgb: Uint8ClampedArray): Uint8Array[] {
  const count = rgb.length / 3
  const most = new Uint8Array(count)
  const least = new Uint8Array(count)
  let coloured = 0
  for (let i = 0, from = 0; i < count; i++, from += 3) {
    const r = rgb[from]!
    const g = rgb[from + 1]!
    const b = rgb[from + 2]!
    const high = r > g ? (r > b ? r : b) : g > b ? g : b
    const low = r < g ? (r < b ? r : b) : g < b ? g : b
    most[i] = high
    least[i] = low
    if (high - low > COLOURED) coloured++
  }
  return coloured * 10_000 >= LEAST_COLOURED * count ? [most, least] : [most]
}
