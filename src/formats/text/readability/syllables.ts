// Syllables of English words, by rules of spelling and a list of words that break them.
import { SYLLABLE_EXCEPTIONS } from './syllable-exceptions.ts'

/** Longer words are no English words; a bound keeps the work per word constant. */
const MAX_WORD = 45

/** @param word letters of one word, an apostrophe perhaps; no hyphen @returns at least 1 */
export function countSyllables(word: string): number {
  const small = word.toLowerCase().replaceAll('\u2019', "'")
  const isPossessive = small.endsWith("'s")
  const plain = plainLetters(isPossessive ? small.slice(0, -2) : small)
  if (!/[a-z]/.test(plain)) return 1
  if (plain.length > MAX_WORD) return Math.ceil(plain.length / 3)
  const syllables = SYLLABLE_EXCEPTIONS.get(plain) ?? countInflected(plain) ?? countByRules(plain)
  return isPossessive && HISSING.test(plain) ? syllables + 1 : syllables
}

/** Behind these sounds an s is a syllable of its own: "nurse's". */
const HISSING = /(?:[sxz]|ch|sh|[cgsz]e)$/

/** Without accents. */
function plainLetters(small: string): string {
  return small.normalize('NFD').replace(/[^a-z']/g, '')
}

/** A regular plural, past or adverb of a word in the list. */
function countInflected(word: string): number | undefined {
  if (word.endsWith('s')) {
    const base = SYLLABLE_EXCEPTIONS.get(word.slice(0, -1))
    if (base !== undefined) return base + (HISSING.test(word.slice(0, -1)) ? 1 : 0)
  }
  if (word.endsWith('ly')) {
    const base = SYLLABLE_EXCEPTIONS.get(word.slice(0, -2))
    if (base !== undefined) return base + 1
  }
  if (word.endsWith('ing')) {
    const base = SYLLABLE_EXCEPTIONS.get(word.slice(0, -3)) ?? SYLLABLE_EXCEPTIONS.get(`${word.slice(0, -3)}e`)
    if (base !== undefined) return base + 1
  }
  if (word.endsWith('ed')) {
    const base = SYLLABLE_EXCEPTIONS.get(word.slice(0, -2)) ?? SYLLABLE_EXCEPTIONS.get(word.slice(0, -1))
    if (base !== undefined) return base + (/[td]ed$/.test(word) ? 1 : 0)
  }
  return undefined
}

function countByRules(word: string): number {
  const bare = word.replaceAll("'", '')
  if (!/[aeiouy]/.test(bare)) return spellOut(bare)
  let syllables = countVowelGroups(bare)
  for (const pattern of SILENT) if (pattern.test(bare)) syllables--
  for (const pattern of EXTRA_SYLLABLES) if (pattern.test(bare)) syllables++
  if (/[bcdfgklpstvz]n't$/.test(word)) syllables++
  return Math.max(1, syllables)
}

/** Letters read one by one, as in HRT; w has three syllables. */
function spellOut(letters: string): number {
  let syllables = 0
  for (const letter of letters) syllables += letter === 'w' ? 3 : 1
  return syllables
}

/** Runs of vowels; the u of qu is none, and a y between vowels parts them ("player"). */
function countVowelGroups(word: string): number {
  let groups = 0
  let inGroup = false
  for (let i = 0; i < word.length; i++) {
    const letter = word.charAt(i)
    const isVowel = VOWELS.includes(letter) && !(letter === 'u' && word.charAt(i - 1) === 'q') && !(letter === 'y' && i === 0)
    if (isVowel && !inGroup) groups++
    inGroup = isVowel
  }
  return groups
}

const VOWELS = 'aeiouy'

/** Vowels that are written and not spoken; each pattern takes a syllable away. */
const SILENT: readonly RegExp[] = [
  // made, pulse, unique, fatigue
  /(?:[^aeiouy]|[aeiou]gu|ngu|qu)e$/,
  // times, but boxes, edges, tables
  /(?:[^aeiouylszxcgh]|[aeiouy]l|[tpg]h|qu|[aeiou]gu)es$/,
  // passed, but waited
  /(?:[^aeiouytd]|qu|[aeiou]gu)ed$/,
  // safely, careless, statement, lifetime, forehead
  /[aeiouy](?:[^aeiouy]|qu|ch|dg|ng|nc|ns|rc|rs|rg|rt|st|th)e(?:ly|less|lessly|lessness|ful|fully|ness|some|ment|ments|mental|ty|born|body|thing|things)$|^(?!forev|wherev|widen|liken(?:ed|ing)|timer|coder)(?:base|bone|brace|care|code|face|file|fire|fore|frame|game|gate|grape|grave|guide|here|home|horse|house|lake|life|like|lime|line|love|made|make|name|nine|noise|note|nose|nurse|pace|pine|pipe|place|price|race|rare|safe|scale|score|shape|side|smoke|some|space|state|stone|store|stroke|take|there|time|trade|tube|type|use|wave|where|white|whole|wide|wife|wine|wire)(?=[^aeiouyr'](?!t$|ts$)[a-z]{0,12}[aeiouy])/,
  // basically
  /ically$/,
]

/** Syllables that the vowel groups do not show; each pattern adds one. */
const EXTRA_SYLLABLES: readonly RegExp[] = [
  // table, handled, prism, rhythm
  /[^aeioulrwy]le$/,
  /[^aeioulrwy]led$/,
  /(?:[st]h|s)ms?$/,
  // player, beyond, royal
  /[aeou]y(?:a|o|er|ee)/,
  /(?:^|[^aeiou])(?:[cdhm]y[ao]|[fdlpr]yer)/,
  // diet, variety, client, science, easier
  /[^aeioutcn]ien[ct]|^scien|oscien/,
  /(?:[^v]i|^di|^qui)et/,
  /[a-z][^aeiou]ie(?:r|rs|st)$/,
  // diagnosis, initiate, confidentiality
  /(?:[^aeioutcsgl]|^g)ia(?!ge)|lia(?!r)/,
  /[tcs]iat|[tc]ialit|ciar/,
  // period, previous, radio
  /[^aeioutcsgxlnhv]io|vio(?!r)/,
  /[tcsgln]io(?!n|us|r)/,
  /[^aeiou][ln]io(?=us)/,
  // medium, museum, nucleus, radii
  /[^aeiou]iu/,
  /[^aeiou]eu[ms]$/,
  /ii$/,
  // create, reality, idea, area, boolean
  /crea(?!tu|m|k|s)/,
  /(?<=[aeiouy][^aeiouy]{1,3})ea[ns]?$/,
  /[a-z]{2}(?:r|n|g|ch|t)eal(?:ly)?$/,
  /theat/,
  // video, geometry, reorder
  /[^aeiougch]eo(?!n(?:e|es)$|ple|ff?$|pard)|^geo(?!rg)|^cheo|theo/,
  // actual, evaluate, fluent, fluid, continuous
  /[^aeiouqg]ua(?!de)/,
  /[^aeiouqg]ue(?:n|l|t)/,
  /[^aeiouqgr]ui(?:ty|ti|ci)|(?:fl|dr)ui/,
  /uous/,
  // being, saying, studying, skiing
  /[aeiouy]ing(?:s|ly)?$/,
  // poem, heroic, archaic, chaos, aorta
  /poe[mt]/,
  /oic(?!e)|[^aeiou]aic|ao[srt]/,
  // cooperate, react, reuse, preamble, proactive
  /^co(?:op|or[dt]|ex|inci|insu|ag[aiu]|au|ed|al[ie]|eff)|^proa/,
  /^re(?:act|ad[mjo]|af|al[lit]|an|ap[p]|ar[rm]|as[ks]|att|aw|e[dlmnsvx]|i[mnt]|u)/,
  /^(?:pre|de)(?:a[cm]|ex|in|im)|^pree/,
]
