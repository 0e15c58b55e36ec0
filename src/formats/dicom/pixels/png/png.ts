// Writes PNG (ISO/IEC 15948): grey or RGB of 8 bits, each row as differences to its left neighbours or to the row above, whichever are smaller.
import { deflateRuns } from './deflate-runs.ts'
import type { Raster } from './raster.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const GREY = 0
const RGB = 2
const FILTER_SUB = 1
const FILTER_UP = 2
/** Of so many rows one is looked at to choose the filter. */
const ROWS_A_PROBE = 8

export function encodePng(raster: Raster): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, raster.width)
  view.setUint32(4, raster.height)
  header.set([8, raster.channels === 1 ? GREY : RGB, 0, 0, 0], 8)
  const chunks = [
    Uint8Array.from(SIGNATURE),
    makeChunk('IHDR', header),
    makeChunk('IDAT', wrapZlib(filterRows(raster))),
    makeChunk('IEND', new Uint8Array(0)),
  ]
  const file = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    file.set(chunk, at)
    at += chunk.length
  }
  return file
}

function filterRows({ width, height, channels, samples }: Raster): Uint8Array {
  const stride = width * channels
  const rows = new Uint8Array((stride + 1) * height)
  const isUp = prefersUp(samples, stride, channels)
  let to = 0
  for (let y = 0; y < height; y++) {
    const from = y * stride
    if (isUp && y > 0) {
      rows[to++] = FILTER_UP
      for (let i = from; i < from + stride; i++) rows[to++] = samples[i]! - samples[i - stride]!
      continue
    }
    rows[to++] = FILTER_SUB
    for (let i = from; i < from + channels; i++) rows[to++] = samples[i]!
    for (let i = from + channels; i < from + stride; i++) rows[to++] = samples[i]! - samples[i - channels]!
  }
  return rows
}

/** By the sums of the differences in some of the rows. */
function prefersUp(samples: Raster['samples'], stride: number, channels: number): boolean {
  let left = 0
  let up = 0
  for (let from = stride; from < samples.length; from += stride * ROWS_A_PROBE) {
    for (let i = from + channels; i < from + stride; i++) {
      left += Math.abs(samples[i]! - samples[i - channels]!)
      up += Math.abs(samples[i]! - samples[i - stride]!)
    }
  }
  return up < left
}

/** RFC 1950: a window of 32 KiB, the fastest level. */
function wrapZlib(data: Uint8Array): Uint8Array {
  const deflated = deflateRuns(data)
  const stream = new Uint8Array(deflated.length + 6)
  stream.set([0x78, 0x01])
  stream.set(deflated, 2)
  new DataView(stream.buffer).setUint32(deflated.length + 2, adler32(data))
  return stream
}

/** So many bytes add up to less than 2^32 (RFC 1950 §9). */
const ADLER_RUN = 5552
const ADLER_MODULUS = 65_521

function adler32(data: Uint8Array): number {
  let a = 1
  let b = 0
  for (let start = 0; start < data.length; start += ADLER_RUN) {
    const end = Math.min(start + ADLER_RUN, data.length)
    for (let i = start; i < end; i++) {
      a += data[i]!
      b += a
    }
    a %= ADLER_MODULUS
    b %= ADLER_MODULUS
  }
  return ((b << 16) | a) >>> 0
}

function makeChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i)
  chunk.set(data, 8)
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)))
  return chunk
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (let i = 0; i < bytes.length; i++) crc = CRC_TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
