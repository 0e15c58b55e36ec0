// Writes PNG (ISO/IEC 15948): grey or RGB of 8 bits, each row as differences to its left neighbours.
import { zlibSync } from 'fflate'
import type { Raster } from './raster.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const GREY = 0
const RGB = 2
const FILTER_SUB = 1
/** Higher levels of deflate save a tenth of the bytes for several times the time. */
const DEFLATE_LEVEL = 1

export function encodePng(raster: Raster): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, raster.width)
  view.setUint32(4, raster.height)
  header.set([8, raster.channels === 1 ? GREY : RGB, 0, 0, 0], 8)
  const chunks = [
    Uint8Array.from(SIGNATURE),
    makeChunk('IHDR', header),
    makeChunk('IDAT', zlibSync(filterRows(raster), { level: DEFLATE_LEVEL })),
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
  let to = 0
  for (let y = 0; y < height; y++) {
    const from = y * stride
    rows[to++] = FILTER_SUB
    for (let i = 0; i < channels; i++) rows[to++] = samples[from + i]!
    for (let i = channels; i < stride; i++) rows[to++] = samples[from + i]! - samples[from + i - channels]!
  }
  return rows
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
