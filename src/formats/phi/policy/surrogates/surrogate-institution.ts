// Surrogates of institutions: of the kind that a word of the name tells, in a made-up town.
import { canonicalize, foldWords } from '../canonical.ts'
import { type PhiKey, pickNumber } from '../key.ts'
import { inventedName } from './invented-names.ts'
import { languageOfKnownTown } from './name-origins.ts'
import type { SurrogateLanguage } from './surrogate-stock.ts'
import { INSTITUTION_KINDS, INSTITUTION_NAMES, TOWNS } from './surrogate-words.ts'

/** A made-up name, of the same kind as far as a word of the original tells it. */
export function surrogateInstitution(key: PhiKey, text: string): string {
  const folded = canonicalize('organization', text)
  const digest = key.digest('organization', folded)
  if (key.surrogates === 2) {
    const named = nameKind(text, digest)
    if (named !== undefined) return likeCapitals(named, text)
  }
  const kind = INSTITUTION_KINDS.find(([word]) => folded.includes(word))?.[1]
  const town =
    key.surrogates === 1
      ? TOWNS[pickNumber(digest, TOWNS.length)]!
      : capital(inventedName('towns', kind === undefined ? languageOfInstitution(folded) : 'en', digest, foldWords(folded)))
  const name = `${town} ${INSTITUTION_NAMES[pickNumber(digest, INSTITUTION_NAMES.length, 8)]}${kind === undefined ? '' : ` ${kind}`}`
  return likeCapitals(name, text)
}

/** Words for kinds of institutions with what may follow them; the words of the original stay, the name goes. */
const KINDS: readonly (readonly [SurrogateLanguage, RegExp])[] = [
  [
    'de',
    /(?:(?:Universitäts|Uni|Kreis|Stadt|Landes|Reha|Fach|Kinder|Bezirks)?-?(?:klinikum|klinik|krankenhaus|(?<!ho)spital)|Gemeinschaftspraxis|Hausarztpraxis|Praxis|Apotheke|Pflegeheim|Seniorenheim|Grundschule|Universität|Sparkasse|Volksbank|Gymnasium)(?=$|[^\p{L}])/iu,
  ],
  [
    'fr',
    /(?<!\p{L})(?:CHU|CHR|CH|Hôpital|Hopital|Clinique|Centre [Hh]ospitalier(?: [Uu]niversitaire)?|Pharmacie|EHPAD|Laboratoire|École|Ecole|Collège|Lycée|Université|Cabinet|Maison de [Ss]anté)(?: (?:de|du|des|de la))?(?=$|[^\p{L}])/u,
  ],
  [
    'it',
    /(?<!\p{L})(?:Ospedale(?: [Cc]ivile)?|Policlinico|Clinica|Farmacia|Ambulatorio|Casa di [Cc]ura|Scuola|Università|Liceo|ASL|RSA|Istituto)(?: (?:di|della|del))?(?=$|[^\p{L}])/u,
  ],
  [
    'nl',
    /(?<!\p{L})(?:Ziekenhuis|Apotheek|Huisartsenpraktijk|Verpleeghuis|Zorgcentrum|Woonzorgcentrum|Basisschool|Universiteit|Gemeente|Medisch [Cc]entrum)(?=$|[^\p{L}])/u,
  ],
  [
    'pt',
    /(?<!\p{L})(?:Santa Casa|Centro de Saúde|Farmácia|Universidade|Escola|Colégio|Câmara|UBS|UPA|USF|Hospital (?:da|do|das|dos|São|Universitário)|Clínica (?:da|do|São)|Lar)(?: (?:de|da|do))?(?=$|[^\p{L}])/u,
  ],
  [
    'es',
    /(?<!\p{L})(?:Hospital (?:Universitario|General|Clínico|San|Santa|Nuestra|del|de)|Clínica|Centro de Salud|Centro Médico|Farmacia|Colegio|Universidad|Residencia|Ayuntamiento|Sanatorio|Consultorio)(?: (?:de|del|la))?(?=$|[^\p{L}])/u,
  ],
]

/** The kind as the original writes it, before a town of its language. */
function nameKind(text: string, digest: Uint8Array): string | undefined {
  for (const [language, pattern] of KINDS) {
    const kind = pattern.exec(text)?.[0].replace(/ (?:San|Santa|São|Nuestra)$/, '')
    if (kind === undefined) continue
    return `${capital(kind.replace(/^-/, ''))} ${capital(inventedName('towns', language, digest, foldWords(text)))}`
  }
  return undefined
}

/** Of the last word that tells one: `Spital Wil`, `AZ Brugge`. */
function languageOfInstitution(folded: string): SurrogateLanguage {
  return languageOfKnownTown(foldWords(folded).split(' ').at(-1) ?? '')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function likeCapitals(name: string, text: string): string {
  return text === text.toUpperCase() && text !== text.toLowerCase() ? name.toUpperCase() : name
}
