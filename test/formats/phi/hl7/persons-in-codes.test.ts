// A value stays as a code only with evidence that it is one: names, logins, telephone numbers and other numbers of persons in places of codes go.
import { describe, expect, test } from 'vitest'
import { phiDeidentifyHl7 } from '../../../../src/tools/phi/deidentify-hl7.ts'
import { CODES, PLACES, PLANTS } from './persons-in-codes.ts'

const HEAD = [
  'MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910||ORU^R01|A-1|P|2.5.1',
  'PID|1||1001774^^^NORTH^MR||Zambrano^Adalind||19700102|F|||12 Elm St^^Aurora^IL^60505||3125550117',
]
const ESCAPES: readonly (readonly [string, string])[] = [
  ['\\', '\\E\\'],
  ['^', '\\S\\'],
  ['&', '\\T\\'],
]

/** The segments behind those of the head, de-identified, without the name of the first. */
function deidentify(segments: readonly string[], options = {}): string {
  const message = [...HEAD, ...segments, ''].join('\r')
  const result = phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse(options)) as unknown as { message: string }
  return result.message.split('\r').slice(HEAD.length).join('\r').slice(3)
}

function clean(place: (text: string) => string, text: string): string {
  return deidentify([place(ESCAPES.reduce((all, [sign, sequence]) => all.replaceAll(sign, sequence), text))])
}

describe.each(PLACES)('in %s', (_, place) => {
  test(`nothing is left of ${PLANTS.length} persons`, () => {
    expect(PLANTS.filter(([text, left]) => left.test(clean(place, text))).map(([text]) => text)).toEqual([])
  })

  test('codes and results stay', () => {
    expect(CODES.filter((text) => !clean(place, text).includes(text))).toEqual([])
  })
})

test.each(['high-recall', 'fail-closed'] as const)('a color alone is a surname in mode %s', (mode) => {
  expect(deidentify(['PV1|1|I||||||||Green', 'DG1|1||BROWN^x^L'], { mode })).not.toMatch(/Green|BROWN/)
})

test('a room without blanks is found as it stands in mode fail-closed', () => {
  expect(deidentify(['NTE|1|L|4B-12'], { mode: 'fail-closed' })).not.toContain('4B-12')
})

test.each(['Hope@0930', 'Rivers@0930', 'Baker;3/12', 'T.Li', 'www.x.org'])('%s is found in texts as it stands', (text) => {
  for (const segment of [`NTE|1|L|${text}`, `OBX|1|ST|718-7^Hgb^LN||${text}||||||F`]) expect(deidentify([segment])).not.toContain(text)
})
