// The layers of the network: four dilated convolutions over rows, and what speaks for each output.
import type { KernelMemory } from './kernel-memory.ts'
import { DILATIONS, type NetworkWeights, OUTPUTS, WIDTH } from './network-weights.ts'

/** Rows of one run, the surroundings on both sides among them. */
export const MAX_ROWS = 2_048
/** So many rows on each side change what a row means. */
export const REACH = DILATIONS.reduce((sum: number, dilation) => sum + dilation, 0)
const HEAD_WIDTH = 16
/** Outputs that the kernel computes together. */
const GROUP = 32
const PLANE = MAX_ROWS * WIDTH * 4
/** Of a number of 64 bits for each row, and for the rows on both sides that a layer reads. */
const BITS_SIDE = Math.max(...DILATIONS) * 8
const BITS = MAX_ROWS * 8 + 2 * BITS_SIDE
/** In bytes: what a kernel takes of its memory. */
export const KERNEL_SIZE = (WIDTH * WIDTH * 3 + WIDTH) * 4 * DILATIONS.length + 2 * PLANE + BITS + MAX_ROWS * HEAD_WIDTH * 6

export class NetworkKernel {
  /** Address of rows of `WIDTH` for the first layer, to be filled before `run`. */
  readonly input: number
  private readonly memory: KernelMemory
  private readonly layers: readonly { readonly weights: number; readonly bias: number }[]
  private readonly head: { readonly weights: number; readonly bias: number }
  private readonly other: number
  private readonly bits: number
  private readonly result: number
  private readonly rounded: number

  constructor(weights: NetworkWeights, memory: KernelMemory) {
    this.memory = memory
    this.layers = weights.layers.map((layer) => ({ weights: memory.put(arrangeLayer(layer.weights)), bias: memory.put(layer.bias) }))
    this.head = {
      weights: memory.put(arrangeHead(weights.head)),
      bias: memory.put(Float32Array.from({ length: HEAD_WIDTH }, (_, i) => weights.headBias[i] ?? 0)),
    }
    this.input = memory.reserve(PLANE)
    this.other = memory.reserve(PLANE)
    this.bits = memory.reserve(BITS) + BITS_SIDE
    this.result = memory.reserve(MAX_ROWS * HEAD_WIDTH * 4)
    this.rounded = memory.reserve(MAX_ROWS * HEAD_WIDTH * 2)
  }

  /** @returns rows of 16 outputs of which `OUTPUTS` count, until the next run */
  run(rows: number): Float32Array {
    const { functions, floats } = this.memory
    let [from, to] = [this.input, this.other]
    this.layers.forEach(({ weights, bias }, i) => {
      functions.layer(from, to, rows, DILATIONS[i]!, weights, bias, this.bits)
      ;[from, to] = [to, from]
    })
    functions.head(from, this.result, rows, this.head.weights, this.head.bias)
    return floats.subarray(this.result / 4, this.result / 4 + rows * HEAD_WIDTH)
  }

  /** @returns `OUTPUTS` for each row in hundredths, at most 300 on both sides of 0, until the next run */
  scores(rows: number): Int16Array {
    this.run(rows)
    this.memory.functions.hundredths(this.result, this.rounded, rows)
    return new Int16Array(this.memory.bytes.buffer, this.rounded, rows * OUTPUTS)
  }
}

/** From output, input, tap to groups of outputs: tap, input, output. */
function arrangeLayer(weights: Float32Array): Float32Array {
  const arranged = new Float32Array(weights.length)
  let at = 0
  for (let group = 0; group < WIDTH; group += GROUP)
    for (let tap = 0; tap < 3; tap++)
      for (let input = 0; input < WIDTH; input++)
        for (let output = group; output < group + GROUP; output++) arranged[at++] = weights[(output * WIDTH + input) * 3 + tap]!
  return arranged
}

/** From output, input to input, output, with room for a sixteenth. */
function arrangeHead(weights: Float32Array): Float32Array {
  const arranged = new Float32Array(WIDTH * HEAD_WIDTH)
  for (let output = 0; output < OUTPUTS; output++)
    for (let input = 0; input < WIDTH; input++) arranged[input * HEAD_WIDTH + output] = weights[output * WIDTH + input]!
  return arranged
}
