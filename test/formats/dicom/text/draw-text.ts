// Draws lines of text into grey pictures with a font of 5 × 7 points, made for these tests.

const GLYPHS: Readonly<Record<string, string>> = {
  A: '01110 10001 10001 11111 10001 10001 10001',
  B: '11110 10001 10001 11110 10001 10001 11110',
  D: '11110 10001 10001 10001 10001 10001 11110',
  E: '11111 10000 10000 11110 10000 10000 11111',
  I: '01110 00100 00100 00100 00100 00100 01110',
  L: '10000 10000 10000 10000 10000 10000 11111',
  N: '10001 11001 10101 10101 10011 10001 10001',
  O: '01110 10001 10001 10001 10001 10001 01110',
  P: '11110 10001 10001 11110 10000 10000 10000',
  R: '11110 10001 10001 11110 10100 10010 10001',
  S: '01111 10000 10000 01110 00001 00001 11110',
  T: '11111 00100 00100 00100 00100 00100 00100',
  0: '01110 10001 10011 10101 11001 10001 01110',
  1: '00100 01100 00100 00100 00100 00100 01110',
  2: '01110 10001 00001 00110 01000 10000 11111',
  3: '11110 00001 00001 01110 00001 00001 11110',
  4: '00010 00110 01010 10010 11111 00010 00010',
  5: '11111 10000 11110 00001 00001 10001 01110',
  6: '01110 10000 10000 11110 10001 10001 01110',
  7: '11111 00001 00010 00100 01000 01000 01000',
  8: '01110 10001 10001 01110 10001 10001 01110',
  9: '01110 10001 10001 01111 00001 00001 01110',
  '.': '00000 00000 00000 00000 00000 00110 00110',
}

export interface Canvas {
  readonly width: number
  readonly height: number
  readonly samples: Uint8Array
}

export interface Line {
  readonly text: string
  readonly column: number
  readonly row: number
  readonly value: number
  /** Pixels of a point of the font. */
  readonly scale?: number
  /** From below to above. */
  readonly upward?: boolean
  /** Degrees by which the line falls. */
  readonly fall?: number
}

/** Smooth grey with the noise of an own generator, always the same. */
export function canvas(width: number, height: number, level = 40, noise = 6): Canvas {
  let seed = 12345
  const next = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed / 0x7fffffff
  }
  const samples = Uint8Array.from({ length: width * height }, (_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    return level + 30 * Math.sin(x / 60) * Math.cos(y / 45) + 30 + noise * (next() - 0.5)
  })
  return { width, height, samples }
}

/** In place. @returns pixels that became ink */
export function drawLine({ width, samples }: Canvas, { text, column, row, value, scale = 1, upward = false, fall = 0 }: Line): number[] {
  const ink: number[] = []
  const [sine, cosine] = [Math.sin((fall * Math.PI) / 180), Math.cos((fall * Math.PI) / 180)]
  // Turned points leave no gaps where they are drawn twice as densely.
  const step = fall === 0 ? 1 : 0.5
  ;[...text].forEach((sign, i) => {
    const lines = GLYPHS[sign]?.split(' ') ?? []
    lines.forEach((bits, y) => {
      ;[...bits].forEach((bit, x) => {
        if (bit === '0') return
        for (let dy = 0; dy < scale; dy += step) {
          for (let dx = 0; dx < scale; dx += step) {
            const along = (i * 6 + x) * scale + dx
            const across = y * scale + dy
            const [right, down] = [Math.round(along * cosine - across * sine), Math.round(along * sine + across * cosine)]
            const at = upward ? (row - along) * width + column + across : (row + down) * width + column + right
            samples[at] = value
            ink.push(at)
          }
        }
      })
    })
  })
  return ink
}
