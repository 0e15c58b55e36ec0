// CPU of a search of a color cine of 60 frames of 1,024 × 768: a sector of speckles that move, beside lines of text that stand still.
import { openPixels } from '../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { scanFrames } from '../../../src/formats/dicom/text/scan-frames.ts'
import { concat, element, part10, u16 } from '../../formats/dicom/build-dicom.ts'
import { type Canvas, canvas, drawLine } from '../../formats/dicom/text/draw-text.ts'
import type { BenchRow } from '../row.ts'

const WIDTH = 1024
const HEIGHT = 768
const FRAMES = 60
const ROUNDS = 3

export async function benchCine(): Promise<BenchRow> {
  const bytes = makeCine()
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage()
    const file = readDicom(bytes)
    await scanFrames(file, await openPixels(file))
    const { user, system } = process.cpuUsage(start)
    rounds.push((user + system) / 1e6)
  }
  const seconds = Math.min(...rounds)
  return {
    id: 'cine-60',
    what: `CPU of a color cine of ${FRAMES} frames of 1,024 × 768`,
    measured: `${seconds.toFixed(2)} s`,
    reference: '',
    ratio: undefined,
    figure: seconds,
    rounds,
  }
}

function makeCine(): Uint8Array {
  const speckles = makeSpeckles()
  const frames = Array.from({ length: FRAMES }, (_, frame) => colors(makeFrame(speckles, frame)))
  return part10(
    concat(
      element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.3.1'),
      element(0x00280002, 'US', u16(3)),
      element(0x00280004, 'CS', 'RGB'),
      element(0x00280006, 'US', u16(0)),
      element(0x00280008, 'IS', String(FRAMES)),
      element(0x00280010, 'US', u16(HEIGHT)),
      element(0x00280011, 'US', u16(WIDTH)),
      element(0x00280100, 'US', u16(8)),
      element(0x00280101, 'US', u16(8)),
      element(0x00280102, 'US', u16(7)),
      element(0x00280103, 'US', u16(0)),
      element(0x7fe00010, 'OB', concat(...frames)),
    ),
  )
}

/** Noise, made smooth over a few pixels as speckles are. */
function makeSpeckles(): Uint8Array {
  const { samples } = canvas(WIDTH, HEIGHT, 128, 250)
  for (let at = 0; at < samples.length - 3 - 2 * WIDTH; at++) {
    samples[at] = (samples[at]! + samples[at + 1]! + samples[at + 2]! + samples[at + WIDTH]! + samples[at + 2 * WIDTH]!) / 5
  }
  return samples
}

function makeFrame(speckles: Uint8Array, frame: number): Canvas {
  const samples = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 80; y < HEIGHT - 60; y++) {
    const half = Math.min((y - 60) * 0.7, 380)
    for (let x = Math.ceil(WIDTH / 2 - half); x < WIDTH / 2 + half; x++) {
      const depth = 0.5 + 0.5 * Math.sin((y + 3 * frame) / 60 + Math.cos(x / 90))
      samples[y * WIDTH + x] = speckles[(y * WIDTH + x + frame * 7919) % speckles.length]! * depth
    }
  }
  const picture = { width: WIDTH, height: HEIGHT, samples }
  drawLine(picture, { text: 'PATIENT 10.03.1961', column: 20, row: 12, value: 255, scale: 2 })
  drawLine(picture, { text: 'BISLER', column: 20, row: 720, value: 200, scale: 2 })
  return picture
}

function colors({ samples }: Canvas): Uint8Array {
  const rgb = new Uint8Array(samples.length * 3)
  for (let at = 0; at < samples.length; at++) {
    rgb[3 * at] = samples[at]!
    rgb[3 * at + 1] = samples[at]!
    // A heat map of the middle: its channels differ.
    rgb[3 * at + 2] = at % WIDTH > 450 && at % WIDTH < 570 ? samples[at]! >> 2 : samples[at]!
  }
  return rgb
}
