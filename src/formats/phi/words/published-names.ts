// Names of companies, products, viruses and media that terminologies and makers publish. The words are names of persons and places, too: only the
// whole phrase counts.

/** Words in small letters. A phrase of one word is a brand that nobody has as a name. */
const PHRASES = `
abbott laboratories,abbott diagnostics,abbott point of care,alere binaxnow,alere determine,alere scarborough,aventis pasteur,baxter healthcare,beckman coulter,becton dickinson,bharat biotech,binaxnow,
bio rad,biofire,biomerieux,biomeditech,binax,cepheid,connaught laboratories,diasorin,ellume,ge healthcare,genexpert,genmark,glaxosmithkline,
hewlett packard,hologic,intuitive surgical,johnson and johnson,lucira covid,lucira health,luminex,merck sharp,mesa biotech,medtronic,meridian bioscience,mindray,molecular devices,
nellcor,neumodx,nihon kohden,nova biomedical,novartis vaccines,novavax,ortho clinical,panther fusion,perkinelmer,philips healthcare,
philips medical,quest diagnostics,radiometer,roche diagnostics,roche molecular,sanofi pasteur,serum institute,siemens healthcare,siemens healthineers,
simplexa,smiths medical,spacelabs,sofia sars,sofia flu,sysmex,thermo fisher,tenivac,veritor,wyeth lederle,wyeth pharmaceuticals,
jamestown canyon,la crosse encephalitis,la crosse virus,saint louis encephalitis,st louis encephalitis,eastern equine,western equine,west nile,colorado tick,
rocky mountain spotted,rift valley,norwalk virus,marburg virus,lassa fever,
middlebrook 7h9,middlebrook 7h10,middlebrook 7h11,mueller hinton,amies medium,
new york city agar,hanks medium,bordet gengou
`
/** Two names of persons: a company only where nothing, or a sign, stands between them. */
const JOINED: ReadonlySet<string> = new Set(['welch allyn', 'perkin elmer', 'wyeth ayerst'])
const MAX_WORDS = 4
const KNOWN: ReadonlySet<string> = new Set(PHRASES.replaceAll('\n', '').split(','))

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** @returns where such names stand in a text, in order; `WelchAllyn` is two words */
export function publishedNames(text: string): readonly { readonly start: number; readonly end: number }[] {
  const words: Word[] = []
  for (const match of text.matchAll(/\p{L}?\p{Ll}[\p{Ll}\p{M}]*|\p{Lu}+(?!\p{Ll})\d{0,2}|\d{1,2}\p{Lu}\d{1,2}|\d+/gu))
    words.push({ text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length })
  const found: { start: number; end: number }[] = []
  for (let i = 0; i < words.length; i++) {
    const count = phraseAt(text, words, i)
    if (count === 0) continue
    found.push({ start: words[i]!.start, end: words[i + count - 1]!.end })
    i += count - 1
  }
  return found
}

function phraseAt(text: string, words: readonly Word[], at: number): number {
  let phrase = ''
  let longest = 0
  for (let count = 1; count <= MAX_WORDS && at + count <= words.length; count++) {
    const { text: word, start } = words[at + count - 1]!
    const between = count === 1 ? '' : text.slice(words[at + count - 2]!.end, start)
    const isList = between.startsWith(',') && phrase === 'becton'
    if (!isList && !/^(?:[-_&]| & | )?$/.test(between) && !(between === '. ' && phrase === 'st')) break
    phrase += count === 1 ? word : ` ${word}`
    if (KNOWN.has(phrase) || (JOINED.has(phrase) && !between.includes(' '))) longest = count
  }
  return longest
}

/** True for a text that is such a name and nothing else. */
export function isPublishedName(text: string): boolean {
  const [first, ...more] = publishedNames(text)
  return first !== undefined && more.length === 0 && first.start === 0 && first.end === text.length
}
