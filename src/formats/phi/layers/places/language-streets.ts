// Streets with house numbers in German, French, Spanish, Italian, Dutch and Portuguese, by a table of each language: what a street begins or ends with,
// and the small words between its own. In English these words are others: via a tube, am 7 in the morning.
import { RANK } from '../../candidate.ts'
import { LANGUAGES } from '../../language/languages.ts'
import { textLanguages } from '../../language/text-languages.ts'
import type { LayerContext } from '../layer.ts'

interface StreetForms {
  /** Words before the name, with and without a dot. */
  readonly heads: string
  /** Small words of a name: de la, dei. */
  readonly particles: string
  /** Before the house number. */
  readonly numbers: string
  /** True where the house stands first: 4 bis rue Haute. */
  readonly isHouseFirst: boolean
}

const FORMS: Readonly<Record<string, StreetForms>> = {
  fr: {
    heads:
      'rue|avenue|av|boulevard|bd|bld|place|pl|allée|allées|impasse|quai|chemin|route|cours|square|passage|sentier|faubourg|esplanade|cité|hameau|rés|résidence|lotissement|montée|villa',
    particles: "de la|de l['’]|du|des|de|d['’]|la|le|les|l['’]|au|aux|à la|en|sur|et",
    numbers: 'n°',
    isHouseFirst: true,
  },
  es: {
    heads:
      'calle|c/|avenida|avda|av|plaza|pza|paseo|pº|ronda|camino|carretera|ctra|travesía|glorieta|callejón|urbanización|urb|vía|cuesta|rambla|barrio|polígono',
    particles: 'de la|de los|de las|del|de|la|el|los|las|y',
    numbers: 'nº|n\\.º|núm\\.?|km',
    isHouseFirst: false,
  },
  it: {
    heads:
      'via|viale|v\\.le|piazza|p\\.zza|p\\.za|piazzale|p\\.le|corso|c\\.so|largo|vicolo|strada|contrada|borgo|salita|calle|lungomare|lungotevere|galleria|località|loc|frazione|fraz',
    particles: "della|dello|delle|degli|dell['’]|del|dei|di|da|dal|dalla|san|santa|santo|sant['’]|e",
    numbers: 'n\\.?|n°|nr\\.?|civico',
    isHouseFirst: false,
  },
  pt: {
    heads:
      'rua|r|avenida|av|travessa|tv|praça|pç|largo|alameda|estrada|rodovia|calçada|beco|quinta|ladeira|viela|bairro|urbanização|praceta|rotunda',
    particles: 'da|do|das|dos|de|e|a|o',
    numbers: 'nº|n\\.º|n\\.?',
    isHouseFirst: false,
  },
}

/** German streets are one word that ends as streets do, or begin with a preposition and end with what lies at a street. */
const GERMAN =
  /(?<![\p{L}\p{N}-])(?:(?:\p{Lu}[\p{L}]{1,20}-){1,3}(?:Straße|Strasse|Str\.|Platz|Allee|Weg|Ring|Ufer|Damm|Gasse|Brücke|Promenade)|\p{Lu}\p{Ll}{2,20}(?:str\.|straße)|(?:Am|An der|An den|Auf der|Auf dem|Auf den|Bei der|Beim|Hinter der|Hinter dem|Im|In der|In den|Unter den|Vor dem|Vor der|Zum|Zur|Alte|Alter|Neue|Neuer|Großer|Große|Kleine|Kleiner|Obere|Untere)(?: (?:alten|neuen|großen|kleinen|oberen|unteren|langen|hohen|Alten|Neuen|Großen|Kleinen))? (?:\p{Lu}\p{Ll}{1,14})?(?:[Mm]arkt|[Kk]irche|[Bb]rücke|[Mm]ühle|[Bb]ach|[Bb]erg|[Ww]ald|[Pp]ark|[Tt]or|[Hh]of|[Aa]nger|[Gg]raben|[Rr]ing|[Ww]all|[Ee]ichen|[Ll]inden|[Uu]fer|[Hh]ang|[Ff]eld|[Ww]iese|[Ww]iesen|[Bb]ahnhof|[Ss]chloss|[Bb]urg|[Ww]eiher|[Ss]ee|[Tt]eich|[Dd]om|[Rr]athaus|[Mm]auer|[Ss]portplatz|[Ff]riedhof|[Ss]chule|[Gg]arten|[Ss]traße|[Gg]asse|[Ww]eg|[Hh]eide|[Gg]rund|[Hh]öhe|[Aa]ue|[Hh]alde|[Rr]ain)) ?\d{1,4} ?[a-z]?(?![\p{L}\p{N}])(?! ?(?:mg|ml|cm|mm|kg|Tage|Tagen|Uhr|Jahre|Wochen|%))/gu
