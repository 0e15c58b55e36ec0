// Puts a meter into a WebAssembly module: turns of loops are taken from an exported global, and a negative one traps.
//
// Each call of a function counts in a variable of its own and takes from the global once in a number of turns, as a global in every turn costs
// a third of the speed: a call that ends before that has cost next to nothing.
// A codec that a damaged stream sends round and round cannot be stopped from outside; so that it stops itself after a number of turns.

const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const
const IMPORT_KINDS = { function: 0, table: 1, memory: 2, global: 3 } as const
const LOOP = 0x03
const I32 = 0x7f
const I64 = 0x7e
/** A power of two. */
const TURNS_AT_ONCE = 256

interface Section {
  readonly id: number
  readonly content: Uint8Array
}

/** @param meter name under which the global, an i64, is exported */
export function meterLoops(module: Uint8Array, meter: string): { bytes: Uint8Array; loops: number } {
  const sections = readSections(module)
  const contentOf = (id: number) => sections.find((section) => section.id === id)?.content
  const globals = new Reader(contentOf(SECTION.global) ?? Uint8Array.of(0))
  const global = countImportedGlobals(contentOf(SECTION.import)) + globals.u32()
  let loops = 0
  const rewritten = sections.map(({ id, content }): Section => {
    if (id === SECTION.global) return { id, content: append(content, Uint8Array.of(I64, 1, 0x42, 0, 0x0b)) }
    if (id === SECTION.export) return { id, content: append(content, exportOf(meter, global)) }
    if (id !== SECTION.code) return { id, content }
    const metered = meterCode(content, global, countParameters(contentOf(SECTION.type)!, contentOf(SECTION.function)!))
    loops = metered.loops
    return { id, content: metered.content }
  })
  const parts = [module.subarray(0, 8), ...rewritten.flatMap(({ id, content }) => [Uint8Array.of(id), leb(content.length), content])]
  return { bytes: join(parts), loops }
}

function readSections(module: Uint8Array): Section[] {
  const reader = new Reader(module)
  reader.at = 8
  const sections: Section[] = []
  while (reader.at < module.length) {
    const id = reader.byte()
    const length = reader.u32()
    sections.push({ id, content: module.subarray(reader.at, reader.at + length) })
    reader.at += length
  }
  return sections
}

function countImportedGlobals(content: Uint8Array | undefined): number {
  if (!content) return 0
  const reader = new Reader(content)
  let globals = 0
  for (let left = reader.u32(); left > 0; left--) {
    for (let name = 0; name < 2; name++) reader.skip(reader.u32())
    const kind = reader.byte()
    if (kind === IMPORT_KINDS.function) reader.u32()
    else if (kind === IMPORT_KINDS.global) {
      globals++
      reader.skip(2)
    } else throw new Error('the module imports a table or a memory')
  }
  return globals
}

function exportOf(name: string, global: number): Uint8Array {
  const text = new TextEncoder().encode(name)
  return join([leb(text.length), text, Uint8Array.of(IMPORT_KINDS.global), leb(global)])
}

/** A vector with one more member. */
function append(content: Uint8Array, member: Uint8Array): Uint8Array {
  const reader = new Reader(content)
  const count = reader.u32()
  return join([leb(count + 1), content.subarray(reader.at), member])
}

/** Of each function of the module, in their order. */
function countParameters(types: Uint8Array, functions: Uint8Array): number[] {
  const reader = new Reader(types)
  const ofTypes: number[] = []
  for (let left = reader.u32(); left > 0; left--) {
    if (reader.byte() !== 0x60) throw new Error('the module has types that are no functions')
    const parameters = reader.u32()
    ofTypes.push(parameters)
    reader.skip(parameters)
    reader.skip(reader.u32())
  }
  const list = new Reader(functions)
  return Array.from({ length: list.u32() }, () => ofTypes[list.u32()]!)
}

function meterCode(content: Uint8Array, global: number, parameters: readonly number[]): { content: Uint8Array; loops: number } {
  const reader = new Reader(content)
  const count = reader.u32()
  const bodies: Uint8Array[] = [leb(count)]
  let loops = 0
  for (let i = 0; i < count; i++) {
    const end = reader.u32() + reader.at
    const body = meterBody(content.subarray(reader.at, end), global, parameters[i]!)
    loops += body.loops
    bodies.push(leb(body.content.length), body.content)
    reader.at = end
  }
  return { content: join(bodies), loops }
}

