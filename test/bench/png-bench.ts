// What a picture of 512² costs as PNG: beside zlib of the runtime on the same filtered rows, and beside the libraries of npm where a folder has them.
// Usage: node test/bench/png-bench.ts; PNG_PEERS names a folder with node_modules of fast-png, upng-js and pngjs, as dicom-peers.ts makes one.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { encodePng } from '../../src/formats/dicom/pixels/png/png.ts'
import type { Raster } from '../../src/formats/dicom/pixels/png/raster.ts'
import { type BenchRow, formatTable, median, missingRow } from './row.ts'

const EDGE = 512
const ROUNDS = 25
/** Signature, IHDR, and the head of IDAT, which is the only one. */
const IDAT_LENGTH_AT = 33
const IDAT_AT = 41

interface Peer {
  readonly name: string
  /** A library with the settings that it has by itself. */
  readonly asItComes: boolean
  readonly encode: () => { readonly length: number } | undefined
}

/** One row for each reference; ours is measured in turns with it. */
export function benchPng(): BenchRow[] {
  const samples = composeSlope()
  const raster: Raster = { width: EDGE, height: EDGE, channels: 1, samples }
  const png = encodePng(raster)
  const rows = filteredRows(png)
  const peers: Peer[] = [
    { name: 'zlib of the runtime at its fastest, the same filtered rows', asItComes: false, encode: () => deflateSync(rows, { level: 1 }) },
    ...libraries(samples),
  ]
  const what = `dicom/render, ${EDGE}² grey as PNG`
  const results = peers.map(({ name, encode }) => {
    const { ownMs, peerMs, peerBytes } = measure(() => encodePng(raster), encode)
    return {
      what,
      measured: `${ownMs.toFixed(2)} ms, ${(png.length / 1024).toFixed(0)} KiB`,
      reference: `${name} ${peerMs.toFixed(2)} ms, ${(peerBytes / 1024).toFixed(0)} KiB`,
      ratio: peerMs / ownMs,
    }
  })
  const asTheyCome = results.filter((_, i) => peers[i]!.asItComes).map(({ ratio }) => ratio)
  const id = 'png-of-libraries'
  const fastest = `${what}, the fastest library as it comes`
  if (asTheyCome.length === 0) return [...results, missingRow(id, fastest, 'PNG_PEERS names no folder')]
  return [...results, { id, what: fastest, measured: '', reference: 'of those above', ratio: Math.min(...asTheyCome) }]
}

/** A slope with noise, as pictures of patients are. */
function composeSlope(): Uint8Array {
  let state = 1
  return Uint8Array.from({ length: EDGE * EDGE }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return ((i % EDGE) / 4 + Math.floor(i / EDGE) / 8 + (state >>> 29)) & 255
  })
}

function filteredRows(png: Uint8Array): Uint8Array {
  const length = new DataView(png.buffer, png.byteOffset).getUint32(IDAT_LENGTH_AT)
  return inflateSync(png.subarray(IDAT_AT, IDAT_AT + length))
}

/** As they come, and at the fastest setting that they have. */
function libraries(samples: Uint8Array): Peer[] {
  const folder = process.env.PNG_PEERS
  if (!folder) return []
  const load = createRequire(join(folder, 'package.json'))
  const fastPng = load('fast-png') as {
    encode(image: object, options?: object): Uint8Array
  }
  const upng = load('upng-js') as { encode(frames: ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer }
  const { PNG } = load('pngjs') as {
    PNG: { new (options: object): { data: Buffer }; sync: { write(png: object, options?: object): Buffer } }
  }
  // It takes nothing but four channels, and finds the grey in them by itself.
  const colours = Uint8Array.from({ length: samples.length * 4 }, (_, i) => (i % 4 === 3 ? 255 : samples[i >> 2]!))
  const image = { width: EDGE, height: EDGE, data: samples, channels: 1, depth: 8 }
  const grey = { colorType: 0, inputColorType: 0, inputHasAlpha: false }
  const pngOf = () => {
    const png = new PNG({ width: EDGE, height: EDGE })
    png.data = Buffer.from(samples)
    return png
  }
  return [
    { name: 'fast-png', asItComes: true, encode: () => fastPng.encode(image) },
    { name: 'upng-js', asItComes: true, encode: () => new Uint8Array(upng.encode([colours.buffer], EDGE, EDGE, 0)) },
    { name: 'pngjs', asItComes: true, encode: () => PNG.sync.write(pngOf(), grey) },
    {
      name: 'pngjs, level 1, filter sub',
      asItComes: false,
      encode: () => PNG.sync.write(pngOf(), { ...grey, deflateLevel: 1, filterType: 1 }),
    },
  ]
}

/** Medians of both sides in turns, so that a busy machine slows both. */
function measure(own: () => unknown, peer: Peer['encode']): { ownMs: number; peerMs: number; peerBytes: number } {
  const encoderTimes: number[] = []
  const peerTimes: number[] = []
  let peerBytes = 0
  for (let i = -3; i < ROUNDS; i++) {
    const start = performance.now()
    own()
    const between = performance.now()
    peerBytes = peer()?.length ?? 0
    const end = performance.now()
    if (i < 0) continue
    encoderTimes.push(between - start)
    peerTimes.push(end - between)
  }
  return { ownMs: median(encoderTimes), peerMs: median(peerTimes), peerBytes }
}

if (import.meta.main) console.log(formatTable(benchPng()))
