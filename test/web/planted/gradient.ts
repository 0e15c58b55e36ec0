// A tool that only the tests know: a picture with a window, so that the view of pictures is tested apart from any format.
import { zlibSync } from 'fflate'
import * as z from 'zod'
import { bytesField } from '../../../src/core/document.ts'
import { defineTool } from '../../../src/core/tool.ts'
import { showAs } from '../../../src/core/view.ts'

const EDGE = 64

export const gradient = defineTool({
  id: 'planted/gradient',
  version: '1.0.0',
  title: 'Gradient',
  summary: 'Draws grey values through a window.',
  input: z.strictObject({ name: z.string().describe('Any text.') }),
  options: z.strictObject({
    frame: z
      .int()
      .min(1)
      .default(1)
      .describe('The frame.')
      .meta(showAs({ kind: 'slider', minimum: 1, maximum: { field: 'frames' }, step: 1 })),
    window: z
      .strictObject({
        center: z
          .number()
          .describe('Its middle.')
          .meta(showAs({ kind: 'slider', minimum: 0, maximum: 255, step: 1 })),
        width: z
          .number()
          .describe('Its width.')
          .meta(showAs({ kind: 'slider', minimum: 1, maximum: 255, step: 1 })),
      })
      .optional()
      .describe('The window.'),
  }),
  output: z.strictObject({
    frames: z.int(),
    window: z.strictObject({ center: z.number(), width: z.number() }),
    image: bytesField('The image.'),
  }),
  download: { field: 'image', mediaType: 'image/png', extension: 'png' },
  maxInputBytes: 1000,
  mayRunLong: false,
  examples: [{ title: 'Three frames', input: { name: 'a' }, output: { frames: 3 } }],
  run(_input, { frame, window = { center: 128, width: 200 } }) {
    const rows = new Uint8Array(EDGE * (EDGE + 1))
    for (let y = 0; y < EDGE; y++) {
      for (let x = 0; x < EDGE; x++) {
        const grey = (4 * x * frame) % 256
        rows[y * (EDGE + 1) + 1 + x] = Math.max(0, Math.min(255, (255 * (grey - window.center)) / window.width + 128))
      }
    }
    return { frames: 3, window, image: writePng(rows) }
  },
})

/** An 8-bit grey PNG of EDGE by EDGE; a filter byte before each row. */
function writePng(rows: Uint8Array): Uint8Array {
  const size = [0, 0, 0, EDGE]
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', Uint8Array.of(...size, ...size, 8, 0, 0, 0, 0)),
    chunk('IDAT', zlibSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Uint8Array.of(...new TextEncoder().encode(type), ...data)
  const numbers = new DataView(new ArrayBuffer(8))
  numbers.setUint32(0, data.length)
  numbers.setUint32(4, crc(body))
  const bytes = new Uint8Array(numbers.buffer)
  return Uint8Array.of(...bytes.subarray(0, 4), ...body, ...bytes.subarray(4))
}

function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}
