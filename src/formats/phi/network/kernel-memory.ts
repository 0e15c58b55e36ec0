// The network's functions in WebAssembly (build/phi-network/kernel.c), compiled once for each network, and the memory that they work in.
import { ProblemError } from '../../../core/problem.ts'
import { decodeBase64 } from '../normalize/decode-base64.ts'
import { PHI_KERNEL } from './kernel.generated.ts'

const PAGE = 65_536
/** Of every address. */
const ALIGNMENT = 16

/** Arguments are addresses in bytes, and numbers. */
interface Functions {
  readonly __heap_base: WebAssembly.Global
  layer(input: number, output: number, rows: number, dilation: number, weights: number, bias: number, bits: number): void
  head(input: number, output: number, rows: number, weights: number, bias: number): void
  hundredths(outputs: number, scores: number, rows: number): void
  word(token: number, row: number, signs: number, gramBias: number, weights: number, bias: number): void
}

export class KernelMemory {
  readonly functions: Functions
  /** The whole memory. */
  readonly floats: Float32Array
  readonly bytes: Uint8Array
  private end: number

  /**
   * @param size in bytes, of all that is put and reserved
   * @throws ProblemError `unsupported_variant` where the platform runs no WebAssembly with SIMD
   */
  constructor(size: number) {
    const module = compile()
    const memory = new WebAssembly.Memory({ initial: Math.ceil(size / PAGE) + FIRST_PAGES })
    this.functions = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Functions
    this.floats = new Float32Array(memory.buffer)
    this.bytes = new Uint8Array(memory.buffer)
    this.end = aligned(Number(this.functions.__heap_base.value))
  }

  /** @returns the address of a copy */
  put(values: Float32Array): number {
    const at = this.reserve(values.byteLength)
    this.floats.set(values, at / 4)
    return at
  }

  /** @returns the address of so many zeros */
  reserve(bytes: number): number {
    const at = this.end
    this.end = aligned(at + bytes)
    return at
  }
}

/** The stack of the functions, and what is lost between parts. */
const FIRST_PAGES = 4

function aligned(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT
}

function compile(): WebAssembly.Module {
  try {
    return new WebAssembly.Module(Uint8Array.from(decodeBase64(PHI_KERNEL)))
  } catch (cause) {
    throw new ProblemError('The PHI detector does not run on this platform.', { code: 'unsupported_variant', cause })
  }
}
