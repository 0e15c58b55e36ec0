// The prose that the network learns from: blocks of lines in build/phi/prose, read into sentences. What is written wrongly there ends the training.
//
// Blocks are separated by an empty line; a block that begins with the line #CAPS is read in capitals. Slots: {F} given name, {L} surname, {I} initial,
// {P} a whole name, {f} {l} names in small letters, {C} place, {S} state or country, {H} facility, {O} organization, {D} drug, {dx} diagnosis,
// {N} number, {X} date, {A} age. Marks: [[C:…]], [[H:…]], [[O:…]]. Everything else is no name.
import { readdirSync, readFileSync } from 'node:fs'
import { type Piece, readPieces } from './pieces.ts'

const PROSE_FOLDER = new URL('./prose/', import.meta.url)

export interface Block {
  /** Who wrote it: the folder that the file stands in. */
  readonly author: string
  readonly isShouted: boolean
  /** Lines of sentences of pieces. */
  readonly lines: readonly (readonly (readonly Piece[])[])[]
  readonly length: number
}

/** The names of the files, in order. */
function proseFiles(): string[] {
  return readdirSync(PROSE_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt'))
    .sort()
}

export function readProse(): Block[] {
  const seen = new Set<string>()
  return proseFiles().flatMap((name) => parseProse(readFileSync(new URL(name, PROSE_FOLDER), 'utf8'), name, seen))
}

/**
 * @param seen the blocks of other files, to which these are added
 * @throws Error that names the block, where a slot or mark is unknown or open, or the block stands there twice
 */
export function parseProse(text: string, name: string, seen: Set<string>): Block[] {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block, index) => {
      const problem = seen.has(block) ? 'stands there twice' : problemOf(block)
      if (problem) throw new Error(`${name}, block ${index + 1}: ${problem}`)
      seen.add(block)
      return parseBlock(block, name.split('/')[0]!)
    })
}

const SLOTS: ReadonlySet<string> = new Set('F L I P f l C S H O D dx N X A'.split(' '))

function problemOf(block: string): string | undefined {
  const lines = block.split('\n')
  const pieces = lines
    .slice(lines[0] === '#CAPS' ? 1 : 0)
    .flatMap(splitSentences)
    .flatMap(readPieces)
  const unknown = [...pieces, ...pieces.flatMap(({ text }) => readPieces(text))].find(({ slot }) => slot !== '' && !SLOTS.has(slot))
  if (unknown) return `no slot is called ${unknown.slot}`
  const open = pieces.find(({ slot, text }) => isOpen(text) || (slot !== '' && /^\s|\s$/.test(text)))
  if (open) return `a slot or mark is not closed, or empty at its edge: ${open.text}`
  if (pieces.some(({ slot, text }) => slot === '' && text.includes('#CAPS'))) return '#CAPS stands inside'
  return pieces.length === 0 ? 'it is empty' : undefined
}

/** A mark may hold slots, plain text may not. */
function isOpen(text: string): boolean {
  return readPieces(text).some(({ slot, text: plain }) => slot === '' && /[{}]|\[\[|\]\]/.test(plain))
}

function parseBlock(block: string, author: string): Block {
  const isShouted = block.startsWith('#CAPS\n')
  const lines = block.split('\n').slice(isShouted ? 1 : 0)
  return { author, isShouted, lines: lines.map((line) => splitSentences(line).map(readPieces)), length: block.length }
}

/** Behind a word of four letters and more, so that Dr. {L} and approx. stay whole; each sentence keeps the space behind it. */
function splitSentences(line: string): string[] {
  return line.split(/(?<=[a-z]{4}[.?!] )(?=[A-Z{])/)
}
