// Batches in JSON made at random: valid ones in every way of writing them, and broken ones.

/** Whole numbers from 0 to below a bound, the same for a seed. */
export type Random = (bound: number) => number

export function makeRandom(seed: number): Random {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound)
  }
}

const TEXTS = ['"a"', '""', '"\\u00e4\\"\\\\"', '"Jürgen 😀"', '"\\ud83d"', `"${'x'.repeat(200)}"`, '"\ufeff"', '"},{"', '"]}"']
const SCALARS = [...TEXTS, '1e999', '-0.5', 'true', 'false', 'null', '{}', '[]']
const NAMES = ['text', 'a', 'id', 'input', 'items', 'options', '__proto__', 'constructor']
const BROKEN = [[0xff], [0xc3], [0xe2, 0x82], [0x22], [0x5c], [0x7d], [0x5d], [0x2c], [0x7b], [0x5b], [0x3a], [1], [0xef, 0xbb, 0xbf]]

/** A batch, one in three with up to three errors of its letters. */
export function makeBatch(random: Random): Uint8Array {
  let bytes = Buffer.from(new Writer(random).batch())
  for (let errors = random(3) === 0 ? 1 + random(3) : 0; errors > 0; errors--) {
    const [at, kind] = [random(bytes.length + 1), random(6)]
    const end = kind > 3 ? at + 1 : at
    const rest = kind === 0 ? [] : [bytes.subarray(end)]
    const added = kind > 0 && kind < 4 ? BROKEN[random(BROKEN.length)]! : []
    bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(added), ...rest])
  }
  return new Uint8Array(bytes)
}

class Writer {
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  batch(): string {
    if (this.#oneIn(40)) return this.#value(0)
    const items = Array.from({ length: this.#random(this.#oneIn(8) ? 40 : 6) }, () => this.#item())
    const members = [`${this.#name('items')}:${this.#oneIn(20) ? this.#value(0) : this.#list('[', items, ']')}`]
    if (this.#oneIn(2)) members.push(`${this.#name('options')}:${this.#oneIn(8) ? this.#value(0) : this.#object(1)}`)
    if (this.#oneIn(12)) members.push(`${this.#name(this.#pick(['item', 'option', '__proto__', '']))}:${this.#value(1)}`)
    if (this.#oneIn(30)) members.push(members[0]!)
    if (this.#oneIn(30)) members.shift()
    if (this.#oneIn(2)) members.reverse()
    return `${this.#pick(['', '', '\ufeff', ' '])}${this.#list('{', members, '}')}${this.#blank()}`
  }

  #item(): string {
    if (this.#oneIn(40)) return this.#value(0)
    const members = [`${this.#name('input')}${this.#blank()}:${this.#oneIn(30) ? this.#value(1) : this.#object(1)}`]
    if (this.#oneIn(2)) members.push(`${this.#name('id')}:${this.#id()}`)
    if (this.#oneIn(40)) members.push(`${this.#name(this.#pick(['inputs', 'ids', '__proto__', 'input']))}:${this.#value(1)}`)
    if (this.#oneIn(40)) members.shift()
    if (this.#oneIn(2)) members.reverse()
    return this.#list('{', members, '}')
  }

  /** Some at the limit of its length. */
  #id(): string {
    if (this.#oneIn(30)) return this.#value(1)
    if (this.#oneIn(2)) return this.#pick(TEXTS.slice(0, 4))
    return `"${this.#pick(['\\u0061', 'x', '\\ud83d\\ude00', 'ä']).repeat(this.#oneIn(9) ? 129 : 127 + this.#random(2))}"`
  }

  #object(depth: number): string {
    const members = Array.from({ length: this.#random(11) }, (_, i) => {
      const name = this.#name(this.#pick(NAMES) + (this.#oneIn(40) ? '' : i))
      return `${name}${this.#blank()}:${this.#value(depth)}`
    })
    return this.#list('{', members, '}')
  }

  #value(depth: number): string {
    const kind = depth > 3 ? 2 : this.#random(5)
    if (kind === 0) return this.#object(depth + 1)
    if (kind === 1)
      return this.#list(
        '[',
        Array.from({ length: this.#random(4) }, () => this.#value(depth + 1)),
        ']',
      )
    return this.#pick(SCALARS)
  }

  #name(name: string): string {
    return this.#oneIn(12) && name !== '' ? `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"` : `"${name}"`
  }

  #list(open: string, elements: readonly string[], close: string): string {
    return open + elements.map((element) => this.#blank() + element + this.#blank()).join(',') + this.#blank() + close
  }

  #blank(): string {
    return this.#pick(['', '', '', ' ', '\n', '\t\r '])
  }

  #oneIn(times: number): boolean {
    return this.#random(times) === 0
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#random(values.length)]!
  }
}
