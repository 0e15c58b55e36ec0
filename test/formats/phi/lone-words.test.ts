// Mode fail-closed searches its own result again: a small word that is taken for part of a name once would be hidden in the whole text.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { readAnnotated } from './annotated-text.ts'

const FOLDER = new URL('../../fixtures/phi/held-out/', import.meta.url)

test('"the" or "old" alone is not an identifier in texts without identifiers', () => {
  const texts = readdirSync(FOLDER)
    .filter((name) => /plain\.test\.txt$/.test(name))
    .flatMap((name) => readAnnotated(`held-out/${name}`, '\n---\n'))
  const found = texts.flatMap(({ text }) => detectPhi(text, { mode: 'fail-closed' }).map(({ start, end }) => text.slice(start, end)))
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((each) => /^(?:the|old)$/i.test(each))).toEqual([])
})
