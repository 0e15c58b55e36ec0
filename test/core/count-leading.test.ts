// Bisection: against a walk over all places, and few questions.
import { describe, expect, it } from 'vitest'
import { countLeading } from '../../src/core/count-leading.ts'

describe('the places for which a condition holds', () => {
  it('are counted as a walk counts them, for every length and every end', () => {
    for (let length = 0; length <= 33; length++)
      for (let end = 0; end <= length; end++) expect(countLeading(length, (place) => place < end)).toBe(end)
  })

  it('are never asked for outside the list', () => {
    const asked: number[] = []
    countLeading(7, (place) => asked.push(place) > 0)
    expect(asked.every((place) => place >= 0 && place < 7)).toBe(true)
  })

  it('are found with 30 questions of a thousand million', () => {
    let questions = 0
    const count = countLeading(1_000_000_000, (place) => {
      questions++
      return place < 123_456_789
    })
    expect(count).toBe(123_456_789)
    expect(questions).toBeLessThanOrEqual(30)
  })
})
