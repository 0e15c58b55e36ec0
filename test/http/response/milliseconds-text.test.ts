// Durations are written as the engine writes the number.
import { expect, it } from 'vitest'
import { millisecondsText } from '../../../src/http/response/milliseconds-text.ts'

it('every thousandth is what String gives', () => {
  const wholes = [0, 1, 9, 10, 999, 1_000, 86_400_000]
  const durations = wholes.flatMap((whole) => Array.from({ length: 1_000 }, (_, i) => Math.round((whole + i / 1_000) * 1_000) / 1_000))
  expect(durations.map(millisecondsText)).toEqual(durations.map(String))
})
