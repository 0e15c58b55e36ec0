// Streets with house numbers in German, French, Spanish, Italian, Dutch and Portuguese. The pattern of a language has the words that its streets begin or
// end with, and the small words between. English uses some of them otherwise: via a tube, 7 am.
import { RANK } from '../../candidate.ts'
import { LANGUAGES } from '../../language/languages.ts'
import { textLanguages } from '../../language/text-languages.ts'
import { isDigit } from '../../tokens.ts'
import type { LayerContext } from '../layer.ts'

/** German streets are one word that ends like a street, or begin with a preposition or an adjective and end with a landmark. */
const GERMAN =
  /(?<![\p{L}\p{N}-])(?:(?:\p{Lu}[\p{L}]{1,20}-){1,3}(?:Straße|Strasse|Str\.|Platz|Allee|Weg|Ring|Ufer|Damm|Gasse|Brücke|Promenade)|\p{Lu}\p{Ll}{2,20}(?:str\.|straße)|(?:Am|An der|An den|Auf der|Auf dem|Auf den|Bei der|Beim|Hinter der|Hinter dem|Im|In der|In den|Unter den|Vor dem|Vor der|Zum|Zur|Alte|Alter|Neue|Neuer|Großer|Große|Kleine|Kleiner|Obere|Untere)(?: (?:alten|neuen|großen|kleinen|oberen|unteren|langen|hohen|Alten|Neuen|Großen|Kleinen))? (?:\p{Lu}\p{Ll}{1,14})?(?:[Mm]arkt|[Kk]irche|[Bb]rücke|[Mm]ühle|[Bb]ach|[Bb]erg|[Ww]ald|[Pp]ark|[Tt]or|[Hh]of|[Aa]nger|[Gg]raben|[Rr]ing|[Ww]all|[Ee]ichen|[Ll]inden|[Uu]fer|[Hh]ang|[Ff]eld|[Ww]iese|[Ww]iesen|[Bb]ahnhof|[Ss]chloss|[Bb]urg|[Ww]eiher|[Ss]ee|[Tt]eich|[Dd]om|[Rr]athaus|[Mm]auer|[Ss]portplatz|[Ff]riedhof|[Ss]chule|[Gg]arten|[Ss]traße|[Gg]asse|[Ww]eg|[Hh]eide|[Gg]rund|[Hh]öhe|[Aa]ue|[Hh]alde|[Rr]ain)) ?\d{1,4} ?[a-z]?(?![\p{L}\p{N}])(?! ?(?:mg|ml|cm|mm|kg|Tage|Tagen|Uhr|Jahre|Wochen|%))/gu
/** Dutch streets of two words: Oude Singel 72. */
const DUTCH =
  /(?<![\p{L}\p{N}-])(?:(?:Oude|Nieuwe|Lange|Korte|Achter de|Achter het) \p{Lu}\p{Ll}{2,20}|(?:Oude|Nieuwe|Grote|Kleine|Lange|Korte|Hoge|Lage|Brede|Smalle|Aan de|Op de|Het)(?: \p{Lu}?\p{Ll}{2,20})? ?(?:[Mm]arkt|[Ss]ingel|[Gg]racht|[Ss]traat|[Ww]eg|[Dd]ijk|[Hh]aven|[Kk]ade|[Pp]lein|[Ss]teeg|[Ll]aan|[Kk]erkhof|[Hh]of|[Pp]oort|[Ww]al|[Vv]est|[Bb]rink|[Bb]aan)(?:straat|weg|plein)?) \d{1,4} ?[a-zA-Z]?(?:-\d{1,4})?(?![\p{L}\p{N}])(?! ?(?:mg|ml|cm|mm|kg|dagen|uur|jaar|weken|%))/gu

// In the next four languages, a street begins with its kind. Up to four words follow, each with a capital or a day (rua 25 de Abril), and small words between.
/** The house may stand first: 4 bis rue Haute. */
const FRENCH =
  /(?<![\p{L}\p{N}])(?:\d{1,5} ?(?:bis|ter|quater|[a-zA-Z](?![\p{L}]))?(?:[/-]\d{1,4}|[/-][A-Za-z](?!\p{L}))?,? (?:(?:[rR]ue|[aA]venue|[aA]v|[bB]oulevard|[bB]d|[bB]ld|[pP]lace|[pP]l|[aA]llée|[aA]llées|[iI]mpasse|[qQ]uai|[cC]hemin|[rR]oute|[cC]ours|[sS]quare|[pP]assage|[sS]entier|[fF]aubourg|[eE]splanade|[cC]ité|[hH]ameau|[rR]és|[rR]ésidence|[lL]otissement|[mM]ontée|[vV]illa)\.?) ?(?:(?:de la|de l['’]|du|des|de|d['’]|la|le|les|l['’]|au|aux|à la|en|sur|et) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)(?: (?:(?:de la|de l['’]|du|des|de|d['’]|la|le|les|l['’]|au|aux|à la|en|sur|et) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)){0,3}|(?:(?:[rR]ue|[aA]venue|[aA]v|[bB]oulevard|[bB]d|[bB]ld|[pP]lace|[pP]l|[aA]llée|[aA]llées|[iI]mpasse|[qQ]uai|[cC]hemin|[rR]oute|[cC]ours|[sS]quare|[pP]assage|[sS]entier|[fF]aubourg|[eE]splanade|[cC]ité|[hH]ameau|[rR]és|[rR]ésidence|[lL]otissement|[mM]ontée|[vV]illa)\.?) ?(?:(?:de la|de l['’]|du|des|de|d['’]|la|le|les|l['’]|au|aux|à la|en|sur|et) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)(?: (?:(?:de la|de l['’]|du|des|de|d['’]|la|le|les|l['’]|au|aux|à la|en|sur|et) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)){0,3}(?:,? ?(?:n°)?) ?\d{1,5} ?(?:bis|ter|quater|[a-zA-Z](?![\p{L}]))?(?:[/-]\d{1,4}|[/-][A-Za-z](?!\p{L}))?(?![\p{L}\p{N}]))/gu
