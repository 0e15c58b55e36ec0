// Reading the paths that a caller asks for.
import { expect, test } from 'vitest'
import { readSelection } from '../../../src/formats/hl7/describe/selection.ts'

test('paths are gathered by segment', () => {
  const selection = readSelection(['PID-5', 'OBX[*]-5', 'PID-3[2].1'], '/options/select')!
  expect([...selection].map(([id, paths]) => [id, paths.length])).toEqual([
    ['PID', 2],
    ['OBX', 1],
  ])
})

test('none asks for everything', () => {
  expect(readSelection([], '/options/select')).toBeUndefined()
})

test('each wrong path is pointed to, and none is repeated', () => {
  try {
    readSelection(['PID-5', 'secret', 'OBX', 'PID-'], '/options/select')
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({
      code: 'invalid_input',
      errors: [
        { pointer: '/options/select/1', code: 'invalid_format' },
        { pointer: '/options/select/3', code: 'invalid_format' },
      ],
    })
    expect(JSON.stringify(error)).not.toContain('secret')
  }
})
