// text/readability through the runner: defaults of the nested target, and a result that fits its schema.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { textReadability } from '../../../src/tools/text/readability.ts'

describe('text/readability', () => {
  it('asks for grade 8 by Flesch-Kincaid where nothing is said', () => {
    expect(runTool(textReadability, { text: 'You can stop.' })).toMatchObject({ pass: true })
    expect(runTool(textReadability, { text: 'Participation necessitates hospitalization.' })).toMatchObject({
      pass: false,
      reasons: ['grade-above-target'],
    })
  })

  it('fills in what a target leaves out', () => {
    expect(runTool(textReadability, { text: 'Participation necessitates hospitalization.' }, { target: { minEase: 90 } })).toMatchObject({
      reasons: ['grade-above-target', 'ease-below-target'],
    })
  })

  it.each(['', 'Hi.', '\ud800\u0000', '1 2 3.', 'Participation is voluntary. '.repeat(50)])('answers %j by its schema', (text) => {
    expect(textReadability.output.safeParse(runTool(textReadability, { text })).error).toBeUndefined()
  })
})
