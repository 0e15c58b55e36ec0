// text/diff through the runner: names that would break the patch are refused, and the two texts share one limit.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { textDiff } from '../../../src/tools/text/diff.ts'

describe('text/diff', () => {
  it.each(['a\nb', 'a\tb', '', 'a"b', 'a\\b', 'x'.repeat(201)])('refuses the name %j', (leftName) => {
    expect(() => runTool(textDiff, { left: 'a', right: 'b' }, { leftName })).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/leftName' })] }),
    )
  })

  it('refuses more than it can compare in some seconds', () => {
    const half = 'a'.repeat(textDiff.maxInputBytes / 2)
    expect(() => runTool(textDiff, { left: half, right: `${half}b` })).toThrow(expect.objectContaining({ code: 'body_too_large' }))
  })

  it('has no patch where the options leave no difference', () => {
    expect(
      runTool(textDiff, { left: 'a b\n', right: 'A\nB\n' }, { granularity: 'word', ignoreCase: true, ignoreWhitespace: true }),
    ).toMatchObject({ equal: true, unified: '' })
  })

  it('writes the same patch whatever the granularity', () => {
    const patches = ['char', 'word', 'line'].map(
      (granularity) => (runTool(textDiff, { left: 'a b\nc\n', right: 'a x\nc\n' }, { granularity }) as { unified: string }).unified,
    )
    expect(new Set(patches)).toEqual(new Set(['--- left\n+++ right\n@@ -1,2 +1,2 @@\n-a b\n+a x\n c\n']))
  })
})
