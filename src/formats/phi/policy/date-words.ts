// Names of months and weekdays in the languages of the notes, and the small words that stand between the parts of a date.

export type DateLanguage = 'en' | 'es' | 'de' | 'fr' | 'it' | 'pt' | 'nl'

interface NameStyle {
  readonly kind: 'month' | 'weekday'
  readonly names: readonly string[]
}

/** January to December or Monday to Sunday: the full names, then the short ones. */
const MONTHS: Readonly<Record<DateLanguage, readonly [string, string]>> = {
  en: [
    'january february march april may june july august september october november december',
    'jan feb mar apr may jun jul aug sep oct nov dec',
  ],
  es: [
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'ene feb mar abr may jun jul ago sep oct nov dic',
  ],
  de: [
    'januar februar märz april mai juni juli august september oktober november dezember',
    'jan feb mär apr mai jun jul aug sep okt nov dez',
  ],
  fr: [
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    'janv févr mars avr mai juin juil août sept oct nov déc',
  ],
  it: [
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    'gen feb mar apr mag giu lug ago set ott nov dic',
  ],
  pt: [
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    'jan fev mar abr mai jun jul ago set out nov dez',
  ],
  nl: [
    'januari februari maart april mei juni juli augustus september oktober november december',
    'jan feb mrt apr mei jun jul aug sep okt nov dec',
  ],
}
const WEEKDAYS: Readonly<Record<DateLanguage, readonly [string, string]>> = {
  en: ['monday tuesday wednesday thursday friday saturday sunday', 'mon tue wed thu fri sat sun'],
  es: ['lunes martes miércoles jueves viernes sábado domingo', 'lun mar mié jue vie sáb dom'],
  de: ['montag dienstag mittwoch donnerstag freitag samstag sonntag', 'mo di mi do fr sa so'],
  fr: ['lundi mardi mercredi jeudi vendredi samedi dimanche', 'lun mar mer jeu ven sam dim'],
  it: ['lunedì martedì mercoledì giovedì venerdì sabato domenica', 'lun mar mer gio ven sab dom'],
  pt: ['segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo', 'seg ter qua qui sex sáb dom'],
  nl: ['maandag dinsdag woensdag donderdag vrijdag zaterdag zondag', 'ma di wo do vr za zo'],
}

/** Other spellings of a month or weekday, with the style in which the new name is written. */
const VARIANTS: Readonly<Record<string, readonly [string, kind: 'month' | 'weekday']>> = {
  sept: ['sep', 'month'],
  tues: ['tue', 'weekday'],
  weds: ['wed', 'weekday'],
  thur: ['thu', 'weekday'],
  thurs: ['thu', 'weekday'],
  setiembre: ['septiembre', 'month'],
  jänner: ['januar', 'month'],
  feber: ['februar', 'month'],
  marz: ['märz', 'month'],
  maerz: ['märz', 'month'],
  fevrier: ['février', 'month'],
  aout: ['août', 'month'],
  decembre: ['décembre', 'month'],
  marco: ['março', 'month'],
  miercoles: ['miércoles', 'weekday'],
  sabado: ['sábado', 'weekday'],
}

/** A word of a date: which month or weekday it is (0-based) and the names of its language and length. */
export interface DateWord {
  readonly kind: 'month' | 'weekday'
  readonly position: number
  readonly names: readonly string[]
  /** True for the style of `jan` and `mon`; `may` is of both styles. */
  readonly isShort: boolean
}

/** `janv` is the longest short first name. */
const SHORT_LENGTH = 4
const words = new Map<string, DateWord[]>()

function addStyle({ kind, names }: NameStyle): void {
  for (const [position, name] of names.entries()) {
    const known = words.get(name) ?? []
    const isShort = names[0]!.length <= SHORT_LENGTH
    if (!known.some((word) => word.kind === kind && word.isShort === isShort))
      words.set(name, [...known, { kind, position, names, isShort }])
  }
}

for (const language of Object.keys(MONTHS) as DateLanguage[]) {
  for (const names of MONTHS[language]) addStyle({ kind: 'month', names: names.split(' ') })
  for (const names of WEEKDAYS[language]) addStyle({ kind: 'weekday', names: names.split(' ') })
}
for (const [variant, [name, kind]] of Object.entries(VARIANTS)) {
  const word = words.get(name)?.find((candidate) => candidate.kind === kind)
  if (word) words.set(variant, [word, ...(words.get(variant) ?? [])])
}

/** What a word can be in a date; some are both month and weekday (`mar` is March or martes). */
export function readDateWord(word: string): readonly DateWord[] {
  return words.get(word.toLowerCase().normalize('NFC')) ?? []
}

/** Words and signs that may stand in a date and say nothing. */
const FILLERS = new Set('of the de del den der le la el il di d am at on a à alle um vom dated'.split(' '))

export function isFiller(word: string): boolean {
  return FILLERS.has(word.toLowerCase())
}

const ORDINALS = new Set(['st', 'nd', 'rd', 'th', 'er', 'ère', 're', 'º', 'ª', 'o', 'ste', 'e'])

export function isOrdinal(word: string): boolean {
  return ORDINALS.has(word.toLowerCase())
}

/** The name in the letter case of the word that it replaces. */
export function matchCase(name: string, like: string): string {
  if (like.length > 1 && like === like.toUpperCase() && like !== like.toLowerCase()) return name.toUpperCase()
  const first = like[0] ?? ''
  return first !== first.toLowerCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

/** st, nd, rd or th. */
export function englishOrdinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}
