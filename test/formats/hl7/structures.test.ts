// The trees of message structures, and the structures of events.
import { describe, expect, test } from 'vitest'
import { type GroupNode, messageStructure, type SegmentNode, structureOfEvent } from '../../../src/formats/hl7/dictionary/structures.ts'
import { HL7_VERSIONS, type Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'

function format(node: SegmentNode | GroupNode): string {
  const often = node.required ? (node.repeats ? '+' : '') : node.repeats ? '*' : '?'
  if (node.kind === 'segment') return node.id + often
  const inner = node.of.map(format).join(' ')
  return `${node.name}${node.kind === 'choice' ? `<${inner}>` : `(${inner})`}${often}`
}

describe('structures', () => {
  test('ACK by version', () => {
    const text = (version: Hl7Version) => format(messageStructure(version, 'ACK')!.root)
    expect(text('2.1')).toBe('(MSH MSA ERR?)')
    expect(text('2.5.1')).toBe('(MSH SFT* MSA ERR*)')
    expect(text('2.8.2')).toBe('(MSH SFT* UAC? MSA ERR*)')
  })

  test('ORU_R01 of 2.5.1 (§7.3.1)', () => {
    expect(format(messageStructure('2.5.1', 'ORU_R01')!.root)).toBe(
      '(MSH SFT* PATIENT_RESULT(PATIENT(PID PD1? NTE* NK1* VISIT(PV1 PV2?)?)? ORDER_OBSERVATION(ORC? OBR NTE* TIMING_QTY(TQ1 TQ2*)* CTD? ' +
        'OBSERVATION(OBX NTE*)* FT1* CTI* SPECIMEN(SPM OBX*)*)+)+ DSC?)',
    )
  })

  test.each<Hl7Version>(['2.4', '2.5', '2.5.1', '2.6', '2.7', '2.8.2'])(
    'RSP_K11 of %s takes what its query profile says (chapter 5)',
    (version) => {
      expect(format(messageStructure(version, 'RSP_K11')!.root)).toContain('QAK QPD SEGMENT_PATTERN(ANYHL7SEGMENT+)? DSC?)')
    },
  )

  test('ORM_O01 of 2.5.1 has a choice', () => {
    expect(format(messageStructure('2.5.1', 'ORM_O01')!.root)).toContain('<OBR RQD RQ1 RXO ODS ODT>')
  })

  test.each(HL7_VERSIONS)('of %s all begin with MSH', (version) => {
    for (const id of ['ACK', 'ADT_A01', 'ORU_R01', 'ADT_A02']) {
      const structure = messageStructure(version, id)
      if (structure) expect(structure.root.of[0]).toMatchObject({ kind: 'segment', id: 'MSH', required: true })
    }
    expect(messageStructure(version, 'ACK')?.version).toBe(version)
  })

  test('one that the version withdrew is that of the last one before', () => {
    expect(messageStructure('2.8', 'ORM_O01')?.version).toBe('2.6')
    expect(messageStructure('2.6', 'ORM_O01')?.version).toBe('2.6')
  })

  test.each(['', 'XYZ_X01', '__proto__', 'constructor', 'ADT'])('%j is not one', (id) => {
    expect(messageStructure('2.5.1', id)).toBeUndefined()
  })

  test('of a later version are not found', () => {
    expect(messageStructure('2.1', 'OML_O21')).toBeUndefined()
  })
})

describe('structures of events (table 0354)', () => {
  test.each<[Hl7Version, string, string, string | undefined]>([
    ['2.5.1', 'ADT', 'A04', 'ADT_A01'],
    ['2.5.1', 'ADT', 'A08', 'ADT_A01'],
    ['2.5.1', 'ADT', 'A31', 'ADT_A05'],
    ['2.5.1', 'ADT', 'A40', 'ADT_A39'],
    ['2.3', 'ADT', 'A04', 'ADT_A01'],
    ['2.1', 'ADT', 'A04', 'ADT_A04'],
    ['2.5.1', 'SIU', 'S14', 'SIU_S12'],
    ['2.5.1', 'ORU', 'R01', 'ORU_R01'],
    ['2.5.1', 'VXU', 'V04', 'VXU_V04'],
    ['2.4', 'MFQ', 'M05', 'MFQ_M01'],
    ['2.8', 'ORM', 'O01', 'ORM_O01'],
    ['2.5.1', 'ACK', 'A01', 'ACK'],
    ['2.5.1', 'ACK', '', 'ACK'],
    ['2.5.1', 'ADT', 'Z99', undefined],
    ['2.5.1', 'ADT', '', undefined],
    ['2.5.1', '', '', undefined],
  ])('%s %s^%s is %s', (version, code, trigger, structure) => {
    expect(structureOfEvent(version, code, trigger)).toBe(structure)
  })
})
