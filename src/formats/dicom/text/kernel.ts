// The layers of the text detector as WebAssembly (build/text-kernel), compiled once a thread, and the memory that they work in.
import { ProblemError } from '../../../core/problem.ts'
import { SLANTED_WEIGHTS } from './slanted-weights.generated.ts'
import { TEXT_KERNEL } from './text-kernel.generated.ts'
import { TEXT_WEIGHTS } from './text-weights.generated.ts'
import { CHANNELS, DILATIONS, type TextWeights, unpackWeights } from './weights.ts'

/** Cells of the largest tile, margins included, in each direction. */
export const MAX_TILE = 212
const PAGE = 65_536
/** Of the widest layer. */
const WIDTH = 32

interface Exports {
  readonly __heap_base: WebAssembly.Global
  first(plane: number, stride: number, cells: number, count: number, columns: number, weights: number, bias: number, out: number): void
  second(input: number, cells: number, count: number, columns: number, weights: number, bias: number, out: number): void
  separable(
    input: number,
    cells: number,
    count: number,
    rows: number,
    columns: number,
    dilation: number,
    depth: number,
    point: number,
    bias: number,
    out: number,
    source: number,
  ): void
}

/** A rectangle of cells to be worked out. */
export interface KernelTile {
  readonly rows: number
  readonly columns: number
  /** The samples with 2 before and 3 behind in each direction, line by line. */
  readonly samples: Uint8Array
  /** Samples of a line. */
  readonly stride: number
  /** Places of the cells, line by line. */
  readonly cells: Int32Array
}

/** level: lines that run along the rows or the columns. slanted: those that run at an angle to both. */
export type NetworkName = 'level' | 'slanted'

interface PlacedNetwork {
  readonly places: Readonly<Record<'first' | 'firstBias' | 'second' | 'secondBias', number>>
  readonly layers: readonly { readonly depth: number; readonly point: number; readonly bias: number }[]
  readonly head: Float32Array
  readonly headBias: number
}

let loading: Promise<TextKernel> | undefined

/** The kernel of this thread. @throws ProblemError `unsupported_variant` where the platform runs no WebAssembly with SIMD */
export function loadTextKernel(): Promise<TextKernel> {
  loading ??= compile().then((module) => new TextKernel(module))
  return loading
}

async function compile(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(Uint8Array.from(atob(TEXT_KERNEL), (sign) => sign.charCodeAt(0)))
  } catch (cause) {
    throw new ProblemError('The text detector does not run on this platform.', { code: 'unsupported_variant', cause })
  }
}

export class TextKernel {
  private readonly memory = new WebAssembly.Memory({ initial: 2 })
  private readonly exports: Exports
  private end: number
  private readonly networks: Readonly<Record<NetworkName, PlacedNetwork>>
  private readonly samples: number
  private readonly cells: number
  private readonly fine: number
  private readonly features: readonly [number, number]

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, { env: { memory: this.memory } }).exports as unknown as Exports
    this.end = Math.ceil(Number(this.exports.__heap_base.value) / 16) * 16
    this.networks = { level: this.place(unpackWeights(TEXT_WEIGHTS)), slanted: this.place(unpackWeights(SLANTED_WEIGHTS)) }
    const area = MAX_TILE * MAX_TILE
    this.samples = this.reserve((MAX_TILE * 4 + 5) ** 2)
    this.cells = this.reserve(area * 4)
    this.fine = this.reserve(area * 4 * CHANNELS[0] * 4)
    this.features = [this.reserve(area * WIDTH * 4), this.reserve(area * WIDTH * 4)]
  }

  /** Logits in the order of the cells. */
  run({ rows, columns, samples, stride, cells }: KernelTile, name: NetworkName): Float32Array {
    const { memory, exports } = this
    const network = this.networks[name]
    const { places } = network
    const count = cells.length
    new Uint8Array(memory.buffer, this.samples, samples.length).set(samples)
    new Int32Array(memory.buffer, this.cells, count).set(cells)
    this.clear(this.fine, rows * columns * 4 * CHANNELS[0])
    exports.first(this.samples, stride, this.cells, count, columns, places.first, places.firstBias, this.fine)
    let [from, to] = this.features
    this.clear(from, rows * columns * CHANNELS[1])
    exports.second(this.fine, this.cells, count, columns, places.second, places.secondBias, from)
    network.layers.forEach(({ depth, point, bias }, i) => {
      this.clear(to, rows * columns * WIDTH)
      exports.separable(from, this.cells, count, rows, columns, DILATIONS[i]!, depth, point, bias, to, CHANNELS[i + 1]!)
      ;[from, to] = [to, from]
    })
    return this.judge(network, from, cells)
  }

  private place({ first, firstBias, second, secondBias, layers, head, headBias }: TextWeights): PlacedNetwork {
    const put = (values: Float32Array): number => {
      const at = this.reserve(values.byteLength)
      new Float32Array(this.memory.buffer, at, values.length).set(values)
      return at
    }
    return {
      places: { first: put(first), firstBias: put(firstBias), second: put(second), secondBias: put(secondBias) },
      layers: layers.map(({ depth, point, bias }) => ({ depth: put(depth), point: put(point), bias: put(bias) })),
      head,
      headBias,
    }
  }

  private judge({ head, headBias }: PlacedNetwork, from: number, cells: Int32Array): Float32Array {
    const features = new Float32Array(this.memory.buffer, from)
    const logits = new Float32Array(cells.length)
    for (let i = 0; i < cells.length; i++) {
      let sum = headBias
      for (let c = 0, at = cells[i]! * WIDTH; c < WIDTH; c++, at++) sum += features[at]! * head[c]!
      logits[i] = sum
    }
    return logits
  }

  private clear(at: number, count: number): void {
    new Float32Array(this.memory.buffer, at, count).fill(0)
  }

  private reserve(bytes: number): number {
    const at = this.end
    this.end = Math.ceil((at + bytes) / 16) * 16
    const missing = this.end - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE))
    return at
  }
}
