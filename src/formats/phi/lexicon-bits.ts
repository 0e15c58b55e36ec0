// What the lexicon says of a word, a bit each.

export const LEX = {
  first: 1,
  last: 2,
  /** A name of a person, a place or a thing that dictionaries write with a capital. */
  proper: 4,
  city: 8,
  /** A country, state or province in full. */
  region: 16,
  /** One of the 45,000 most common English words. */
  common: 32,
  /** Another English word, medical ones included. */
  word: 64,
  drug: 128,
  eponym: 256,
  test: 512,
  organization: 1024,
  /** The word opens an entry of several words. */
  opensPhrase: 2048,
  rareProper: 4096,
  abbreviation: 16384,
  /** Set by the tokeniser: the word stands in an entry of several words. */
  inPhrase: 8192,
  /**
   * Of a word: a surname of the census of the United States that another list has as something else, such as Baker. Of an entry of two words: no person,
   * such as Bence Jones. Tokens do not have this bit.
   */
  census: 32768,
} as const

/** The bits of tokens, which the networks learned. */
export const LEX_OF_TOKENS = 0x7fff
export const LEX_NAME = LEX.first | LEX.last
export const LEX_ENGLISH = LEX.common | LEX.word
export const LEX_MEDICAL = LEX.drug | LEX.eponym | LEX.test
export const LEX_PROPER = LEX.first | LEX.last | LEX.proper | LEX.city | LEX.region | LEX.rareProper
