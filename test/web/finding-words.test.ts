// Findings of the FHIR validator are shown in the language of the page.
import { expect, test } from 'vitest'
import { readLanguages } from '../../build/languages/languages.ts'
import { ISSUES } from '../../src/formats/fhir/validate/issue-codes.ts'

test.each(Object.entries(readLanguages()))('each sentence of the FHIR validator has a translation in %s', (_tag, { texts, same }) => {
  const missing = Object.values(ISSUES).filter(({ meaning }) => !Object.hasOwn(texts, meaning) && !same.includes(meaning))
  expect(missing.map(({ meaning }) => meaning)).toEqual([])
})
