// HL7 v2 without its identifiers: planted ones in every place, the shape and the bytes that stay, subjects, and what is refused.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../../src/core/problem.ts'
import { readDocument } from '../../../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../../../src/formats/hl7/document-types.ts'
import { phiDeidentifyHl7 } from '../../../../src/tools/phi/deidentify-hl7.ts'
import { plant, survivors } from './plant.ts'

interface Result {
  readonly message: string
  readonly content: Uint8Array
  readonly changes: readonly {
    readonly message: number | null
    readonly path: string | null
    readonly category: string
    readonly action: string
  }[]
  readonly residual: readonly unknown[]
}

const KEY = 'correct horse battery staple'
const HEADER = 'MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910||ORU^R01|A-1|P|2.5.1'
const PATIENT = 'PID|1||1001774^^^NORTH^MR||Zambrano^Adalind||19700102|F|||12 Elm St^^Aurora^IL^60505||3125550117'

function clean(message: string | Uint8Array, options: object = {}): Result {
  return phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse(options)) as unknown as Result
}

function refusal(message: string, options: object = {}): ProblemError {
  try {
    clean(message, options)
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
  throw new Error('not refused')
}

const lines = (...segments: string[]) => `${segments.join('\r')}\r`
const line = (message: string, start: string) => message.split('\r').find((each) => each.startsWith(start))

const SYNTHETIC = ['2.1', '2.3', '2.3.1', '2.4', '2.5.1', '2.6', '2.7', '2.8.2'].map(
  (version) =>
    [
      version,
      lines(
        `MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102||ORU^R01|A-1|P|${version}`,
        'PID|1',
        'PD1|1',
        'NK1|1',
        'PV1|1',
        'PV2|1',
        'GT1|1',
        'IN1|1',
        'IN2|1',
        'IN3|1',
        'MRG|1',
        'ORC|RE',
        'OBR|1',
        'NTE|1',
        'OBX|1|TX|1^A^L||text',
        'OBX|2|ST|1^A^L||text',
        'OBX|3|XCN|1^A^L||text',
        'OBX|4|CX|1^A^L||text',
        'TXA|1',
        'STF|1',
        'PRA|1',
        'SPM|1',
        'RXA|1',
        'AL1|1',
        'DG1|1',
      ),
    ] as const,
)

describe('planted identifiers', () => {
  test.each(SYNTHETIC)('none is left in segments of version %s', (_, message) => {
    const { text, marks } = plant(readDocument(message))
    expect(marks.size).toBeGreaterThan(200)
    expect(survivors(text, marks).length).toBeGreaterThan(200)
    const { message: result, residual } = clean(text)
    expect(survivors(result, marks)).toEqual([])
    expect(residual).toEqual([])
  })

  test('none is left where names are made up in place of them', () => {
    const { text, marks } = plant(readDocument(SYNTHETIC[4]![1]))
    // A date that was moved may be another one's day.
    const others = new Set([...marks].filter((mark) => !/^(?:19\d{6}|\d\d\/.*)$/.test(mark)))
    expect(others.size).toBeGreaterThan(200)
    expect(survivors(clean(text, { policy: 'pseudonymize', key: KEY }).message, others)).toEqual([])
  })
})

const folder = new URL('../../../../../shared/corpora/hl7/', import.meta.url)
describe.skipIf(!existsSync(folder))('the corpus', () => {
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) => /\.(?:hl7|bin|txt)$/.test(name))
    : []

  // All of them take the bench (phi-hl7-plant) a minute and more.
  test('no planted identifier is left in every sixth file', { timeout: 120_000 }, () => {
    let planted = 0
    let refused = 0
    const left: string[] = []
    for (const { parentPath, name } of files.filter((_, i) => i % 6 === 0)) {
      let document: Hl7Document
      try {
        document = readDocument(new Uint8Array(readFileSync(join(parentPath, name))))
      } catch {
        continue
      }
      const { text, marks } = plant(document)
      try {
        const { message } = clean(text)
        planted += marks.size
        left.push(...survivors(message, marks).map((mark) => `${name} ${mark}`))
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        refused++
      }
    }
    expect(left).toEqual([])
    expect(planted).toBeGreaterThan(200_000)
    expect(refused).toBeLessThanOrEqual(3)
  })
})

