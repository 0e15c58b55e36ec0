// Whether a text is English, from its commonest words: enough to warn that formulas made for English do not fit.

/** Words that one text in each language is full of; those that two languages share are left out where they would mislead. */
const COMMON_WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to in is that it for was you with on are this be at by or from have not an will your we they can if has were which been may who would there their as our any all do about must should his her she he no but when what than them had',
  de: 'der die das und ist nicht ein eine mit auf den von zu im dem des sich sie wird bei für auch werden wurde oder durch nach aus sind einer einem kann haben ich wir ihr über zur zum',
  fr: 'le la les des et est une du que qui dans pour pas au sur par avec ce il elle sont nous vous être ou cette ont été aux plus votre ne se sa ses',
  es: 'el la los las de que y en un una es por con para su se del al lo como más o pero sus este está no ha son usted ser si esta le',
  pt: 'o os as de que e em um uma é por com para não se do da no na ao como mais ou mas seu sua são foi você ser pode dos das',
  it: 'il lo la gli le di che e in un una è per con non si del della da al come più o ma sono nel alla dei suo sua può essere questo',
  nl: 'de het een en van in is dat op te zijn met voor niet die er aan om ook als bij door naar uit wordt kan worden deze heeft uw wij of',
}

const WORDS_BY_LANGUAGE = Object.entries(COMMON_WORDS).map(([language, words]) => ({ language, words: new Set(words.split(' ')) }))

/** Enough words to judge by. */
const MIN_WORDS = 10
const MAX_WORDS = 5000

/** `und` where the text is too short or its words are none of these (telegraphic notes, other languages in Latin script). */
export function guessLanguage(words: Iterable<string>): string {
  const hits = new Map<string, number>()
  let latin = 0
  let lettered = 0
  let count = 0
  for (const word of words) {
    if (++count > MAX_WORDS) break
    if (/\p{L}/u.test(word)) lettered++
    if (/\p{Script=Latin}/u.test(word)) latin++
    const small = word.toLowerCase()
    for (const { language, words: common } of WORDS_BY_LANGUAGE) if (common.has(small)) hits.set(language, (hits.get(language) ?? 0) + 1)
  }
  // Scripts other than Latin: not English, whatever it is.
  if (latin < lettered * 0.3) return 'other'
  if (count < MIN_WORDS) return 'und'
  const [best] = [...hits].sort((a, b) => b[1] - a[1])
  if (!best) return 'und'
  const english = hits.get('en') ?? 0
  if (best[0] === 'en' || best[1] < english * 1.3) return english >= count * 0.12 ? 'en' : 'und'
  return best[1] >= count * 0.15 ? best[0] : 'und'
}
