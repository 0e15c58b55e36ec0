// What stays valid and what stays coded in de-identified messages, and names that senders put where no name belongs.
import { expect, test } from 'vitest'
import { hl7Validate } from '../../../../src/tools/hl7/validate.ts'
import { phiDeidentifyHl7 } from '../../../../src/tools/phi/deidentify-hl7.ts'

const KEY = 'correct horse battery staple'
const HEADER = 'MSH|^~\\&|REG^2.16.840.1.113883.19.4.6^ISO|NORTH|||20260102080910||ADT^A01^ADT_A01|A-1|P|2.5.1'
const PATIENT =
  'PID|1||1001774^^^NORTH&2.16.840.1.113883.3.9999.7&ISO^MR^^20200101^20300101||Wickham^Verity||19700102|F||||||^PRN^PH^^1^312^5550117~^NET^Internet^v.wickham@example.org'

function clean(message: string, options: object = {}): string {
  return (phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse(options)) as unknown as { message: string }).message
}

const line = (message: string, start: string) => message.split('\r').find((each) => each.startsWith(start))!

function errorsOf(message: string): string[] {
  const { issues } = hl7Validate.run({ message }, hl7Validate.options.parse({})) as unknown as {
    issues: { severity: string; code: string; path: string }[]
  }
  return issues.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path}`)
}

test.each(['safe-harbor', 'limited-data-set', 'pseudonymize'])(
  'numbers, dates and object identifiers stay what their type says under %s',
  (policy) => {
    const message = `${[HEADER, 'EVN|A01|20260102080910', PATIENT, 'PV1|1|I'].join('\r')}\r`
    const key = policy === 'pseudonymize' ? { key: KEY } : {}
    const result = clean(message, { policy, ...key })
    expect(errorsOf(result).filter((error) => !errorsOf(message).includes(error))).toEqual([])
    for (const gone of ['5550117', '1001774', '2.16.840.1.113883.3.9999.7', 'Wickham', 'Verity']) expect(result).not.toContain(gone)
  },
)

test('dates of versions that want whole days keep the year as its first day', () => {
  const message = clean('MSH|^~\\&|A|B|C|D|19910315||ADT^A01|1|P|2.2\rPID|1||1||Wickham^Verity||19700102|F\r')
  expect(line(message, 'PID').split('|')[7]).toBe('19700101')
})

test.each([
  ['2026-01-15T14:30:00', /^20\d{6}143000$/],
  ['01/15/2026 14:30', /^20\d{6}1430$/],
  ['20260115 1430', /^20\d{6}1430$/],
  ['20260115 ', /^20\d{6}$/],
  ['2026011514300000', /^20\d{6}143000\.00$/],
])('a date that is written as %s is moved', (written, moved) => {
  const message = `${HEADER}\rEVN|A01|${written}\r${PATIENT}\r`
  const [now, before] = [clean(message, { policy: 'pseudonymize', key: KEY }), clean(message)].map(
    (text) => line(text, 'EVN').split('|')[2]!,
  )
  expect(now).toMatch(moved)
  expect(now).not.toContain('20260115')
  expect(before).toBe('2026')
  expect(line(clean(message, { policy: 'limited-data-set' }), 'EVN').split('|')[2]).toBe(written)
})

test('a date whose day and month could be either is not read', () => {
  const message = `${HEADER}\rEVN|A01|03/04/2026\r${PATIENT}\r`
  expect(line(clean(message, { policy: 'pseudonymize', key: KEY }), 'EVN').split('|')[2]).toBe('')
})

test('codes and names of terminologies stay', () => {
  const observation = 'OBX|1|CE|12345-5^Glucose^LN||440500007^Dried blood spot^SCT||||||F'
  const message = clean([HEADER, PATIENT, observation, ''].join('\r'))
  expect(line(message, 'OBX')).toBe(observation)
})

test('a number of the patient goes, even where it has the form of a code', () => {
  const message = clean(
    [HEADER, 'PID|1||4471825^^^A^MR||Wickham^Verity', 'OBX|1|CE|12345-5^Glucose^LN||4471825^Spot^SCT||||||F', ''].join('\r'),
  )
  expect(message).not.toContain('4471825')
})

test.each(['Patient of Dr. Young', 'Called Mrs. Hunter', 'Mrs. Baker called', 'Called Mrs. Josephine'])(
  'the name of somebody with a title goes from a local code: %s',
  (display) => {
    const message = clean([HEADER, PATIENT, `OBX|1|CWE|12^Note^L||77^${display}^L||||||F`, ''].join('\r'))
    for (const name of ['Young', 'Hunter', 'Baker', 'Josephine']) expect(message).not.toContain(name)
  },
)

test('a number of the patient goes from the code of a terminology that has no such code', () => {
  const message = clean([HEADER, PATIENT, 'OBX|1|CE|1001774^Glucose^LN||1001774^Spot^SCT||||||F', ''].join('\r'))
  expect(message).not.toContain('1001774')
})

test('the name of the patient and of others go from the text of a code', () => {
  const observation = 'OBX|1|CE|2345-7^Glucose for Verity Wickham^LN||440500007^Seen by Dr. Ottokar Brandvold^SCT||||||F'
  const message = clean([HEADER, PATIENT, observation, ''].join('\r'))
  for (const name of ['Verity', 'Wickham', 'Ottokar', 'Brandvold']) expect(message).not.toContain(name)
})

test('a bare code with a text keeps plain words and loses names', () => {
  const of = (text: string) => line(clean([HEADER, PATIENT, `PV1|1|I^${text}`, ''].join('\r')), 'PV1').split('|')[2]
  expect(of('Normal visit')).toBe('I^Normal visit')
  expect(of('Ottokar Brandvold')).not.toContain('Brandvold')
  expect(of('hope baker')).not.toContain('baker')
})

test.each(['hope baker', 'BRANDVOLD', 'Ottokar Brandvold', 'Wickham, Verity', 'Mr Ottokar Brandvold lives here'])(
  'unknown: keep leaves no name in a site segment: %s',
  (name) => {
    const message = clean([HEADER, 'PID|1||7', `ZPI|1|${name}|Normal|3.5|x^${name}`, ''].join('\r'), { unknown: 'keep' })
    const [, , first, normal, number, part] = line(message, 'ZPI').split('|')
    expect([first, part].join().toLowerCase()).not.toMatch(/hope|baker|brandvold|ottokar|verity|wickham/)
    expect([normal, number]).toEqual(['Normal', '3.5'])
  },
)
