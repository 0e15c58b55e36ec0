// Reads the PNG files that the writer makes: one IDAT, filters 1 and 2; any other fails.
import { inflateSync } from 'node:zlib'
import { expect } from 'vitest'

export interface Picture {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly filters: readonly number[]
  readonly pixels: readonly number[]
}

export function readPng(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset)
  const [width, height, channels] = [view.getUint32(16), view.getUint32(20), png[25] === 2 ? 3 : 1]
  const rows = inflateSync(png.subarray(41, 41 + view.getUint32(33)))
  const stride = width * channels
  const pixels: number[] = []
  const filters: number[] = []
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const filter = rows[start]!
    expect([1, 2]).toContain(filter)
    filters.push(filter)
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : pixels.at(-channels)!
      const above = y === 0 ? 0 : pixels.at(-stride)!
      pixels.push((rows[start + 1 + i]! + (filter === 1 ? left : above)) & 255)
    }
  }
  return { width, height, channels, filters, pixels }
}