/** Calle del Pez 12, c/ Mayor nº 3. */
const SPANISH =
  /(?<![\p{L}\p{N}])(?:(?:(?:[cC]alle|[cC]\/|[aA]venida|[aA]vda|[aA]v|[pP]laza|[pP]za|[pP]aseo|[pP]º|[rR]onda|[cC]amino|[cC]arretera|[cC]tra|[tT]ravesía|[gG]lorieta|[cC]allejón|[uU]rbanización|[uU]rb|[vV]ía|[cC]uesta|[rR]ambla|[bB]arrio|[pP]olígono)\.?) ?(?:(?:de la|de los|de las|del|de|la|el|los|las|y) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)(?: (?:(?:de la|de los|de las|del|de|la|el|los|las|y) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)){0,3}(?:,? ?(?:nº|n\.º|núm\.?|km)?) ?\d{1,5} ?(?:bis|ter|quater|[a-zA-Z](?![\p{L}]))?(?:[/-]\d{1,4}|[/-][A-Za-z](?!\p{L}))?(?![\p{L}\p{N}]))/gu
/** Via Garibaldi n. 12, p.zza San Marco 3. */
const ITALIAN =
  /(?<![\p{L}\p{N}])(?:(?:(?:[vV]ia|[vV]iale|[vV]\.le|[pP]iazza|[pP]\.zza|[pP]\.za|[pP]iazzale|[pP]\.le|[cC]orso|[cC]\.so|[lL]argo|[vV]icolo|[sS]trada|[cC]ontrada|[bB]orgo|[sS]alita|[cC]alle|[lL]ungomare|[lL]ungotevere|[gG]alleria|[lL]ocalità|[lL]oc|[fF]razione|[fF]raz)\.?) ?(?:(?:della|dello|delle|degli|dell['’]|del|dei|di|da|dal|dalla|san|santa|santo|sant['’]|e) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)(?: (?:(?:della|dello|delle|degli|dell['’]|del|dei|di|da|dal|dalla|san|santa|santo|sant['’]|e) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)){0,3}(?:,? ?(?:n\.?|n°|nr\.?|civico)?) ?\d{1,5} ?(?:bis|ter|quater|[a-zA-Z](?![\p{L}]))?(?:[/-]\d{1,4}|[/-][A-Za-z](?!\p{L}))?(?![\p{L}\p{N}]))/gu
/** Rua 25 de Abril, nº 3. */
const PORTUGUESE =
  /(?<![\p{L}\p{N}])(?:(?:(?:[rR]ua|[rR]|[aA]venida|[aA]v|[tT]ravessa|[tT]v|[pP]raça|[pP]ç|[lL]argo|[aA]lameda|[eE]strada|[rR]odovia|[cC]alçada|[bB]eco|[qQ]uinta|[lL]adeira|[vV]iela|[bB]airro|[uU]rbanização|[pP]raceta|[rR]otunda)\.?) ?(?:(?:da|do|das|dos|de|e|a|o) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)(?: (?:(?:da|do|das|dos|de|e|a|o) ?){0,2}(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{1,2} (?:de )?\p{Lu}\p{Ll}{2,11}(?: (?:19|20)\d\d)?)){0,3}(?:,? ?(?:nº|n\.º|n\.?)?) ?\d{1,5} ?(?:bis|ter|quater|[a-zA-Z](?![\p{L}]))?(?:[/-]\d{1,4}|[/-][A-Za-z](?!\p{L}))?(?![\p{L}\p{N}]))/gu

const STREETS: Readonly<Record<string, RegExp>> = { de: GERMAN, fr: FRENCH, es: SPANISH, it: ITALIAN, nl: DUTCH, pt: PORTUGUESE }

export function findLanguageStreets({ tokens, locale, found }: LayerContext): void {
  const runs =
    locale.language === undefined
      ? textLanguages(tokens).runs
      : [{ first: 0, end: tokens.count, language: locale.language, other: undefined }]
  for (const { first, end, language, other } of runs) {
    const pattern = STREETS[LANGUAGES[language] ?? ''] ?? (other === undefined ? undefined : STREETS[LANGUAGES[other] ?? ''])
    if (pattern === undefined || end <= first) continue
    for (const { from, line } of linesWithDigits(tokens.text, tokens.start[first]!, tokens.end[end - 1]!)) {
      for (const match of line.matchAll(pattern)) {
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
}

/** No pattern matches a line break, and each has a digit. The patterns cost more than all that a text of English needs here. */
function* linesWithDigits(text: string, start: number, end: number): Generator<{ readonly from: number; readonly line: string }> {
  let hasDigit = false
  for (let from = start, at = start; at <= end; at++) {
    const code = at < end ? text.charCodeAt(at) : LINE_FEED
    hasDigit ||= isDigit(code)
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN) continue
    if (hasDigit) yield { from, line: text.slice(from, at) }
    hasDigit = false
    from = at + 1
  }
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
