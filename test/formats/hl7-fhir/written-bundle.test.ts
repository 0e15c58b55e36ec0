// How long a Bundle is said to be, which keeps results within bounds before any of their JSON is written.
import { expect, it } from 'vitest'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { convertDocument } from '../../../src/formats/hl7/fhir/convert-document.ts'
import { readConvertOptions } from '../../../src/formats/hl7/fhir/convert-options.ts'
import { hl7ToFhir } from '../../../src/tools/hl7/to-fhir.ts'

const HEAD = 'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910+0100||ORU^R01^ORU_R01|R-7|P|2.5.1'
const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada^B~Sample^Eve||19700102|F|||Long Lane 7^^Northtown^^1010'
const OBX = (n: number) => `OBX|${n}|NM|${2000 + n}-7^Glucose^LN||5.40|mmol/L|3.9-6.1|N|||F|||20260102`
const LONG = 'A comment that repeats itself. '.repeat(400)

it.each([
  ['a header', [HEAD]],
  ['a patient', [HEAD, PID]],
  ['many results', [HEAD, PID, 'OBR|1||F-9|24323-8^Panel^LN', ...Array.from({ length: 300 }, (_, i) => OBX(i + 1))]],
  ['a long text', [HEAD, PID, 'OBR|1||F-9|24323-8^Panel^LN', OBX(1), `NTE|1||${LONG}`]],
])('tells how long the Bundle of %s is', (_name, lines) => {
  const document = readDocument(new TextEncoder().encode(lines.join('\r')))
  const settings = readConvertOptions(hl7ToFhir.options.parse({}) as Parameters<typeof readConvertOptions>[0])
  const { messages, content } = convertDocument(document, settings, { type: 'message', writes: 'create', ids: 'message', namespace: '' })
  const length = content().byteLength
  expect(messages[0]!.characters).toBeGreaterThan(0.9 * length)
  expect(messages[0]!.characters).toBeLessThan(1.4 * length)
})
