// Guesses at East Asian encodings: each reads the bytes as its own, and the language's commonest characters tell whose text it is.
import { decodeText } from './decode-text.ts'
import { type Guess, roundConfidence } from './encoding-guess.ts'
import type { EncodingName } from './encoding-names.ts'

interface Language {
  /** The characters that make up about half of any text. */
  readonly frequent: ReadonlySet<string>
  /** What an ordinary character of the script weighs, by block; 0 is what the language does not write. */
  weigh(unit: number): number
}

const setOf = (characters: string): ReadonlySet<string> => new Set(characters)

const HAN = 0.35

const isHan = (unit: number): boolean => unit >= 0x4e00 && unit <= 0x9fff
const isKana = (unit: number): boolean => unit >= 0x3041 && unit <= 0x30fe
const isHangul = (unit: number): boolean => unit >= 0xac00 && unit <= 0xd7a3
/** CJK punctuation and full-width forms, which all of them write. */
const isSharedSign = (unit: number): boolean =>
  (unit >= 0x3000 && unit <= 0x3011) || (unit >= 0xff01 && unit <= 0xff5e) || (unit >= 0x2010 && unit <= 0x2026)

const JAPANESE: Language = {
  frequent: setOf(
    'のにはをたがでてとしれさいるあなもかっこらうすまりきよくおせけつちめわだみんえとろひばやそどじずびほべむゆねアンルスリラントイクシロタメドマテムプレカコンッーガサセニピャュョ' +
      '日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高外八六下来気小七山話書名男電校語土聞食車何南毎白右読友左父患者病院診療血圧検査痛熱症薬科師治',
  ),
  weigh: (unit) => (isKana(unit) ? 0.6 : isHan(unit) ? HAN : unit >= 0xff61 && unit <= 0xff9f ? 0.15 : isSharedSign(unit) ? 0.4 : 0),
}

const SIMPLIFIED: Language = {
  frequent: setOf(
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加月话合回特代内信表化老给世位次度任常先海通教儿原东声提立及比员解水名真论处走各入几口认条平系气题活更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命患病医院诊疗血压检查痛热炎症肿药住治',
  ),
  weigh: (unit) => (isHan(unit) ? HAN : isSharedSign(unit) ? 0.4 : 0),
}

const TRADITIONAL: Language = {
  frequent: setOf(
    '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加月話合回特代內信表化老給世位次度任常先海通教兒原東聲提立及比員解水名真論處走各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命患病醫院診療血壓檢查痛熱炎症腫藥住治',
  ),
  weigh: (unit) => (isHan(unit) ? HAN : isSharedSign(unit) ? 0.4 : 0),
}

const KOREAN: Language = {
  frequent: setOf(
    '이다의는에을가고하지로한은기도사를인과시어대자들그리나정서있해것전수부제보장만일아면으상구라여성원주동세관공계유문조안분회적용신국등여생중비무당방경스마연체우연진위선모미개화치물소행실내발업오바교속트금년입양간결차월단심감환병료혈압통증검',
  ),
  weigh: (unit) => (isHangul(unit) ? 0.35 : isHan(unit) ? 0.1 : isSharedSign(unit) ? 0.4 : 0),
}

const CANDIDATES: readonly (readonly [EncodingName, Language])[] = [
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['gb18030', SIMPLIFIED],
  ['big5', TRADITIONAL],
  ['euc-kr', KOREAN],
  // UTF-16 with no space and no line end in it has no zero byte that would tell.
  ...[JAPANESE, SIMPLIFIED, TRADITIONAL, KOREAN].flatMap((language) => [['utf-16le', language] as const, ['utf-16be', language] as const]),
]

/** Guesses with some confidence, none sorted. @param sample bytes that are not UTF-8 */
export function guessEastAsian(sample: Uint8Array): Guess[] {
  const best = new Map<EncodingName, number>()
  for (const [encoding, language] of CANDIDATES) {
    if (encoding.startsWith('utf-16') && sample.length % 2 !== 0) continue
    best.set(encoding, Math.max(best.get(encoding) ?? 0, confidenceOf(sample, encoding, language)))
  }
  return [...best].filter(([, confidence]) => confidence > 0.05).map(([encoding, confidence]) => ({ encoding, confidence }))
}

function confidenceOf(sample: Uint8Array, encoding: EncodingName, language: Language): number {
  const { text, invalidCount } = decodeText(sample, encoding)
  let weight = 0
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    count++
    weight += language.frequent.has(text.charAt(i)) ? 1 : language.weigh(unit)
  }
  if (count === 0) return 0
  // The end of the sample may part a character.
  const flaws = Math.max(0, invalidCount - 1)
  if (flaws > count * 0.03) return 0
  const mean = weight / count - (4 * flaws) / count
  // Half of the characters of a real text are frequent; a handful of characters proves little.
  return roundConfidence(Math.min(1, (mean - 0.15) / 0.4) * (1 - 0.55 / (count + 1)))
}
