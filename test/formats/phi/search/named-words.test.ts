// What the parts of a text share: the judgement of a part is computed once for both searches of it.
import { expect, test } from 'vitest'
import type { Likely } from '../../../../src/formats/phi/network/likely.ts'
import { NamedWords } from '../../../../src/formats/phi/search/named-words.ts'

/** Judges texts, and notes which. */
function openJudge() {
  const named = new NamedWords()
  const judged: string[] = []
  const judge = (text: string, language?: number, tokens = text.length): Likely =>
    named.judgeOnce(text, language, () => {
      judged.push(text)
      const [odds, bytes] = [new Float32Array(tokens), new Uint8Array(tokens)]
      return { odds, heard: odds, kinds: bytes, languages: bytes }
    })
  return { judge, judged }
}

test('a part is judged once, whatever is judged between', () => {
  const { judge, judged } = openJudge()
  const first = judge('Seen by Vela.')
  judge('Seen by Hale.')
  expect(judge('Seen by Vela.')).toBe(first)
  expect(judged).toEqual(['Seen by Vela.', 'Seen by Hale.'])
})

test('a part is judged again as a text of another language, and in another call', () => {
  const { judge, judged } = openJudge()
  const first = judge('Seen by Vela.')
  expect(judge('Seen by Vela.', 1)).not.toBe(first)
  expect(judged).toHaveLength(2)
  expect(openJudge().judge('Seen by Vela.')).not.toBe(first)
})

test('of a long text only so many judgements are kept, so that its parts do not fill the memory', () => {
  const { judge, judged } = openJudge()
  const parts = Array.from({ length: 15 }, (_, i) => `part ${i}`)
  for (const part of [...parts, ...parts]) judge(part, undefined, 100_000)
  expect(judged).toEqual([...parts, ...parts.slice(10)])
})
