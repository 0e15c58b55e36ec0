// What a result still says of the people of a made interchange: words of names and places, numbers with any signs between, dates in any form.
import { readInterchanges } from '../../../../src/formats/x12/read-segments.ts'
import { tokensOf } from '../../phi/cda/made/people.ts'
import { writtenDates } from '../../phi/cda/made/remarks.ts'
import type { MadeX12 } from './make-x12.ts'

/** @returns each value that is left, with some text around it */
export function findX12Survivors({ people, text: original }: MadeX12, result: string): string[] {
  const text = result.toLowerCase()
  // Whom no field names is nobody that a note must be searched for.
  const before = fieldsOf(original)
  const left = new Set<string>()
  for (const person of people) {
    const { words, numbers } = tokensOf(person)
    for (const word of [...words, ...writtenDates(person.born)]) {
      const at = wordAt(text, word)
      if (at >= 0 && wordAt(before, word) >= 0) left.add(`${word}: ${around(text, at)}`)
    }
    for (const number of numbers) {
      const found = new RegExp(`(?<!\\d)${[...number].join('[ ().-]{0,2}')}(?!\\d)`).exec(text)
      if (found) left.add(`${number}: ${around(text, found.index)}`)
    }
  }
  return [...left]
}

/** The text without its notes, in small letters. */
function fieldsOf(original: string): string {
  return readInterchanges(original.replace(/^\uFEFF/, ''))
    .flatMap(({ segments }) => segments)
    .filter(({ id }) => !['NTE', 'MSG', 'K3'].includes(id))
    .map(({ elements }) => elements.join('*'))
    .join('~')
    .toLowerCase()
}

function wordAt(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? ' ')) return at
  }
  return -1
}

function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 50), at + 60))
}
