// Keeps a result within what can be written as one JSON text, and a server's memory within bounds.
import { ProblemError } from '../../../core/problem.ts'

/** Characters of a result in JSON: the engine makes no string of more than 536,870,888. */
const MAX_RESULT_CHARACTERS = 480_000_000
/** What each takes beside the texts of the document. */
const CHARACTERS_PER_ROW = 130
const CHARACTERS_PER_SEGMENT = 80
const CHARACTERS_PER_MESSAGE = 700

/** Counts what a result holds, on the large side. One for all messages of a document; each method throws ProblemError `resource_limit`. */
export class ResultBudget {
  #left = MAX_RESULT_CHARACTERS
  readonly #advice: string

  /** @param advice what makes the result smaller */
  constructor(advice = 'Select fewer fields.') {
    this.#advice = advice
  }

  spendMessage(): void {
    this.#spend(CHARACTERS_PER_MESSAGE)
  }

  /** @param idLength of its identifier, which is a whole line where a line begins with none */
  spendSegment(idLength: number): void {
    this.#spend(CHARACTERS_PER_SEGMENT + 3 * idLength)
  }

  /** @param characters of the field: they stand in the row twice, raw and as its value, and divided or escaped text takes more */
  spendRow(characters: number): void {
    this.#spend(CHARACTERS_PER_ROW + 3 * characters)
  }

  /** Called before text is decoded into a longer one. */
  spendText(characters: number): void {
    this.#spend(characters)
  }

  #spend(characters: number): void {
    this.#left -= characters
    if (this.#left >= 0) return
    const facts = { limitCharacters: MAX_RESULT_CHARACTERS }
    throw new ProblemError(`The result would be too large. ${this.#advice}`, { code: 'resource_limit', facts })
  }
}
