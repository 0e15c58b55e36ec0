// The names of codes of terminologies: the words of laboratories and medicine in them are no persons and places, whatever the detector guesses. What has
// the form of an identifier, what the message or the caller knows, and words that only names have go all the same.
import type { PhiSpan } from '../detect-phi.ts'
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import type { Leaf } from './leaf.ts'

/** Terminologies by the names that HL7 gives them (table 0396), and HL7's own tables. */
const TERMINOLOGY =
  /^(?:LN|LOINC|SCT|SNM3?|SNOMED|I9C?|I9CDX|I10[CP]?|C4|C5|CPT|CVX|MVX|NDC|RXNORM|UCUM|NCIT|CDCREC|PHINQUESTION|99[A-Z0-9]{2,6}|PLT|L|HL7\d{4}|UMLS|MDDX|ICD\d{0,2}[A-Z]{0,3}|ISO3166[_-]?[123]?|ISO639[_-]?[123]?|NULLFL)$/

/** What the names of LOINC and of laboratories are made of, written for the project. */
const WORDS = new Set(
  'ag ab abs igg igm iga ige ser plas bld ur csf saliva islt spec xxx prid qn ql imp mcnc acnc scnc ncnc mfr nfr arbconc titr naa naat probe seq rrna rna dna pcr elisa ia eia if ifa mia cf hai vis slowmyco maldi tof rnase rnasep conv dilution tiss tissue stl nph thrt aspirate bal serpl serplbld bldv bldc blda dbs amnio fld synv mono pos neg susc mic kb ahic panel combo vaccine organism anti tot unk screen west nile serotype genotype wgs cov mvpx bcid gpc gnr yeast mold'.split(
    ' ',
  ),
)
const GUESSED: ReadonlySet<string> = new Set(['name', 'location', 'organization', 'facility', 'profession'])

/** The repetitions whose coding system is a terminology. */
export function codedRepetitions(
  leaves: readonly { readonly leaf: Leaf; readonly decoded: { readonly text: string } }[],
): ReadonlySet<number> {
  const coded = new Set<number>()
  for (const { leaf, decoded } of leaves)
    if (leaf.treatment === 'code' && /\.(?:3|6|12)$/.test(leaf.place) && TERMINOLOGY.test(decoded.text)) coded.add(leaf.repetition)
  return coded
}

/** True for a guess that holds no word but those of language, medicine and laboratories. */
export function isWordOfTerminology(text: string, { category, rule }: PhiSpan): boolean {
  if (!GUESSED.has(category) || rule.startsWith('known/')) return false
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  let names = 0
  for (const word of words) {
    if (WORDS.has(word)) continue
    const lex = lookUp(hashWord(word))
    if ((lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) === 0 && !isSubstance(word)) return false
    if ((lex & LEX_NAME) !== 0 && (lex & (LEX_MEDICAL | LEX.abbreviation)) === 0) names++
  }
  // Grace Long: two names that are words, too.
  return words.length === 1 || names < words.length
}

/** Acylcarnitine, iduronidase: words that end as only substances and organisms do. */
function isSubstance(word: string): boolean {
  return (
    word.length > 7 &&
    /(?:ine|ase|ose|ide|ate|ol|one|yl|ene|ane|in|virus|viridae|coccus|bacter|bacteria|myces|ella|oma|osis|itis|emia|uria|globulin)$/.test(
      word,
    )
  )
}