/** Dutch streets of two words: Oude Singel 72. */
const DUTCH =
  /(?<![\p{L}\p{N}-])(?:(?:Oude|Nieuwe|Lange|Korte|Achter de|Achter het) \p{Lu}\p{Ll}{2,20}|(?:Oude|Nieuwe|Grote|Kleine|Lange|Korte|Hoge|Lage|Brede|Smalle|Aan de|Op de|Het)(?: \p{Lu}?\p{Ll}{2,20})? ?(?:[Mm]arkt|[Ss]ingel|[Gg]racht|[Ss]traat|[Ww]eg|[Dd]ijk|[Hh]aven|[Kk]ade|[Pp]lein|[Ss]teeg|[Ll]aan|[Kk]erkhof|[Hh]of|[Pp]oort|[Ww]al|[Vv]est|[Bb]rink|[Bb]aan)(?:straat|weg|plein)?) \d{1,4} ?[a-zA-Z]?(?:-\d{1,4})?(?![\p{L}\p{N}])(?! ?(?:mg|ml|cm|mm|kg|dagen|uur|jaar|weken|%))/gu

/** A word with a capital, or a day that streets are called after: rua 25 de Abril. */
const WORD = "(?:\\p{Lu}[\\p{L}'’.-]{0,24}|\\d{1,2} (?:de )?\\p{Lu}\\p{Ll}{2,11}(?: (?:19|20)\\d\\d)?)"
const HOUSE = '\\d{1,5} ?(?:bis|ter|quater|[a-zA-Z](?![\\p{L}]))?(?:[/-]\\d{1,4}|[/-][A-Za-z](?!\\p{L}))?'

function compile({ heads, particles, numbers, isHouseFirst }: StreetForms): RegExp {
  const name = `(?:(?:${anyCase(heads)})\\.?) ?(?:(?:${particles}) ?){0,2}${WORD}(?: (?:(?:${particles}) ?){0,2}${WORD}){0,3}`
  const behind = `${name}(?:,? ?(?:${numbers})?) ?${HOUSE}(?![\\p{L}\\p{N}])`
  const either = isHouseFirst ? `${HOUSE},? ${name}|${behind}` : behind
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${either})`, 'gu')
}

/** Each word with a small or a capital first letter. */
function anyCase(words: string): string {
  return words
    .split('|')
    .map((word) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`)
    .join('|')
}

/** In the order of `LANGUAGES`; compiled on first use. */
const compiled = new Map<string, RegExp>()

function patternOf(language: string): RegExp | undefined {
  if (language === 'de') return GERMAN
  if (language === 'nl') return DUTCH
  const forms = FORMS[language]
  if (forms === undefined) return undefined
  let pattern = compiled.get(language)
  if (pattern === undefined) {
    pattern = compile(forms)
    compiled.set(language, pattern)
  }
  return pattern
}

export function findLanguageStreets({ tokens, locale, found }: LayerContext): void {
  const runs =
    locale.language === undefined
      ? textLanguages(tokens).runs
      : [{ first: 0, end: tokens.count, language: locale.language, other: undefined }]
  for (const { first, end, language, other } of runs) {
    const pattern = patternOf(LANGUAGES[language] ?? '') ?? (other === undefined ? undefined : patternOf(LANGUAGES[other] ?? ''))
    if (pattern === undefined || end <= first) continue
    const from = tokens.start[first]!
    const text = tokens.text.slice(from, tokens.end[end - 1])
    if (!/\d/.test(text)) continue
    for (const match of text.matchAll(pattern)) {
      const start = from + match.index
      found.push({
        start,
        end: start + match[0].trimEnd().length,
        category: 'location',
        score: 0.9,
        rule: 'address/street',
        rank: RANK.labelled,
      })
    }
  }
}
