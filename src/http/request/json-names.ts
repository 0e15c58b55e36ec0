// The names of all open objects of a JSON text that comes in pieces: whether one stands twice in its object.
import { ByteSink } from './byte-sink.ts'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** A few names are compared one with another; more go into a set. */
const MAX_FEW = 8
/** What a name takes beside its bytes, about. */
const NAME_BYTES = 64

/** An object that is open. */
interface OpenObject {
  /** Where the places of its names begin. */
  readonly firstName: number
  /** The names themselves, once they are many or one of them is written with escapes. */
  names: Set<string> | undefined
  /** What its names take in memory, about. */
  bytes: number
}

/** A name: from behind the first quote to before the last. */
interface NamePlace {
  /** The piece of the text in which it ends. */
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** Whether its text is needed. */
  readonly isWatched: boolean
}

export class JsonNames {
  /** The last name that was watched. */
  last = ''
  readonly #ascii: string | undefined
  readonly #objects: OpenObject[] = []
  readonly #sources: Uint8Array[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #count = 0
  /** What came before of a name that goes on in the next piece. */
  #begun: ByteSink | undefined
  #keptBytes = 0

  /** @param ascii the only piece, where its places are those of the bytes */
  constructor(ascii?: string) {
    this.#ascii = ascii
  }

  /** What is in memory, about. */
  get keptBytes(): number {
    return this.#keptBytes
  }

  open(): void {
    this.#objects.push({ firstName: this.#count, names: undefined, bytes: 0 })
  }

  close(): void {
    const { firstName, bytes } = this.#objects.pop()!
    this.#count = firstName
    this.#keptBytes -= bytes
  }

  /** Adds a name to the innermost object; false where it is there already. */
  add({ bytes, start, end, isWatched }: NamePlace): boolean {
    const begun = this.#begun
    if (!begun) return this.#add(bytes, start, end, isWatched)
    this.#begun = undefined
    this.#keptBytes -= begun.length
    begun.append(new Uint8Array(bytes.subarray(0, end)))
    const whole = new Uint8Array(begun.view())
    return this.#add(whole, 0, whole.length, isWatched)
  }

  #add(source: Uint8Array, start: number, end: number, isWatched: boolean): boolean {
    if (isWatched) this.last = this.#textOf(source, start, end)
    const object = this.#objects.at(-1)!
    const { firstName } = object
    object.bytes += end - start + NAME_BYTES
    this.#keptBytes += end - start + NAME_BYTES
    if (!object.names) {
      if (this.#count - firstName < MAX_FEW && !hasEscape(source, start, end)) {
        for (let i = firstName; i < this.#count; i++) if (this.#isSame(i, source, start, end)) return false
        this.#sources[this.#count] = source
        this.#starts[this.#count] = start
        this.#ends[this.#count] = end
        this.#count++
        return true
      }
      object.names = new Set()
      for (let i = firstName; i < this.#count; i++) object.names.add(this.#textOf(this.#sources[i]!, this.#starts[i]!, this.#ends[i]!))
      this.#count = firstName
    }
    const { size } = object.names
    return object.names.add(this.#textOf(source, start, end)).size > size
  }

  /**
   * Copies what is needed of a piece that ends, which may be a Buffer: its slice would be no copy.
   * @param nameStart where a name begins that goes on in the next piece
   */
  keep(bytes: Uint8Array, nameStart: number | undefined): void {
    for (let i = 0; i < this.#count; i++) {
      if (this.#sources[i] !== bytes) continue
      this.#sources[i] = new Uint8Array(bytes.subarray(this.#starts[i], this.#ends[i]))
      this.#ends[i] = this.#ends[i]! - this.#starts[i]!
      this.#starts[i] = 0
    }
    if (nameStart === undefined) return
    this.#begun ??= new ByteSink(0, Number.POSITIVE_INFINITY)
    this.#begun.append(new Uint8Array(bytes.subarray(nameStart)))
    this.#keptBytes += bytes.length - nameStart
  }

  /** As JSON.parse reads it. */
  #textOf(source: Uint8Array, start: number, end: number): string {
    const name = this.#ascii === undefined ? utf8.decode(source.subarray(start, end)) : this.#ascii.slice(start, end)
    return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name
  }

  #isSame(index: number, source: Uint8Array, start: number, end: number): boolean {
    const [other, otherSource] = [this.#starts[index]!, this.#sources[index]!]
    if (this.#ends[index]! - other !== end - start) return false
    for (let i = 0; i < end - start; i++) if (otherSource[other + i] !== source[start + i]) return false
    return true
  }
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === 0x5c) return true
  return false
}
