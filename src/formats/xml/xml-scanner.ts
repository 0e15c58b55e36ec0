// What a reader of XML walks over a text with: the places of what is rare, and errors with their place.
import { ProblemError } from '../../core/problem.ts'
import { type DecodedXml, placeOf } from './decode-xml.ts'
import { type EntityError, readReference } from './entities.ts'

/** What is not of the production Char (XML 1.0, 2.2) beside control characters; half of a pair is not, either. */
const NO_CHARACTER = /[^\0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const NO_UNIT = /[\ufffe\uffff]/
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/
/** A loop over a shorter text is faster than starting a regular expression. */
const SHORT = 60
const BLANK = 0x20
const NOT_ALLOWED = 'The document has a character that XML does not allow.'

const REFERENCE_ERRORS: Readonly<Record<EntityError, string>> = {
  unterminated: 'An ampersand begins no reference. Write &amp; for the character itself.',
  unknown_entity: 'An entity is used that is none of amp, lt, gt, quot and apos.',
  not_a_character: 'A character reference stands for no character that XML allows.',
}

export class XmlScanner {
  readonly text: string
  readonly #source: DecodedXml
  readonly #maxNodes: number
  /** Elements, attributes, texts, comments and processing instructions so far. */
  nodeCount = 0
  /** The next place, from where it was last asked, of what few texts hold: each is looked for once over the document. */
  #ampersand: number
  #carriageReturn: number
  #sectionEnd: number

  constructor(source: DecodedXml, maxNodes: number) {
    this.#maxNodes = maxNodes
    this.#source = source
    this.text = source.text
    this.#ampersand = this.#next('&', 0)
    this.#carriageReturn = this.#next('\r', 0)
    this.#sectionEnd = this.#next(']]>', 0)
  }

  /**
   * Control characters are checked where texts and values are taken: elsewhere they are neither part of a name nor a blank.
   * @throws ProblemError `unreadable_input` at the first other character that no document may hold
   */
  checkCharacters(): void {
    if (!NO_UNIT.test(this.text) && this.text.isWellFormed()) return
    const found = NO_CHARACTER.exec(this.text)
    if (found) throw this.error(NOT_ALLOWED, found.index)
  }

  /** @param start where the piece begins in the text */
  #checkControls(piece: string, start: number): void {
    if (piece.length >= SHORT) {
      if (CONTROL.test(piece)) throw this.error(NOT_ALLOWED, start + piece.search(CONTROL))
      return
    }
    for (let i = 0; i < piece.length; i++) {
      const unit = piece.charCodeAt(i)
      if (unit < BLANK && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) throw this.error(NOT_ALLOWED, start + i)
    }
  }

  error(message: string, offset: number, code: 'unreadable_input' | 'unsupported_variant' = 'unreadable_input'): ProblemError {
    return new ProblemError(message, { code, at: placeOf(this.#source, offset) })
  }

  limitError(message: string, offset: number, facts: Readonly<Record<string, number>>): ProblemError {
    return new ProblemError(message, { code: 'resource_limit', at: placeOf(this.#source, offset), facts })
  }

  /** @throws ProblemError `resource_limit` if the node that begins here is one too many */
  count(at: number): void {
    if (++this.nodeCount > this.#maxNodes) {
      throw this.limitError(`The document has more than ${this.#maxNodes} nodes.`, at, { limitNodes: this.#maxNodes })
    }
  }

  /** Of a tag that another one answers to, for an error message. */
  lineOf(offset: number): number {
    return placeOf(this.#source, offset).line
  }

  /** Character data between two places, which only ever move on. */
  characterData(start: number, end: number): string {
    if (this.#sectionEnd < start) this.#sectionEnd = this.#next(']]>', start)
    if (this.#sectionEnd < end) throw this.error('The characters ]]> are allowed only at the end of a CDATA section.', this.#sectionEnd)
    if (this.#ampersand < start) this.#ampersand = this.#next('&', start)
    return this.#ampersand < end ? this.#resolve(start, end, false) : this.literal(start, end)
  }

  /** Characters without references: those of CDATA sections, comments and instructions. */
  literal(start: number, end: number): string {
    const raw = this.text.slice(start, end)
    this.#checkControls(raw, start)
    if (this.#carriageReturn < start) this.#carriageReturn = this.#next('\r', start)
    return this.#carriageReturn < end ? raw.replace(/\r\n?/g, '\n') : raw
  }

  /** A value between quotation marks that holds references, tabs or line ends (XML 1.0, 3.3.3). */
  attributeValue(start: number, end: number): string {
    return this.#resolve(start, end, true)
  }

  #resolve(start: number, end: number, isAttribute: boolean): string {
    const { text } = this
    this.#checkControls(text.slice(start, end), start)
    const parts: string[] = []
    let from = start
    while (from < end) {
      const found = text.indexOf('&', from)
      const ampersand = found < 0 || found > end ? end : found
      if (ampersand > from) {
        const raw = text.slice(from, ampersand)
        parts.push(isAttribute ? raw.replace(/\r\n|[\t\n\r]/g, ' ') : raw.replace(/\r\n?/g, '\n'))
      }
      if (ampersand === end) break
      const reference = readReference(text, ampersand, end)
      if (typeof reference === 'string') throw this.error(REFERENCE_ERRORS[reference], ampersand)
      parts.push(reference.value)
      from = reference.end
    }
    return parts.length === 1 ? parts[0]! : parts.join('')
  }

  #next(what: string, from: number): number {
    const found = this.text.indexOf(what, from)
    return found < 0 ? Number.POSITIVE_INFINITY : found
  }
}
