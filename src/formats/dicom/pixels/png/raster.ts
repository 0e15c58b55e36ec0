// A picture of 8 bit samples, and its reduction by the mean of the area that each new pixel covers.

export interface Raster {
  readonly width: number
  readonly height: number
  /** 1 grey, 3 red green blue. */
  readonly channels: 1 | 3
  readonly samples: Uint8Array | Uint8ClampedArray
}

/** The same raster where no edge is longer than `maxEdge`. */
export function shrinkRaster(raster: Raster, maxEdge: number): Raster {
  const longest = Math.max(raster.width, raster.height)
  if (longest <= maxEdge) return raster
  const width = Math.max(1, Math.round((raster.width * maxEdge) / longest))
  const height = Math.max(1, Math.round((raster.height * maxEdge) / longest))
  return { width, height, channels: raster.channels, samples: shrinkRows(shrinkColumns(raster, width), width, raster, height) }
}

function shrinkColumns({ width, height, channels, samples }: Raster, target: number): Float32Array {
  const result = new Float32Array(target * height * channels)
  const scale = width / target
  for (let x = 0; x < target; x++) {
    for (const [from, weight] of coverage(x * scale, (x + 1) * scale, width)) {
      for (let y = 0; y < height; y++) {
        const source = (y * width + from) * channels
        const sink = (y * target + x) * channels
        for (let c = 0; c < channels; c++) result[sink + c]! += samples[source + c]! * weight
      }
    }
  }
  return result
}

function shrinkRows(samples: Float32Array, width: number, { height, channels }: Raster, target: number): Uint8ClampedArray {
  const stride = width * channels
  const result = new Uint8ClampedArray(stride * target)
  const scale = height / target
  const row = new Float32Array(stride)
  for (let y = 0; y < target; y++) {
    row.fill(0)
    for (const [from, weight] of coverage(y * scale, (y + 1) * scale, height)) {
      for (let i = 0; i < stride; i++) row[i]! += samples[from * stride + i]! * weight
    }
    result.set(row, y * stride)
  }
  return result
}

/** The cells between start and end with their shares, which sum up to 1. */
function coverage(start: number, end: number, limit: number): (readonly [cell: number, share: number])[] {
  const cells: (readonly [number, number])[] = []
  for (let cell = Math.floor(start); cell < Math.min(Math.ceil(end), limit); cell++) {
    const share = (Math.min(end, cell + 1) - Math.max(start, cell)) / (end - start)
    if (share > 0) cells.push([cell, share])
  }
  return cells
}