/** A function without loops stays as it is. */
function meterBody(body: Uint8Array, global: number, parameters: number): { content: Uint8Array; loops: number } {
  const reader = new Reader(body)
  const groups = reader.u32()
  const groupsAt = reader.at
  let counter = parameters
  for (let left = groups; left > 0; left--) {
    counter += reader.u32()
    reader.byte()
  }
  const take = instructionsOf(global, counter)
  const pieces: Uint8Array[] = []
  let copied = reader.at
  const codeAt = reader.at
  let loops = 0
  while (reader.at < body.length) {
    if (reader.instruction() !== LOOP) continue
    pieces.push(body.subarray(copied, reader.at), take)
    copied = reader.at
    loops++
  }
  if (loops === 0) return { content: body, loops }
  const variables = [leb(groups + 1), body.subarray(groupsAt, codeAt), leb(1), Uint8Array.of(I32)]
  return { content: join([...variables, ...pieces, body.subarray(copied)]), loops }
}

/** counter += 1; where it is a multiple of TURNS_AT_ONCE: global -= TURNS_AT_ONCE; where that is below zero: trap */
function instructionsOf(global: number, counter: number): Uint8Array {
  const [variable, index] = [leb(counter), leb(global)]
  const signed = (value: number) => Uint8Array.of((value & 0x7f) | 0x80, value >> 7)
  return join([
    Uint8Array.of(0x20, ...variable, 0x41, 1, 0x6a, 0x22, ...variable),
    Uint8Array.of(0x41, ...signed(TURNS_AT_ONCE - 1), 0x71, 0x45, 0x04, 0x40),
    Uint8Array.of(0x23, ...index, 0x42, ...signed(TURNS_AT_ONCE), 0x7d, 0x24, ...index),
    Uint8Array.of(0x23, ...index, 0x42, 0, 0x53, 0x04, 0x40, 0x00, 0x0b, 0x0b),
  ])
}

class Reader {
  at = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  byte(): number {
    return this.bytes[this.at++]!
  }

  skip(count: number): void {
    this.at += count
  }

  u32(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }

  /** A number of LEB128 whose value does not matter. */
  number(): void {
    while (this.byte() >= 0x80);
  }

  numbers(count: number): void {
    for (let i = 0; i < count; i++) this.number()
  }

  /** Reads one instruction with all that belongs to it, and gives its code (WebAssembly 2.0 §5.4). */
  instruction(): number {
    const code = this.byte()
    if (code >= 0x28 && code <= 0x3e) this.numbers(2)
    else if (code === 0x0e) this.numbers(this.u32() + 1)
    else if (code === 0x1c) this.numbers(this.u32())
    else if (code === 0x43) this.skip(4)
    else if (code === 0x44) this.skip(8)
    else if (code === 0xfc) this.extended()
    else if (code === 0xfd) this.vector()
    else if (ONE_NUMBER.has(code)) this.number()
    else if (code === 0x11) this.numbers(2)
    else if (!isPlain(code)) throw new Error(`unknown instruction ${code.toString(16)}`)
    return code
  }

  private extended(): void {
    const code = this.u32()
    if (code <= 7) return
    if (code > 17) throw new Error(`unknown instruction fc ${code}`)
    this.numbers([8, 10, 12, 14].includes(code) ? 2 : 1)
  }

  private vector(): void {
    const code = this.u32()
    if (code <= 11 || code === 92 || code === 93) this.numbers(2)
    else if (code === 12 || code === 13) this.skip(16)
    else if (code >= 21 && code <= 34) this.skip(1)
    else if (code >= 84 && code <= 91) {
      this.numbers(2)
      this.skip(1)
    } else if (code > 0x113) throw new Error(`unknown instruction fd ${code}`)
  }
}

/** block, loop, if, br, br_if, call, variables, tables, memory.size, memory.grow, constants, ref.null, ref.func */
const ONE_NUMBER = new Set([2, 3, 4, 0x0c, 0x0d, 0x10, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2])

function isPlain(code: number): boolean {
  return [0, 1, 5, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(code) || (code >= 0x45 && code <= 0xc4)
}

function leb(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  do {
    const byte = rest & 0x7f
    rest >>>= 7
    bytes.push(rest > 0 ? byte | 0x80 : byte)
  } while (rest > 0)
  return Uint8Array.from(bytes)
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
