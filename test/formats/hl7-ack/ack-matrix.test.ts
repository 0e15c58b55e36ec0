// Every version, mode and code: how MSH, MSA and ERR of the acknowledgment are laid out, and when which one is chosen.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { ACK_CODES, type AckCode } from '../../../src/formats/hl7/ack/choose-code.ts'
import { HL7_VERSIONS, type Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'
import { hl7Ack } from '../../../src/tools/hl7/ack.ts'
import { hl7Parse } from '../../../src/tools/hl7/parse.ts'
import { validateText } from '../hl7-validate/validate-text.ts'

interface AckResult {
  readonly ack: string
  readonly content: Uint8Array
  readonly code: AckCode
  readonly mode: string
  readonly requested: boolean
  readonly why: readonly string[]
  readonly acks: readonly { readonly controlId: string; readonly code: AckCode }[]
}

const before = (version: Hl7Version, other: Hl7Version) => HL7_VERSIONS.indexOf(version) < HL7_VERSIONS.indexOf(other)

function message(version: string, { accept = '', application = '', type = 'ADT^A01' } = {}): string {
  return `MSH|^~\\&|SA|SF|RA|RF|20260102080910||${type}|C-1|P|${version}|||${accept}|${application}|||\rPID|1||1001\r`.replace(
    '||||||\r',
    '\r',
  )
}

async function answer(text: string | Uint8Array, options: object): Promise<AckResult> {
  return (await runTool(hl7Ack, { message: text }, { validate: false, ...options })) as unknown as AckResult
}

const segmentsOf = ({ ack }: AckResult) =>
  ack
    .split('\r')
    .filter((line) => line !== '')
    .map((line) => line.split('|'))

const MODES = ['original', 'enhanced'] as const
const allowed = (version: Hl7Version, mode: string, code: AckCode) => (mode === 'original' ? code.startsWith('A') : version !== '2.1')
const matrix = HL7_VERSIONS.flatMap((version) => MODES.flatMap((mode) => ACK_CODES.map((code) => [version, mode, code] as const)))
const ERROR = { path: 'PID[2]-3[2].1', code: '101', severity: 'E', userMessage: 'Say which | patient' }

describe('versions × modes × codes', () => {
  test('are all in the matrix', () => {
    expect(matrix).toHaveLength(13 * 2 * 6)
    expect(matrix.filter(([version, mode, code]) => allowed(version, mode, code))).toHaveLength(13 * 3 + 12 * 6)
  })

  test.each(matrix.filter(([version, mode, code]) => allowed(version, mode, code)))('%s %s %s', async (version, mode, code) => {
    const errors = code.endsWith('A') ? [] : [ERROR, { code: '207', severity: 'W' }]
    const result = await answer(message(version), { mode, code, errors, controlId: 'K-1', timestamp: '20260102080911' })
    const [header, acknowledgment, ...rest] = segmentsOf(result)
    expect([result.code, result.mode]).toEqual([code, mode])
    expect(header!.slice(0, 9)).toEqual(['MSH', '^~\\&', 'RA', 'RF', 'SA', 'SF', '20260102080911', '', typeOf(version)])
    expect(header!.slice(9, 12)).toEqual(['K-1', 'P', version])
    expect(header!.slice(12)).toEqual(mode === 'enhanced' ? ['', '', 'NE', 'NE'] : [])
    expect(acknowledgment).toEqual(['MSA', code, 'C-1', ...acknowledgmentRest(version, errors.length > 0)])
    expect(rest.map((fields) => fields.join('|'))).toEqual(errors.length > 0 ? errorsOf(version) : [])
  })

  test.each(matrix.filter(([version, mode, code]) => !allowed(version, mode, code)))('%s %s %s is refused', async (version, mode, code) => {
    const expected = mode === 'original' ? 'invalid_input' : 'unsupported_variant'
    await expect(answer(message(version), { mode, code })).rejects.toMatchObject({ code: expected })
  })

  test.each(HL7_VERSIONS)('the acknowledgment of %s keeps the rules of the version', async (version) => {
    const result = await answer(message(version), { code: 'AE', errors: [{ path: 'PID-3', code: '101' }], controlId: 'K-1' })
    const { issues } = validateText(result.ack)
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

function typeOf(version: Hl7Version): string {
  if (version === '2.1') return 'ACK'
  return before(version, '2.3.1') ? 'ACK^A01' : 'ACK^A01^ACK'
}

function acknowledgmentRest(version: Hl7Version, hasErrors: boolean): string[] {
  if (!hasErrors || !before(version, '2.5')) return []
  const text = 'Say which \\F\\ patient'
  return version === '2.1' ? [text] : [text, '', '', '101^Required field missing^HL70357']
}

function errorsOf(version: Hl7Version): string[] {
  if (version === '2.1') return ['ERR|PID^2^3^101~^^^207']
  const other = 'Application error'
  if (before(version, '2.5')) return [`ERR|PID^2^3^101&Required field missing&HL70357~^^^207&${other}&HL70357`]
  return ['ERR||PID^2^3^2^1|101^Required field missing^HL70357|E||||Say which \\F\\ patient', `ERR|||207^${other}^HL70357|W`]
}

describe('HL7 v2.5.1 §2.9.3: the mode and code that are chosen', () => {
  const bad = [{ code: '102' }]
  const reject = [{ code: '203' }]

  test.each<[string, string, object[], string, string, boolean]>([
    ['', '', [], 'original', 'AA', true],
    ['', '', bad, 'original', 'AE', true],
    ['', '', reject, 'original', 'AR', true],
    ['AL', 'NE', [], 'enhanced', 'CA', true],
    ['AL', 'NE', bad, 'enhanced', 'CE', true],
    ['AL', 'AL', reject, 'enhanced', 'CR', true],
    ['NE', 'AL', [], 'enhanced', 'AA', true],
    ['NE', 'AL', bad, 'enhanced', 'AE', true],
    ['ER', 'AL', [], 'enhanced', 'AA', true],
    ['ER', 'AL', bad, 'enhanced', 'CE', true],
    ['SU', 'NE', [], 'enhanced', 'CA', true],
    ['SU', 'ER', bad, 'enhanced', 'AE', true],
    ['NE', 'NE', [], 'enhanced', 'CA', false],
    ['ER', 'NE', [], 'enhanced', 'CA', false],
    ['', 'AL', [], 'enhanced', 'AA', true],
  ])('MSH-15 %s, MSH-16 %s, errors %j: %s %s', async (accept, application, errors, mode, code, requested) => {
    const result = await answer(message('2.5.1', { accept, application }), { errors })
    expect([result.mode, result.code, result.requested]).toEqual([mode, code, requested])
    expect(result.why.length).toBeGreaterThan(1)
  })

  test('warnings and information alone are accepted, and listed', async () => {
    const result = await answer(message('2.5.1'), { errors: [{ code: '207', severity: 'W' }] })
    expect([result.code, segmentsOf(result).length]).toEqual(['AA', 3])
  })

  test('an acknowledgment is not acknowledged', async () => {
    expect(await answer(message('2.5.1', { type: 'ACK^A01^ACK' }), {})).toMatchObject({ requested: false })
  })

  test('the validator decides where it may', async () => {
    const faulty = await answer(message('2.5.1', { type: 'ADT^A01^ADT_A01' }), { validate: true, strictness: 'strict' })
    expect(faulty.code).toBe('AE')
    expect(faulty.ack).toContain('\rERR||EVN^1|100^Segment sequence error^HL70357|E|||expected EVN\r')
    expect((await answer(message('2.5.1', { type: 'ADT^A01^ADT_A01' }), { validate: false })).code).toBe('AA')
    const unknown = message('2.5.1').replace('|P|', '|Q|')
    expect((await answer(unknown, { validate: true })).code).toBe('AR')
  })

  test('the number of errors is limited, the code is not', async () => {
    const result = await answer(message('2.5.1', { type: 'ADT^A01^ADT_A01' }), { validate: true, strictness: 'strict', maxErrors: 1 })
    expect([result.code, segmentsOf(result).length]).toEqual(['AE', 3])
  })
})

describe('what is kept of the message', () => {
  test('delimiters, escape sequences and components', async () => {
    const text = 'MSH$%*!+$S!T!A%1.2%ISO$SF$RA$RF$20260102$$ADT%A01$C!F!1$P$2.5.1\r'
    const { ack } = await answer(text, { errors: [{ path: 'PID-3', code: '101', text: 'A % and $' }] })
    expect(ack).toBe(
      'MSH$%*!+$RA$RF$S!T!A%1.2%ISO$SF$20260102$$ACK%A01%ACK$C!F!1$P$2.5.1\rMSA$AE$C!F!1\rERR$$PID%1%3%1$101%A !S! and !F!%HL70357$E\r',
    )
  })

  test('the character set', async () => {
    const bytes = Uint8Array.from('MSH|^~\\&|Zo\xeb|SF|RA|RF|20260102||ADT^A01|1|P|2.5.1||||||8859/1\r', (char) => char.charCodeAt(0))
    const { ack, content } = await answer(bytes, { errors: [{ text: 'Fehlt: Größe', code: '101' }] })
    expect(ack).toContain('|Zoë|')
    expect([...content].map((byte) => String.fromCharCode(byte)).join('')).toBe(ack)
    await expect(answer(bytes, { errors: [{ text: '日本', code: '101' }] })).rejects.toMatchObject({ code: 'unsupported_variant' })
  })

  test('bytes that cannot be decoded', async () => {
    const bytes = Uint8Array.from('MSH|^~\\&|A\xff|SF|RA|RF|20260102||ADT^A01|1|P|2.5.1||||||UNICODE UTF-8\r', (char) => char.charCodeAt(0))
    const { ack, content } = await answer(bytes, {})
    expect(ack).toContain('|A�|')
    expect([...content].includes(0xff)).toBe(true)
  })

  test('time and control id where none are given: the same input gives the same result', async () => {
    const first = await answer(message('2.4'), {})
    expect(first.ack).toBe((await answer(message('2.4'), {})).ack)
    expect(segmentsOf(first)[0]!.slice(6, 10)).toEqual(['20260102080910', '', 'ACK^A01^ACK', 'C-1'])
  })

  test('texts of the program are left out where the delimiters cannot carry them', async () => {
    const { ack } = await answer('MSH|^~\rPID|1\r'.replace('^~', 'd '), { validate: true })
    expect(ack).toContain('\rMSA|AE\rERR||')
    expect(ack).not.toContain('Required')
  })

  test.each(['MSH|', 'MSH||LAB|||||ADT^A01|1|P|2.4\r', 'MSH'])(
    'a header without encoding characters is answered with the usual ones: %s',
    async (text) => {
      const { ack } = await answer(text, { errors: [{ path: 'PID-3.1', code: '101' }] })
      expect(ack).toMatch(/^MSH\|\^~\\&\|/)
      const { diagnostics } = (await runTool(hl7Parse, { message: ack })) as { diagnostics: { code: string }[] }
      expect(diagnostics.filter(({ code }) => code.startsWith('delimiters'))).toEqual([])
    },
  )

  test('a message without version is answered in the version that was used', async () => {
    const { ack } = await answer('MSH|^~\\&|A|B|C|D|||ADT^A01|1|P\r', {})
    expect(ack).toBe('MSH|^~\\&|C|D|A|B|||ACK^A01^ACK|1|P|2.5.1\rMSA|AA|1\r')
  })
})

describe('several messages', () => {
  test('each is answered, with control ids of their own', async () => {
    const result = await answer(message('2.4') + message('2.5.1').replace('C-1', 'C-2'), { controlId: 'K' })
    expect(result.acks.map(({ controlId }) => controlId)).toEqual(['K', 'K-2'])
    expect(result.ack.match(/MSA\|AA\|C-\d/g)).toEqual(['MSA|AA|C-1', 'MSA|AA|C-2'])
  })

  test('a document without any MSH has nothing to acknowledge', async () => {
    await expect(answer('BHS|^~\\&\rPID|1\rBTS|1\r', {})).rejects.toMatchObject({ code: 'unreadable_input' })
    await expect(answer('a letter', {})).rejects.toMatchObject({ code: 'unreadable_input', at: { byteOffset: 0 } })
  })
})
