// The layers of the network as WebAssembly (build/phi-network/kernel.c), compiled once a thread, and the memory that they work in.
import { ProblemError } from '../../../core/problem.ts'
import { decodeBase64 } from '../normalize/decode-base64.ts'
import { PHI_KERNEL } from './kernel.generated.ts'
import { DILATIONS, type NetworkWeights, OUTPUTS, WIDTH } from './network-weights.ts'

/** Rows of one run, the surroundings on both sides among them. */
export const MAX_ROWS = 2_048
/** So many rows on each side change what a row means. */
export const REACH = DILATIONS.reduce((sum: number, dilation) => sum + dilation, 0)
/** Rows of zeros before and behind. */
const MARGIN = 12
const PAGE = 65_536
const HEAD_WIDTH = 16

interface Exports {
  readonly __heap_base: WebAssembly.Global
  layer(input: number, output: number, rows: number, dilation: number, weights: number, bias: number): void
  head(input: number, output: number, rows: number, weights: number, bias: number): void
}

export class NetworkKernel {
  /** Rows of `WIDTH` for the first layer, to be filled before `run`. */
  readonly input: Float32Array
  /** Rows of `HEAD_WIDTH`, of which `OUTPUTS` count. */
  private readonly output: Float32Array
  private readonly memory: WebAssembly.Memory
  private readonly exports: Exports
  private readonly layers: readonly { readonly weights: number; readonly bias: number }[]
  private readonly head: { readonly weights: number; readonly bias: number }
  private readonly planes: readonly [number, number]
  private readonly result: number
  private end: number

  /** @throws ProblemError `unsupported_variant` where the platform runs no WebAssembly with SIMD */
  constructor(weights: NetworkWeights) {
    const plane = (MAX_ROWS + 2 * MARGIN) * WIDTH * 4
    const size = 4 * PAGE + (WIDTH * WIDTH * 3 + WIDTH) * 4 * DILATIONS.length + 2 * plane + MAX_ROWS * HEAD_WIDTH * 4
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(size / PAGE) })
    this.exports = new WebAssembly.Instance(compile(), { env: { memory: this.memory } }).exports as unknown as Exports
    this.end = Math.ceil(Number(this.exports.__heap_base.value) / 16) * 16
    this.layers = weights.layers.map((layer) => ({ weights: this.put(arrangeLayer(layer.weights)), bias: this.put(layer.bias) }))
    this.head = {
      weights: this.put(arrangeHead(weights.head)),
      bias: this.put(Float32Array.from({ length: HEAD_WIDTH }, (_, i) => weights.headBias[i] ?? 0)),
    }
    const margin = MARGIN * WIDTH * 4
    this.planes = [this.reserve(plane) + margin, this.reserve(plane) + margin]
    this.result = this.reserve(MAX_ROWS * HEAD_WIDTH * 4)
    this.input = new Float32Array(this.memory.buffer, this.planes[0], MAX_ROWS * WIDTH)
    this.output = new Float32Array(this.memory.buffer, this.result, MAX_ROWS * HEAD_WIDTH)
  }

  /** @returns rows of 16 outputs, until the next run */
  run(rows: number): Float32Array {
    let [from, to] = this.planes
    this.layers.forEach(({ weights, bias }, i) => {
      this.clearBehind(from, rows)
      this.exports.layer(from, to, rows, DILATIONS[i]!, weights, bias)
      ;[from, to] = [to, from]
    })
    this.exports.head(from, this.result, rows, this.head.weights, this.head.bias)
    return this.output
  }

  /** Rows behind the last one hold what other runs left, or what the kernel, which takes four at a time, wrote too much. */
  private clearBehind(plane: number, rows: number): void {
    new Float32Array(this.memory.buffer, plane + rows * WIDTH * 4, MARGIN * WIDTH).fill(0)
  }

  private put(values: Float32Array): number {
    const at = this.reserve(values.byteLength)
    new Float32Array(this.memory.buffer, at, values.length).set(values)
    return at
  }

  private reserve(bytes: number): number {
    const at = this.end
    this.end = Math.ceil((at + bytes) / 16) * 16
    return at
  }
}

function compile(): WebAssembly.Module {
  try {
    return new WebAssembly.Module(Uint8Array.from(decodeBase64(PHI_KERNEL)))
  } catch (cause) {
    throw new ProblemError('The PHI detector does not run on this platform.', { code: 'unsupported_variant', cause })
  }
}

/** From output, input, tap to groups of eight outputs: tap, input, output. */
function arrangeLayer(weights: Float32Array): Float32Array {
  const arranged = new Float32Array(weights.length)
  let at = 0
  for (let group = 0; group < WIDTH; group += 8)
    for (let tap = 0; tap < 3; tap++)
      for (let input = 0; input < WIDTH; input++)
        for (let output = group; output < group + 8; output++) arranged[at++] = weights[(output * WIDTH + input) * 3 + tap]!
  return arranged
}

/** From output, input to input, output, with room for a sixteenth. */
function arrangeHead(weights: Float32Array): Float32Array {
  const arranged = new Float32Array(WIDTH * HEAD_WIDTH)
  for (let output = 0; output < OUTPUTS; output++)
    for (let input = 0; input < WIDTH; input++) arranged[input * HEAD_WIDTH + output] = weights[output * WIDTH + input]!
  return arranged
}
