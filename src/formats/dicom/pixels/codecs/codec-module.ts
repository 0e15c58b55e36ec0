// The image codecs: one WebAssembly module, compiled once a thread. An instance that failed in any way is never used again.
//
// The module reaches nothing outside: of what it imports, only messages are heard, and of those only whether they warn. Its loops are metered
// (build/meter-wasm.ts), so that a damaged stream ends with a trap and not never.
import { Inflate } from 'fflate'
import { ProblemError } from '../../../../core/problem.ts'

export type CodecKind = 'jpeg' | 'jpeg-ls' | 'jpeg-2000' | 'ht-jpeg-2000' | 'jpeg-xl'

/** What the compressed data say of themselves, already checked against the data set: the codecs trust it. */
export interface CodecCall {
  readonly kind: CodecKind
  readonly encoded: Uint8Array
  readonly rows: number
  readonly columns: number
  readonly samplesPerPixel: number
  /** 8 or 16, by the precision of the compressed data. */
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly signed: boolean
}

export interface CodecResult {
  /** A copy outside the memory of the module. */
  readonly bytes: Uint8Array
  /** The codec warned of damaged or cut data and filled in what was missing. */
  readonly damaged: boolean
}

export interface Codecs {
  /** @returns undefined where the codec refused the data, or could not be done with them in the turns that a sound frame may take */
  decode(call: CodecCall): CodecResult | undefined
}

/** An instance keeps the memory that it has once had; one that has grown beyond this is dropped. */
const MAX_REUSED_MEMORY_BYTES = 512 * 1024 * 1024
const INFLATE_CHUNK_BYTES = 1 << 16

/**
 * Turns of loops that a frame may take: sound ones of every codec take up to 10 a sample (36 million for 3.8 million samples of JPEG 2000), small
 * ones up to 150,000 for their tables. A damaged stream has sent CharLS round for minutes.
 */
const BASE_TURNS = 4_000_000
const TURNS_OF_SAMPLE = 40
const TURNS_OF_BYTE = 100
const MAX_TURNS = 4_000_000_000

let loading: Promise<Codecs> | undefined

/** The codecs of this thread. @throws ProblemError `unsupported_variant` where the platform runs no WebAssembly */
export function loadCodecs(): Promise<Codecs> {
  loading ??= compileModule().then((module) => new CodecModule(module))
  return loading
}

async function compileModule(): Promise<WebAssembly.Module> {
  const { CODECS, CODECS_BYTES } = await import('./codecs.generated.ts')
  const bytes = unpack(CODECS, CODECS_BYTES)
  try {
    return await WebAssembly.compile(bytes)
  } catch (cause) {
    throw new ProblemError('The codecs for compressed pixel data do not run on this platform.', { code: 'unsupported_variant', cause })
  }
}

function unpack(packed: string, length: number): Uint8Array<ArrayBuffer> {
  const binary = atob(packed)
  const deflated = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) deflated[i] = binary.charCodeAt(i)
  const bytes = new Uint8Array(length)
  let at = 0
  const inflate = new Inflate((chunk) => {
    bytes.set(chunk, at)
    at += chunk.length
  })
  for (let from = 0; from < deflated.length; from += INFLATE_CHUNK_BYTES) {
    inflate.push(deflated.subarray(from, from + INFLATE_CHUNK_BYTES), from + INFLATE_CHUNK_BYTES >= deflated.length)
  }
  return bytes
}

/** The functions of the module that are called; pointers are numbers. */
interface CodecExports {
  readonly memory: WebAssembly.Memory
  /** Turns of loops that are left; below zero the module traps. */
  readonly turns: { value: bigint }
  _initialize(): void
  CreateCodecsContext(): number
  ReleaseCodecsContext(context: number): void
  CreateDecoderParameters(): number
  ReleaseDecoderParameters(parameters: number): void
  SetConvertColorspaceToRgb(parameters: number, convert: number): void
  SetColumns(context: number, value: number): void
  SetRows(context: number, value: number): void
  SetBitsAllocated(context: number, value: number): void
  SetBitsStored(context: number, value: number): void
  SetSamplesPerPixel(context: number, value: number): void
  SetPixelRepresentation(context: number, value: number): void
  SetPlanarConfiguration(context: number, value: number): void
  SetEncodedBufferSize(context: number, value: number): void
  GetEncodedBuffer(context: number): number
  GetDecodedBuffer(context: number): number
  GetDecodedBufferSize(context: number): number
  DecodeJpeg(context: number, parameters: number): void
  DecodeJpegLs(context: number, parameters: number): void
  DecodeJpeg2000(context: number, parameters: number): void
  DecodeHtJpeg2000(context: number, parameters: number): void
  DecodeJpegXl(context: number, parameters: number): void
}

const DECODERS = {
  jpeg: 'DecodeJpeg',
  'jpeg-ls': 'DecodeJpegLs',
  'jpeg-2000': 'DecodeJpeg2000',
  'ht-jpeg-2000': 'DecodeHtJpeg2000',
  'jpeg-xl': 'DecodeJpegXl',
} as const satisfies Record<CodecKind, keyof CodecExports>

