import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const CHARACTERS = 200_000
/** Five times what was measured for 200,000 characters on a shared machine. */
const MOST_MS = 2500

const UNITS = ['a', 'A', '1', ' ', '\n', '@', 'a@', 'a.', '1.', '1-', '1/1', ':', 'ab:', 'http://', 'www.', 'John Smith ', 'J. ', 'J.', 'Mr. ', 'MRN: ', 'medical record number ', '1/1/2020 ', 'may ', 'Hospital of ', 'University of the ', '12 Main St ', 'Calle A B ', '"John" ', "'s", '\u200b', '\u0301', '\ud800', '😀', '４', 'aа', '\0', '312-555-0100 ', '1 2 3 ', '+1 ', 'GB82 ', 'Smith,', 'a1-', 'A1_', '漢字', 'de ', 'Ab ', 'A & ', '*1234 ', 'Smith, MD, ']

describe('hostile texts end in time', () => {
  test.each(UNITS.flatMap((unit) => (['balanced', 'fail-closed'] as const).map((mode) => [JSON.stringify(unit), mode, unit] as const)))('%s in mode %s', (_title, mode, unit) => {
    const text = unit.repeat(Math.ceil(CHARACTERS / unit.length))
    const start = performance.now()
    detectPhi(text, { mode })
    expect(performance.now() - start).toBeLessThan(MOST_MS)
  })

  test('so do many known values that begin alike', () => {
    const start = performance.now()
    detectPhi('1'.repeat(CHARACTERS), { deny: Array.from({ length: 1000 }, (_, i) => '1'.repeat(400) + i) })
    expect(performance.now() - start).toBeLessThan(MOST_MS)
  })
})
