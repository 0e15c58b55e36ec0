// The network: its kernel computes what the weights say, blocks of a long text join without a seam, and a text has one judgement.
import { describe, expect, test } from 'vitest'
import { KERNEL_SIZE, NetworkKernel, REACH } from '../../../../src/formats/phi/network/kernel.ts'
import { KernelMemory } from '../../../../src/formats/phi/network/kernel-memory.ts'
import { networkScores } from '../../../../src/formats/phi/network/network.ts'
import { DILATIONS, type NetworkWeights, OUTPUTS, unpackNetwork, WIDTH } from '../../../../src/formats/phi/network/network-weights.ts'
import { NETWORK_WEIGHTS } from '../../../../src/formats/phi/network/phi-weights.generated.ts'
import { type Tokens, tokenize } from '../../../../src/formats/phi/tokens.ts'

const weights = unpackNetwork(NETWORK_WEIGHTS, 15)
/** As in English. */
const scoresOf = (tokens: Tokens) => networkScores(tokens, [{ first: 0, end: tokens.count, language: 0 }])

/** The layers as they are defined, without the order of memory and the groups of the kernel. */
function reference({ layers, head, headBias }: NetworkWeights, input: number[][]): number[][] {
  let rows = input
  layers.forEach(({ weights: taps, bias }, n) => {
    const dilation = DILATIONS[n]!
    rows = rows.map((row, t) =>
      row.map((value, output) => {
        let sum = bias[output]!
        for (let tap = 0; tap < 3; tap++) {
          const from = rows[t + (tap - 1) * dilation]
          if (from) for (let i = 0; i < WIDTH; i++) sum += from[i]! * taps[(output * WIDTH + i) * 3 + tap]!
        }
        return value + Math.max(0, sum)
      }),
    )
  })
  return rows.map((row) =>
    Array.from({ length: OUTPUTS }, (_, output) =>
      row.reduce((sum, value, i) => sum + value * head[output * WIDTH + i]!, headBias[output]!),
    ),
  )
}

function openKernel() {
  const memory = new KernelMemory(KERNEL_SIZE)
  return { memory, kernel: new NetworkKernel(weights, memory) }
}

describe('the kernel', () => {
  test.each([1, 2, 3, 4, 5, 33])('computes %i rows as the layers are defined, whatever it computed before', (count) => {
    const { kernel, memory } = openKernel()
    const row = (t: number) => Array.from({ length: WIDTH }, (_, i) => Math.max(0, Math.sin(t * 7 + i * 3)))
    const fill = (rows: number[][]) => memory.floats.set(rows.flat(), kernel.input / 4)
    fill(Array.from({ length: 200 }, (_, t) => row(t + 999)))
    kernel.run(200)
    const input = Array.from({ length: count }, (_, t) => row(t))
    fill(input)
    const output = kernel.run(count)
    reference(weights, input).forEach((expected, t) => {
      for (const [k, value] of expected.entries()) expect(output[t * 16 + k]).toBeCloseTo(value, 3)
    })
  })

  test('rounds to hundredths as numbers of JavaScript are rounded, within its bounds', () => {
    const { kernel, memory } = openKernel()
    const rows = 50
    const input = Float32Array.from({ length: rows * WIDTH }, (_, i) => (i % 3 === 0 ? 0 : 1.3 ** (i / WIDTH) * Math.abs(Math.sin(i * 5))))
    memory.floats.set(input, kernel.input / 4)
    const rounded = [...kernel.scores(rows)]
    memory.floats.set(input, kernel.input / 4)
    const output = kernel.run(rows)
    const expected = Array.from({ length: rows }, (_, t) => [...output.subarray(t * 16, t * 16 + OUTPUTS)]).flat()
    expect(rounded).toEqual(expected.map((value) => Math.round(Math.max(-300, Math.min(300, value)) * 100)))
    expect(rounded).toContain(-30_000)
    expect(rounded).toContain(30_000)
  })
})

describe('a long text', () => {
  test('is judged in blocks that join without a seam', () => {
    const sentence = 'Seen by Dr. Amara Lindqvist at Fernhill on 3/14, MRN 4471902; takes 2 tabs. '
    const size = tokenize(sentence).count
    const scores = scoresOf(tokenize(sentence.repeat(400)))
    const middle = scores.slice(10 * size * OUTPUTS, 11 * size * OUTPUTS)
    expect(size).toBeGreaterThan(REACH)
    for (let copy = 11; copy < 390; copy++) {
      const other = scores.slice(copy * size * OUTPUTS, (copy + 1) * size * OUTPUTS)
      expect(Math.max(...other.map((value, i) => Math.abs(value - middle[i]!)))).toBeLessThanOrEqual(1)
    }
  })

  test('of a hundred thousand words is judged', () => {
    const tokens = tokenize('a b '.repeat(50_000))
    expect(scoresOf(tokens).length).toBe(tokens.count * OUTPUTS)
  })
})

describe('a long row of signs', () => {
  const around = (signs: string) => tokenize(`Seen by Dr. Amara Lindqvist ${signs} at Fernhill on 3/14, MRN 4471902`)

  test('identifies nobody, and the words on both sides are judged as if it were shorter', () => {
    const long = around('-'.repeat(5000))
    const short = around('-'.repeat(60))
    const [left, right] = [5 * OUTPUTS, 9 * OUTPUTS]
    const [scores, others] = [scoresOf(long), scoresOf(short)]
    expect(scores.slice(0, left)).toEqual(others.slice(0, left))
    expect(scores.slice(-right)).toEqual(others.slice(-right))
    for (let i = 200; i < 4800; i++) expect(scores[i * OUTPUTS + 7]).toBeGreaterThan(1000)
  })
})

describe('a word', () => {
  test('is judged the same after any other text', () => {
    const text = 'pt marisol okonkwo seen, mrn 4471923'
    const first = [...scoresOf(tokenize(text))]
    for (let i = 0; i < 300; i++) scoresOf(tokenize(Array.from({ length: 90 }, (_, k) => `w${i}x${k}`).join(' ')))
    expect([...scoresOf(tokenize(text))]).toEqual(first)
  })
})

describe('the network for other languages', () => {
  test('judges its part of a text, and leaves the rest as it is', () => {
    const tokens = tokenize('Seen by Dr. Lindqvist today. '.repeat(20) + 'Gesehen von Frau Doktor Lindqvist. '.repeat(20))
    const half = Math.floor(tokens.count / 2)
    const mixed = networkScores(tokens, [
      { first: 0, end: half, language: 0 },
      { first: half, end: tokens.count, language: 1 },
    ])
    const english = scoresOf(tokens)
    expect(mixed.slice(0, half * OUTPUTS)).toEqual(english.slice(0, half * OUTPUTS))
    expect(mixed.slice(half * OUTPUTS)).not.toEqual(english.slice(half * OUTPUTS))
  })
})
