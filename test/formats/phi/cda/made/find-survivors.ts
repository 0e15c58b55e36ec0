// What a result still says of the people of a made document, in any spelling.
import { valuesOf } from '../planted-cda.ts'
import type { MadeCda } from './make-cda.ts'
import { tokensOf } from './people.ts'
import { writtenDates } from './remarks.ts'

/** @returns each value that is left, with some text around it */
export function findSurvivors({ people }: MadeCda, content: Uint8Array): string[] {
  const text = valuesOf(content)
  const words = text.replace(/\s+/g, ' ')
  const left = new Set<string>()
  for (const person of people) {
    const tokens = tokensOf(person)
    for (const word of tokens.words) addFound(left, word, words)
    for (const number of tokens.numbers) {
      const pattern = new RegExp(`(?<!\\d)${[...number].join('[ ().-]{0,2}')}`)
      const found = pattern.exec(words)
      if (found) left.add(`${number}: ${words.slice(Math.max(0, found.index - 30), found.index + 40)}`)
    }
    for (const date of writtenDates(person.born)) addFound(left, date, words)
  }
  return [...left]
}

function addFound(left: Set<string>, word: string, text: string): void {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWord = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? ' ')
    if (isWord) {
      left.add(`${word}: ${text.slice(Math.max(0, at - 30), at + word.length + 30)}`)
      return
    }
  }
}
