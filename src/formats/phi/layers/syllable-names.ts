// Given names of two syllables as Korean and Chinese ones are written in Latin letters: Sun-hee Rutherford, Kim Soon-ja, Shu-Fen, with the surname on either side.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { BESIDE_NAMES } from '../name-shape.ts'
import { hasLex, hasRole, isGlued, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { addTokens, type LayerContext } from './layer.ts'

const SYLLABLES = hashWords(
  'ah ai an bae bang bin bo bok bom bong bum byung chae chan chang chen cheng cheol chi chia chih chin ching chong choon chul chun dae dan do dong duk eon eui eul eun fang fei fen feng fong geon geum geun gil goo gu guang gun guo gwang ha hae hak han hao hee heon heung hiu ho hong hoo hoon hsiang hsin hsiu hsueh hua huan huang huei hui hun hwa hwan hye hyeok hyeon hyo hyuk hyun hyung ik il in ja jae jang jeong jeung ji jia jian jiang jie jin jing jong joo joon ju jun jung jye ka kai kang kap ki kit kiu kuan kuang kun kuo kwan kwang kwok kwon kyeong kyo kyu kyun kyung kyong lai lan lei li lian lien lim lin ling liu long lu lun ma man mee mei mi min ming mo moo mook moon mu mun myeong myong myung na nae nak nam ok oh ong pei pil ping po pyo qi qiang qin qing ra rae ran ri rim rin ro rong ru rui ryeong ryong ryung sa sang seo seok seol seon seong seop seul seung shan shik shin shu shun si sik sil sin siu so sol son song soo sook soon su sub suk sun sung ta tae taek tai tao tian ting to tsai tse tung ui uk un ung wah wai wei wen wing wol won woo wook woon wu xia xian xiang xiao xin xing xiu xu xue yan yang yao ye yee yen yeo yeol yeon yeong yeop yi yin ying yo yok yong yoo yook yoon young yu yuan yue yuen yuk yul yun yung ze zhen zheng zhi zhong zi',
)

const LEAST_LETTERS = 4

export function findSyllableNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i + 1 < tokens.count; i = positions.next(i + 1)) {
    if (!isSign(tokens, i, '-') || !isGlued(tokens, i) || !isGlued(tokens, i + 1)) continue
    if (!isWord(tokens, i - 1) || !SYLLABLES.has(tokens.hash[i - 1]!) || !SYLLABLES.has(tokens.hash[i + 1]!)) continue
    if (tokens.shape[i - 1] === SHAPE.capital && tokens.shape[i + 1] !== SHAPE.upper) readGiven(context, i - 1, i + 1)
    else if (tokens.shape[i - 1] === SHAPE.lower && isSmallGiven(tokens, i - 1, i + 1)) readGiven(context, i - 1, i + 1)
  }
}

/** Eun-ji allergic to sulfa; so-so and ha-ha are no names. */
function isSmallGiven(tokens: Tokens, first: number, half: number): boolean {
  if (tokens.shape[half] !== SHAPE.lower || tokens.hash[first] === tokens.hash[half] || tokens.gap[half + 1] === GAP.none) return false
  const [one, other] = [hasLex(tokens, first, LEX.common | LEX.word), hasLex(tokens, half, LEX.common | LEX.word)]
  return (
    !(one && other) && lengthOf(tokens, first) + lengthOf(tokens, half) > LEAST_LETTERS && (tokens.role[first]! | tokens.role[half]!) === 0
  )
}

findSyllableNames.starts = { signs: '-' }

function readGiven(context: LayerContext, given: number, half: number): void {
  const { tokens } = context
  if (isGlued(tokens, given) || isSign(tokens, half + 1, '-')) return
  const first = isSurname(tokens, given - 1) && tokens.gap[given] === GAP.space ? given - 1 : given
  const last = isSurname(tokens, half + 1) && tokens.gap[half + 1] === GAP.space ? half + 1 : half
  addTokens(context, first, last, 'name', 0.78, 'name/syllables', RANK.tagger)
}

/** Kim, Rutherford, Baek: a name, or a word that no list has. */
function isSurname(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.capital || hasRole(tokens, at, BESIDE_NAMES)) return false
  if (lengthOf(tokens, at) < 3) return SYLLABLES.has(tokens.hash[at]!)
  if (hasLex(tokens, at, LEX_NAME)) return true
  return !hasLex(tokens, at, LEX_MEDICAL | LEX.common | LEX.word | LEX.abbreviation)
}
