// Every scheme has at least two numbers whose origin is known, and what holds and what does not is as published or as computed without this program.
import { expect, test } from 'vitest'
import { SCHEMES } from '../../../src/formats/ids/all-schemes.ts'
import { checkId } from '../../../src/formats/ids/check-ids.ts'
import { SHAPES, VECTORS } from './vectors.ts'
import { AFFILIATE_VECTORS } from './vectors-affiliates.ts'
import { FEW_VECTORS } from './vectors-few.ts'

const TODAY = { year: 2026, month: 1, day: 31 }

test.each(FEW_VECTORS)('%s %s: %s (%s)', (type, text, holds) => {
  const { matches } = checkId(text, 0, { type, countries: [], decode: false, today: TODAY })
  expect(matches).toEqual([expect.objectContaining({ type, valid: holds })])
})

test('each scheme has two numbers or more, one of which at least holds', () => {
  const count = (rows: readonly (readonly [string, ...unknown[]])[], id: string) => rows.filter(([type]) => type === id).length
  const few = SCHEMES.filter(({ id }) => {
    const holding =
      (VECTORS[id]?.length ?? 0) +
      (SHAPES[id]?.length ?? 0) +
      count(AFFILIATE_VECTORS, id) +
      count(
        FEW_VECTORS.filter(([, , holds]) => holds),
        id,
      )
    const failing = FEW_VECTORS.filter(([, , holds]) => !holds)
    return holding === 0 || holding + count(failing, id) < 2
  })
  expect(few.map(({ id }) => id)).toEqual([])
})
