// Seasons with their year, which are more than a year: Spring 2022, fall of 2019.
import { RANK } from '../candidate.ts'
import { JOINERS } from '../date-cues.ts'
import { hashWord } from '../fold.ts'
import { isWord, lengthOf, numberAt } from '../token-tests.ts'
import { GAP, KIND } from '../tokens.ts'
import { addTokens, type LayerContext } from './layer.ts'

const SEASONS = new Set(
  'spring summer fall autumn winter frühjahr frühling sommer herbst printemps été automne hiver primavera verano otoño invierno estate autunno inverno verão outono lente zomer herfst'
    .split(' ')
    .map(hashWord),
)

export function findSeasons(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word || !SEASONS.has(tokens.hash[i]!) || tokens.gap[i + 1] !== GAP.space) continue
    const year = isWord(tokens, i + 1) && JOINERS.has(tokens.hash[i + 1]!) ? i + 2 : i + 1
    const value = numberAt(tokens, year)
    if (lengthOf(tokens, year) === 4 && value >= 1850 && value <= 2150 && tokens.gap[year] === GAP.space)
      addTokens(context, i, year, 'date', 0.8, 'date/season', RANK.pattern)
  }
}