describe('what stays', () => {
  test('codes, units, ranges and results', () => {
    const kept = 'OBX|1|NM|718-7^Hemoglobin^LN||13.5|g/dL|12.0-16.0|N|||F'
    const { message } = clean(
      lines(
        HEADER,
        PATIENT,
        'DG1|1||I10^Essential hypertension^I10',
        kept,
        'OBX|2|SN|2^B^L||>^200',
        'OBX|3|CWE|3^C^L||260385009^Negative^SCT',
      ),
    )
    expect(message).toContain(kept)
    expect(message).toContain('I10^Essential hypertension^I10')
    expect(message).toContain('||>^200')
    expect(message).toContain('260385009^Negative^SCT')
  })

  test('delimiters, line ends, frames, blank lines and the byte order mark', () => {
    const document = `\ufeff\x0b${HEADER}\r\n${PATIENT}\r\n\r\nNTE|1||ok\r\n\x1c\r`
    const { message } = clean(new TextEncoder().encode(document))
    expect(message.replace(/\[[A-Z-]+\]|2026|1970|605/g, '')).toBe(
      `\ufeff\x0bMSH|^~\\&|||||||ORU^R01||P|2.5.1\r\nPID|1||^^^^MR||^|||F|||^^^IL^||\r\n\r\nNTE|1||ok\r\n\x1c\r`,
    )
  })

  test('bytes of a Latin-1 message', () => {
    const header = 'MSH|^~\\&|||||2026||ORU^R01||P|2.5.1||||||8859/1'
    const { content } = clean(Uint8Array.from(`${header}\rOBX|1|ST|1^Größe^L||naïve\rPID|||||Müller\r`, (char) => char.charCodeAt(0)))
    expect(String.fromCharCode(...content)).toBe(`${header}\rOBX|1|ST|1^Größe^L||naïve\rPID|||||[NAME]\r`)
  })

  test('the explicit null', () => {
    expect(line(clean(lines(HEADER, 'PID|1||""||""||""')).message, 'PID')).toBe('PID|1||""||""||""')
  })
})

describe('text', () => {
  test('names, numbers and addresses of the fields are found in notes and results', () => {
    const { message, residual } = clean(
      lines(
        HEADER,
        PATIENT,
        'NTE|1||ZAMBRANO, Adalind (1001774) of 12 Elm Street',
        'OBX|1|ST|1^A^L||zambrano',
        'OBX|2|FT|1^A^L||see \\H\\Adalind\\N\\\\.br\\now',
      ),
    )
    expect(message).not.toMatch(/zambrano|adalind|1001774|elm/i)
    expect(message).toContain('see \\H\\[NAME]\\N\\\\.br\\now')
    expect(residual).toEqual([])
  })

  test('escape sequences hide nothing', () => {
    const { message } = clean(
      lines(HEADER, PATIENT, 'NTE|1||\\X5A61\\\\X6D627261\\no came; Zam\\X62\\rano went', 'NTE|2||\\C2842\\ZAMB\\C2842\\'),
    )
    expect(line(message, 'NTE|1')).toBe('NTE|1||[NAME] came; [NAME] went')
    expect(line(message, 'NTE|2')).toBe('NTE|2||[OTHER-ID]')
  })

  test('an encapsulated document is searched where it is plain text, and taken out where it is not', () => {
    const embed = (text: string) => `OBX|1|ED|1^A^L||NORTH^TEXT^plain^Base64^${btoa(text)}`
    const plain = clean(lines(HEADER, PATIENT, embed('Ms. Zambrano is well today.'))).message
    expect(atob(/Base64\^([^\r]*)/.exec(plain)![1]!)).toBe('Ms. [NAME] is well today.')
    expect(clean(lines(HEADER, PATIENT, embed('%PDF-1.4 Zambrano'))).message).toContain('^Base64^\r')
    expect(line(clean(lines(HEADER, PATIENT, `OBX|1|TX|1^A^L||${btoa('Zambrano '.repeat(20))}`)).message, 'OBX')).toBe(
      'OBX|1|TX|1^A^L||[OTHER-ID]',
    )
    expect(clean(lines(HEADER, PATIENT, embed('<p>Zam<b>brano</b></p>'))).message).toContain('^Base64^\r')
  })

  test('an age over 89 is told by its code', () => {
    expect(clean(lines(HEADER, 'OBX|1|NM|30525-0^Age^LN||93')).message).toContain('||90\r')
  })
})

describe('what is not known', () => {
  test('site segments, unknown segments and fields behind the last one are emptied or searched', () => {
    const message = lines(HEADER, PATIENT, 'ZPI|Quorlin^a&b|7', 'QQQ|Quorlin', `NTE|1${'|'.repeat(40)}Quorlin`)
    const blocked = clean(message)
    expect(blocked.message.split('\r').slice(2)).toEqual(['ZPI|^&|', 'QQQ|', `NTE|1${'|'.repeat(40)}`, ''])
    expect(blocked.changes).toContainEqual({ message: 0, path: 'ZPI-1.1', category: 'other-id', action: 'remove' })
    expect(clean(lines(HEADER, PATIENT, 'ZPI|Zambrano|7'), { unknown: 'keep' }).message).toContain('ZPI|[NAME]|7')
  })

  test('lines without a segment and text between messages', () => {
    const { message, changes } = clean(`log of Zambrano\r${lines(HEADER, PATIENT, 'rest of Zambrano', '9Z|Zambrano')}`)
    expect(message).not.toContain('Zambrano')
    expect(changes[0]).toEqual({ message: null, path: null, category: 'other-id', action: 'remove' })
  })

  test('bytes that are no characters', () => {
    const bytes = Uint8Array.from(`${lines(HEADER, PATIENT)}OBX|1|ST|1^A^L||Zam\x9dbrano\r`, (char) => char.charCodeAt(0))
    const utf8 = Uint8Array.from([
      ...new TextEncoder().encode(lines(HEADER.replace('|2.5.1', '|2.5.1||||||UNICODE UTF-8'), PATIENT)),
      ...bytes.slice(-30),
    ])
    expect(clean(utf8).message).toContain('||[OTHER-ID]\r')
  })

  test.each([
    ['text behind the delimiters', 'MSH|^~\\&Zambrano|A'],
    ['letters as delimiters', 'MSH|ABCD|A'],
    ['one character twice', 'MSH|^^\\&|A'],
  ])('a header with %s is refused', (_, header) => {
    expect(refusal(`${header}\r`).code).toBe('unsupported_variant')
  })
})

