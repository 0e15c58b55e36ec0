// Decimals keep their digits (R4 §2.24.0.1: "the precision of the decimal value has significance").
import { describe, expect, it } from 'vitest'
import { numberOf, readDecimal } from '../../../src/formats/hl7/fhir/decimal.ts'
import { hl7ToFhir } from '../../../src/tools/hl7/to-fhir.ts'

describe('a decimal', () => {
  it.each([
    ['5.4', '5.4'],
    ['5.40', '5.40'],
    ['+5.40', '5.40'],
    ['-0.50', '-0.50'],
    ['.5', '0.5'],
    ['7.', '7'],
    ['007', '7'],
    ['0', '0'],
    ['0.000', '0.000'],
    ['-0', '-0'],
    [' 12 ', '12'],
    ['123456789012345678', '123456789012345678'],
    ['0.1234567890123456', '0.1234567890123456'],
    ['0.00000001', '0.00000001'],
  ])('%s is written as %s', (text, json) => {
    expect(JSON.stringify({ value: readDecimal(text) })).toBe(`{"value":${json}}`)
    expect(numberOf(readDecimal(text))).toBe(Number(text))
  })

  it.each(['', '.', '-', '1e5', '1,5', '0x10', '1234567890123456789', '5.4 mg', 'NaN'])('%s is none', (text) => {
    expect(readDecimal(text)).toBeUndefined()
  })
})

describe('the value of an observation', () => {
  it('keeps the zeros behind its decimal point, in the result and in the file', async () => {
    const segments = ['MSH|^~\\&|A|B|C|D|20260102||ORU^R01^ORU_R01|1|P|2.5.1', 'PID|1||7', 'OBR|1|||2345-7^Glucose^LN']
    const message = [...segments, 'OBX|1|NM|2345-7^Glucose^LN||5.40|mmol/L|3.90-6.10||||F', ''].join('\r')
    const result = (await hl7ToFhir.run({ message }, hl7ToFhir.options.parse({ timezone: '+01:00' }))) as Record<string, unknown>
    expect(JSON.stringify(result.bundle)).toContain('"value":5.40,')
    expect(new TextDecoder().decode(result.content as Uint8Array)).toContain('"value":5.40,')
  })
})