/** Thrown out of the module, whose own code cannot go on after it. */
class CodecStopped extends Error {}

class CodecModule implements Codecs {
  readonly #module: WebAssembly.Module
  #instance: CodecExports | undefined
  #damaged = false

  constructor(module: WebAssembly.Module) {
    this.#module = module
  }

  decode(call: CodecCall): CodecResult | undefined {
    this.#damaged = false
    const instance = this.#instance ?? this.#start()
    this.#instance = undefined
    instance.turns.value = limitTurns(call)
    try {
      const bytes = decodeWith(instance, call)
      if (instance.memory.buffer.byteLength <= MAX_REUSED_MEMORY_BYTES) this.#instance = instance
      return { bytes, damaged: this.#damaged }
    } catch {
      return undefined
    }
  }

  #start(): CodecExports {
    let memory: WebAssembly.Memory | undefined
    const readMessage = (start: number, length: number): string =>
      memory ? String.fromCharCode(...new Uint8Array(memory.buffer, start, Math.min(length, 200))) : ''
    const stop = (): never => {
      throw new CodecStopped('The codec refused the data.')
    }
    const ignore = (): number => 0
    const imports = {
      env: {
        onCodecsException: stop,
        onCodecsInfo: (start: number, length: number): void => {
          if (isWarning(readMessage(start, length))) this.#damaged = true
        },
        onCodecsTrace: ignore,
        emscripten_notify_memory_growth: ignore,
      },
      wasi_snapshot_preview1: {
        proc_exit: stop,
        clock_time_get: ignore,
        // The JPEG 2000 codec writes its warnings to the error stream.
        fd_write: (_file: number, vectors: number, count: number, written: number): number => {
          this.#damaged = true
          return memory ? countWritten(memory, vectors, count, written) : 0
        },
        fd_close: ignore,
        fd_seek: ignore,
        environ_sizes_get: (countAt: number, sizeAt: number): number => {
          if (memory) for (const at of [countAt, sizeAt]) new DataView(memory.buffer).setUint32(at, 0, true)
          return 0
        },
        environ_get: ignore,
      },
    }
    try {
      const exports = new WebAssembly.Instance(this.#module, imports).exports as unknown as CodecExports
      memory = exports.memory
      exports.turns.value = BigInt(MAX_TURNS)
      exports._initialize()
      this.#damaged = false
      return exports
    } catch (cause) {
      throw new ProblemError('There is not enough memory for the codecs of compressed pixel data.', { code: 'resource_limit', cause })
    }
  }
}

/** What the stream may cost: by the samples that it makes and by its own length. */
function limitTurns({ rows, columns, samplesPerPixel, encoded }: CodecCall): bigint {
  const turns = BASE_TURNS + rows * columns * samplesPerPixel * TURNS_OF_SAMPLE + encoded.length * TURNS_OF_BYTE
  return BigInt(Math.min(turns, MAX_TURNS))
}

function decodeWith(codecs: CodecExports, call: CodecCall): Uint8Array {
  const context = codecs.CreateCodecsContext()
  const parameters = codecs.CreateDecoderParameters()
  codecs.SetConvertColorspaceToRgb(parameters, 0)
  codecs.SetColumns(context, call.columns)
  codecs.SetRows(context, call.rows)
  codecs.SetBitsAllocated(context, call.bitsAllocated)
  codecs.SetBitsStored(context, call.bitsStored)
  codecs.SetSamplesPerPixel(context, call.samplesPerPixel)
  codecs.SetPixelRepresentation(context, call.signed ? 1 : 0)
  codecs.SetPlanarConfiguration(context, 0)
  codecs.SetEncodedBufferSize(context, call.encoded.length)
  new Uint8Array(codecs.memory.buffer).set(call.encoded, codecs.GetEncodedBuffer(context))
  codecs[DECODERS[call.kind]](context, parameters)
  const bytes = new Uint8Array(codecs.memory.buffer, codecs.GetDecodedBuffer(context), codecs.GetDecodedBufferSize(context)).slice()
  codecs.ReleaseDecoderParameters(parameters)
  codecs.ReleaseCodecsContext(context)
  return bytes
}

/** The beginnings of the warnings of libjpeg (the rest are traces), and every warning of OpenJPEG. */
function isWarning(message: string): boolean {
  if (message.includes('CallbackWarning')) return true
  const [, kind = '', text = ''] = message.split('::')
  return (
    (kind === 'EmitMessage' || kind === 'OutputMessage') && ['Corrupt', 'Premature', 'Inconsistent'].some((word) => text.startsWith(word))
  )
}

function countWritten(memory: WebAssembly.Memory, vectors: number, count: number, written: number): number {
  const view = new DataView(memory.buffer)
  let total = 0
  for (let i = 0; i < count; i++) total += view.getUint32(vectors + i * 8 + 4, true)
  view.setUint32(written, total, true)
  return 0
}
