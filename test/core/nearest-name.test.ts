// The name that was probably meant: near ones are offered, others are not.
import { expect, test } from 'vitest'
import { nearestName } from '../../src/core/nearest-name.ts'

test.each([
  ['listn', ['listen', 'limits'], 'listen'],
  ['paht', ['path', 'port'], 'path'],
  ['INFO', ['info', 'warn'], 'info'],
  ['requires_groups', ['require_groups'], 'require_groups'],
  // Two edits of four letters make another word.
  ['port', ['cors', 'cert'], undefined],
  ['x'.repeat(65), ['x'.repeat(64)], undefined],
])('%s among %j: %s', (name, known, nearest) => {
  expect(nearestName(name, known)).toBe(nearest)
})
