// Where each layer has to look: one pass over the tokens finds the positions at which the rules of every layer can begin, so that a layer more costs
// little more than what its own rules read. A layer says in `starts` what its rules begin at; what it says too much only costs time.
import type { LayerContext } from './layers/layer.ts'
import { KIND, SHAPE, type Tokens } from './tokens.ts'

/** What the rules of a layer begin at: a token that is any of it. */
export interface LayerStarts {
  /** Hashes of folded words. */
  readonly words?: readonly Iterable<number>[]
  /** `SHAPE` of a word, any of them. */
  readonly shapes?: readonly number[]
  /** Bits of `ROLE`, any of them. */
  readonly roles?: number
  /** Bits of `LEX`, any of them. */
  readonly lex?: number
  readonly numbers?: boolean
  /** Signs of ASCII, one character each. */
  readonly signs?: string
}

/** Searches the whole text: at the positions of `starts` where it has them, else at every token. */
export interface Layer {
  (context: LayerContext, positions: StartPositions): void
  readonly starts?: LayerStarts
}

const SHAPES = Object.keys(SHAPE).length
const ASCII = 128
const BITS = 32

/** For each thing that a token may be, a row with a bit for each layer that starts there; `width` numbers of 32 bits a row. */
export interface StartTable {
  readonly width: number
  /** True for a layer that says nothing: it looks at every token. */
  readonly everywhere: readonly boolean[]
  readonly shapes: Int32Array
  readonly numbers: Int32Array
  readonly signs: Int32Array
  /** The row in `wordRows` of each word. */
  readonly words: ReadonlyMap<number, number>
  readonly wordRows: Int32Array
  /** The bits of `ROLE` and `LEX` that any layer starts at, and a row for each bit. */
  readonly roleBits: number
  readonly roles: Int32Array
  readonly lexBits: number
  readonly lex: Int32Array
}

/** In plain loops: it runs when a program that just started reads its first text. */
export function compileStarts(layers: readonly Layer[]): StartTable {
  const width = Math.ceil(layers.length / BITS)
  const rows = (count: number) => new Int32Array(count * width)
  const table = { width, shapes: rows(SHAPES), numbers: rows(1), signs: rows(ASCII), roles: rows(BITS), lex: rows(BITS) }
  const words = new Map<number, number>()
  const wordRows: number[] = []
  let [roleBits, lexBits] = [0, 0]
  layers.forEach(({ starts = {} }, layer) => {
    const part = layer >> 5
    const bit = 1 << (layer & 31)
    for (const set of starts.words ?? [])
      for (const hash of set) {
        const row = words.get(hash) ?? words.size
        if (row === words.size) {
          words.set(hash, row)
          for (let n = 0; n < width; n++) wordRows.push(0)
        }
        wordRows[row * width + part]! |= bit
      }
    for (const shape of starts.shapes ?? []) table.shapes[shape * width + part]! |= bit
    for (const sign of starts.signs ?? '') table.signs[sign.charCodeAt(0) * width + part]! |= bit
    if (starts.numbers) table.numbers[part]! |= bit
    for (let rest = starts.roles ?? 0; rest !== 0; rest &= rest - 1) table.roles[lowestBit(rest) * width + part]! |= bit
    for (let rest = starts.lex ?? 0; rest !== 0; rest &= rest - 1) table.lex[lowestBit(rest) * width + part]! |= bit
    roleBits |= starts.roles ?? 0
    lexBits |= starts.lex ?? 0
  })
  const everywhere = layers.map(({ starts }) => starts === undefined)
  return { ...table, everywhere, words, wordRows: Int32Array.from(wordRows), roleBits, lexBits }
}

/** The positions of one layer after the other, a bit for each token. */
export class StartPositions {
  readonly #count: number
  readonly #words: number
  readonly #bits: Int32Array
  readonly #everywhere: readonly boolean[]
  #isEverywhere = true
  #from = 0

  constructor(tokens: Tokens, table: StartTable) {
    this.#count = tokens.count
    this.#everywhere = table.everywhere
    this.#words = (tokens.count >> 5) + 1
    this.#bits = markPositions(tokens, table, this.#words)
  }

  /** From here on `next` tells the positions of this layer. */
  turnTo(layer: number): void {
    this.#from = layer * this.#words
    this.#isEverywhere = this.#everywhere[layer]!
  }

  /** The first position of the layer from `at` on, the count of the tokens where there is none. */
  next(at: number): number {
    if (this.#isEverywhere) return at
    let word = at >> 5
    if (word >= this.#words) return this.#count
    let bits = this.#bits[this.#from + word]! & (-1 << (at & 31))
    while (bits === 0) {
      if (++word === this.#words) return this.#count
      bits = this.#bits[this.#from + word]!
    }
    return (word << 5) + lowestBit(bits)
  }
}

/** A row of `words` numbers for each layer, with a bit for each token at which it starts. */
function markPositions(tokens: Tokens, table: StartTable, words: number): Int32Array {
  const { width } = table
  const bits = new Int32Array(words * width * BITS)
  const row = new Int32Array(width)
  for (let at = 0; at < tokens.count; at++) {
    readRow(tokens, at, table, row)
    for (let part = 0; part < width; part++)
      for (let rest = row[part]!; rest !== 0; rest &= rest - 1) bits[(part * BITS + lowestBit(rest)) * words + (at >> 5)]! |= 1 << (at & 31)
  }
  return bits
}

/** The layers that start at the token, into `row`. */
function readRow({ kind, shape, hash, role, lex }: Tokens, at: number, table: StartTable, row: Int32Array): void {
  const code = hash[at]!
  row.fill(0)
  if (kind[at] === KIND.number) add(row, table.numbers, 0)
  else if (kind[at] === KIND.word) add(row, table.shapes, shape[at]!)
  else if (code < ASCII) add(row, table.signs, code)
  if (kind[at] !== KIND.word) return
  const listed = table.words.get(code)
  if (listed !== undefined) add(row, table.wordRows, listed)
  for (let rest = role[at]! & table.roleBits; rest !== 0; rest &= rest - 1) add(row, table.roles, lowestBit(rest))
  for (let rest = lex[at]! & table.lexBits; rest !== 0; rest &= rest - 1) add(row, table.lex, lowestBit(rest))
}

function add(row: Int32Array, table: Int32Array, at: number): void {
  for (let part = 0; part < row.length; part++) row[part]! |= table[at * row.length + part]!
}

/** The index of the lowest bit that is set. */
function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
