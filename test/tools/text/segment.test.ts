// text/segment through the runner: which parts of the answer the options switch, and faults.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { textSegment } from '../../../src/tools/text/segment.ts'

const text = 'HPI: He fell. No pain.'

describe('text/segment', () => {
  it('gives sections and sentences', () => {
    expect(Object.keys(runTool(textSegment, { text })).sort()).toEqual(['sections', 'sentences'])
  })

  it.each([
    [{ sections: false }, ['sentences']],
    [{ sentences: false }, ['sections']],
    [{ sections: false, sentences: false }, []],
  ])('leaves out what %j switches off', (options, keys) => {
    expect(Object.keys(runTool(textSegment, { text }, options))).toEqual(keys)
  })

  it('refuses a malformed locale', () => {
    expect(() => runTool(textSegment, { text }, { locale: '..' })).toThrow(
      expect.objectContaining({ code: 'invalid_input', at: { pointer: '/options/locale' } }),
    )
  })
})