describe('dates', () => {
  const shift = (message: string, options: object = {}) => clean(message, { policy: 'pseudonymize', key: KEY, ...options }).message
  const birth = (message: string) => line(message, 'PID')!.split('|')[7]

  test('move by the days of the patient of the message, with time, fraction and zone', () => {
    const first = shift(lines(HEADER, PATIENT, 'OBR|1||||||20260102080910.1234-0600'))
    expect(line(first, 'OBR')).toMatch(/\|2025\d{4}080910\.1234-0600$/)
    const other = shift(lines(HEADER.replace('A-1', 'A-2'), PATIENT.replace('|1||1001774', '|1||1001774^^^X^AN~1001774')))
    expect(birth(other)).toBe(birth(first))
    expect(birth(shift(lines(HEADER, PATIENT.replace('1001774', '1001775'))))).not.toBe(birth(first))
  })

  test('move by a given subject all alike', () => {
    const moved = (number: string) => birth(shift(lines(HEADER, PATIENT.replace('1001774', number)), { subject: '55' }))
    expect(moved('1001775')).toBe(moved('1001774'))
  })

  test('years that may tell an age over 89 do not stay under safe-harbor', () => {
    expect(birth(clean(lines(HEADER, PATIENT.replace('19700102', '19310102'))).message)).toBe('')
  })
})

describe('rules', () => {
  const message = lines(HEADER, PATIENT)

  test.each([
    ['a segment that no version has', { path: 'PDI-5' }, '/options/rules/0', 'PD1'],
    ['a field behind the last one', { path: 'NTE-44' }, '/options/rules/0', 'NTE-8'],
    ['a component behind the last one', { path: 'PID-5.44' }, '/options/rules/0', 'PID-5.'],
    ['a path with a repetition', { path: 'PID-5[2]' }, '/options/rules/0', 'PID-5.1'],
    ['a data type that no version has', { dataType: 'XPM' }, '/options/rules/0', 'XPN'],
    ['no place', {}, '/options/rules/0', 'one of them'],
    ['two places', { path: 'PID-5', segment: 'PID' }, '/options/rules/0', 'one of them'],
  ])('%s is refused', (_, rule, pointer, hint) => {
    const { code, errors } = refusal(message, { rules: [{ ...rule, action: 'remove' }] })
    expect(code).toBe('invalid_input')
    expect(errors?.[0]?.pointer).toBe(pointer)
    expect(errors?.[0]?.detail).toContain(hint)
  })

  test('a misspelt path of the policy is refused', () => {
    const policy = { default: 'safe-harbor', rules: [{ path: 'PIP-5', action: 'remove' }] }
    expect(refusal(message, { policy }).errors?.[0]?.pointer).toBe('/options/policy/rules/0/path')
  })

  test.each(['keep', 'hash', 'surrogate', 'date-shift'])('safe-harbor refuses %s', (action) => {
    expect(refusal(message, { key: KEY, rules: [{ path: 'PID-7', action }] }).errors?.[0]?.code).toBe('contradiction')
  })

  test('two rules for one place are refused', () => {
    const rules = [
      { path: 'PID-5', action: 'remove' },
      { path: 'PID-5', action: 'mask' },
    ]
    expect(refusal(message, { rules }).errors?.[0]).toMatchObject({ pointer: '/options/rules/1', code: 'contradiction' })
  })

  test('a path wins over its segment, both over a data type', () => {
    const rules = [
      { path: 'PID-5.1', action: 'remove' },
      { segment: 'PID', action: 'mask' },
      { dataType: 'HD', action: 'remove' },
    ]
    const result = clean(message, { rules }).message
    expect(line(result, 'MSH')).toMatch(/^MSH\|\^~\\&\|\|\|\|\|2026/)
    expect(line(result, 'PID')).toMatch(/^PID\|\*\|\|\*{7}\^\^\^\*{5}\^\*\*\|\|\^\*{7}\|/)
  })

  test('a name that the caller knows is not left in a code that no table has', () => {
    const options = { known: { names: ['Quillfeather, Ada'] } }
    const odd = lines('MSH|^~\\&|||||20260102||ORU^R01|A-1|P|quillfeather:2', PATIENT)
    expect(clean(odd, options).message).not.toMatch(/quillfeather/i)
  })
})
