// A value stays as a code only with evidence that it is one: names, logins, telephones and numbers of persons that stand where HL7 v2 has codes go.
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

/** The segment with the text in a place, de-identified. */
function clean(place: (text: string) => string, text: string): string {
  const escaped = ESCAPES.reduce((all, [sign, sequence]) => all.replaceAll(sign, sequence), text)
  const message = [...HEAD, place(escaped), ''].join('\r')
  const result = phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse({})) as unknown as { message: string }
  return result.message.split('\r')[2]!.slice(3)
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
  const message = [...HEAD, 'PV1|1|I||||||||Green', 'DG1|1||BROWN^x^L', ''].join('\r')
  const result = phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse({ mode })) as unknown as { message: string }
  expect(result.message).not.toMatch(/Green|BROWN/)
})

test('a room without blanks is found as it stands in mode fail-closed', () => {
  const message = [...HEAD, 'NTE|1|L|4B-12', ''].join('\r')
  const result = phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse({ mode: 'fail-closed' })) as unknown as {
    message: string
  }
  expect(result.message).not.toContain('4B-12')
})

test.each(['Hope@0930', 'Rivers@0930', 'Baker;3/12', 'T.Li', 'www.x.org'])('%s is found in texts as it stands', (text) => {
  for (const place of [`NTE|1|L|${text}`, `OBX|1|ST|718-7^Hgb^LN||${text}||||||F`]) {
    const message = [...HEAD, place, ''].join('\r')
    const result = phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse({})) as unknown as { message: string }
    expect(result.message).not.toContain(text)
  }
})
