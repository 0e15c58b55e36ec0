// Words that a text or a code may be made of without naming anybody: those of the standard, of makers and devices, and plain words of the lexicon.
import { HASH_START, hashUnit, hashWord } from '../../../phi/fold.ts'
import { lookUp } from '../../../phi/lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../../../phi/lexicon-bits.ts'
import { unpackTable } from '../../dictionary/unpack-table.ts'
import { formatTagKey } from '../../tag.ts'
import { PLAIN_WORDS } from './plain-words.generated.ts'

/** plain: no name. name-too: a word of the field that people are called as well. maker: the same, of makers and devices. unknown: all else. */
export type WordJudgement = 'plain' | 'name-too' | 'maker' | 'unknown'

interface PlainWords {
  readonly byHash: ReadonlyMap<number, WordJudgement>
  /** Terms that are made of words that are names too, by tag. */
  readonly terms: ReadonlyMap<string, ReadonlySet<string>>
}

/** Shorter words stand in too many codes. */
const LEAST_LENGTH = 4
/** Latin, with its diacritics. */
const LAST_LATIN = 0x24f

let table: PlainWords | undefined

/** @param word letters alone, in any case */
export function judgeWord(word: string): WordJudgement {
  table ??= unpackWords()
  const hash = hashWord(word)
  const known = table.byHash.get(hash)
  if (known) return known
  const length = word.length
  if (/\p{Cf}/u.test(word)) return 'unknown'
  if (isNonLatin(word)) return length > 2 ? 'unknown' : judgeNonLatin(word)
  if (length < 2 || (length === 2 && word === word.toUpperCase()) || /^X+$/.test(word)) return 'plain'
  // The lexicon takes time to unpack, and is asked last.
  return judgeByLexicon(lookUp(hash), length)
}

/** True for a word that is known as a name, and not as a word of the field: less is asked of words that makers invent. */
export function isListedName(word: string): boolean {
  return judgeWord(word) === 'unknown' && (lookUp(hashWord(word)) & LEX_NAME) !== 0
}

function judgeByLexicon(bits: number, length: number): WordJudgement {
  const isPlain = (bits & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) !== 0
  const isName = (bits & LEX_NAME) !== 0
  if (length < LEAST_LENGTH) return isName ? (isPlain ? 'name-too' : 'unknown') : 'plain'
  return isPlain && !isName ? 'plain' : 'unknown'
}

function isNonLatin(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > LAST_LATIN) return true
  return false
}

/** µm and the like; two signs of Chinese are a name. */
function judgeNonLatin(word: string): WordJudgement {
  return /^[\u0370-\u03ff][a-zA-Z]?$/.test(word) ? 'plain' : 'unknown'
}

/** True for a word of the field that is no name; false where the lexicon has to be asked. @param hash of the folded word, as `hashUnit` makes it */
export function isFieldWord(hash: number): boolean {
  table ??= unpackWords()
  return table.byHash.get(hash) === 'plain'
}

/** True for a defined term or enumerated value of the attribute that is made of words that are names too. */
export function isTermOf(tag: number, value: string): boolean {
  table ??= unpackWords()
  return table.terms.get(formatTagKey(tag))?.has(value) ?? false
}

function unpackWords(): PlainWords {
  const [plain = '', doubtful = '', makers = '', terms = ''] = unpackTable(PLAIN_WORDS)
  const byHash = new Map<number, WordJudgement>()
  for (const [words, judgement] of [
    [plain, 'plain'],
    [doubtful, 'name-too'],
    [makers, 'maker'],
  ] as const) {
    let hash = HASH_START
    // Folded already, a word a line.
    for (let i = 0; i <= words.length; i++) {
      const code = i < words.length ? words.charCodeAt(i) : 0x0a
      if (code !== 0x0a) hash = hashUnit(hash, code)
      else {
        byHash.set(hash, judgement)
        hash = HASH_START
      }
    }
  }
  const rows = terms.split('\n').map((row): [string, ReadonlySet<string>] => [row.slice(0, 8), new Set(row.slice(9).split('\\'))])
  return { byHash, terms: new Map(rows) }
}
