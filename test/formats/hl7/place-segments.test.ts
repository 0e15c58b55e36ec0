// Placing segments in groups, by the message structures of the standard.
import { describe, expect, test } from 'vitest'
import { messageStructure } from '../../../src/formats/hl7/dictionary/structures.ts'
import type { Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'
import { SegmentPlacer } from '../../../src/formats/hl7/index/place-segments.ts'

/** `ID group` of each segment, `!` before one that the structure does not have there. */
function place(version: Hl7Version, structure: string, segments: string): string[] {
  const placer = new SegmentPlacer(messageStructure(version, structure)!)
  return segments.split(' ').map((id) => {
    const { path, expected } = placer.place(id)
    return `${expected ? '' : '!'}${id}${path === '' ? '' : ` ${path}`}`
  })
}

describe('ORU_R01 of 2.5.1 (§7.3.1)', () => {
  const ORDER = 'PATIENT_RESULT/ORDER_OBSERVATION'
  test('orders and observations are counted', () => {
    expect(place('2.5.1', 'ORU_R01', 'MSH PID PV1 ORC OBR OBX NTE OBX OBR NTE OBX')).toEqual([
      'MSH',
      'PID PATIENT_RESULT/PATIENT',
      'PV1 PATIENT_RESULT/PATIENT/VISIT',
      `ORC ${ORDER}`,
      `OBR ${ORDER}`,
      `OBX ${ORDER}/OBSERVATION`,
      `NTE ${ORDER}/OBSERVATION`,
      `OBX ${ORDER}/OBSERVATION[2]`,
      `OBR ${ORDER}[2]`,
      `NTE ${ORDER}[2]`,
      `OBX ${ORDER}[2]/OBSERVATION`,
    ])
  })

  test('an OBX behind SPM is of the specimen', () => {
    expect(place('2.5.1', 'ORU_R01', 'MSH PID OBR OBX SPM OBX OBX OBR OBX').slice(3)).toEqual([
      `OBX ${ORDER}/OBSERVATION`,
      `SPM ${ORDER}/SPECIMEN`,
      `OBX ${ORDER}/SPECIMEN`,
      `OBX ${ORDER}/SPECIMEN`,
      `OBR ${ORDER}[2]`,
      `OBX ${ORDER}[2]/OBSERVATION`,
    ])
  })

  test('a second patient opens the outer group again', () => {
    expect(place('2.5.1', 'ORU_R01', 'MSH PID OBR PID OBR').slice(3)).toEqual([
      'PID PATIENT_RESULT[2]/PATIENT',
      'OBR PATIENT_RESULT[2]/ORDER_OBSERVATION',
    ])
  })

  test.each(['OML_O21', 'OMG_O19'])('%s: an order behind an order is the next one, prior results follow their patient', (structure) => {
    const placed = place('2.5.1', structure, 'MSH PID ORC OBR ORC OBR PID ORC OBR').slice(2)
    expect(placed.map((each) => each.replace('/OBSERVATION_REQUEST', ''))).toEqual([
      'ORC ORDER',
      'OBR ORDER',
      'ORC ORDER[2]',
      'OBR ORDER[2]',
      'PID ORDER[2]/PRIOR_RESULT/PATIENT_PRIOR',
      'ORC ORDER[2]/PRIOR_RESULT/ORDER_PRIOR',
      'OBR ORDER[2]/PRIOR_RESULT/ORDER_PRIOR',
    ])
  })

  test('a missing required segment does not lose what follows', () => {
    expect(place('2.5.1', 'ORU_R01', 'MSH PID OBX OBX').slice(2)).toEqual([`OBX ${ORDER}/OBSERVATION`, `OBX ${ORDER}/OBSERVATION[2]`])
  })

  test('local and unknown segments stay in the group before them', () => {
    expect(place('2.5.1', 'ORU_R01', 'ZAA MSH PID ZPI XXX PV1 OBR OBX ZOB OBX')).toEqual([
      'ZAA',
      'MSH',
      'PID PATIENT_RESULT/PATIENT',
      'ZPI PATIENT_RESULT/PATIENT',
      '!XXX PATIENT_RESULT/PATIENT',
      'PV1 PATIENT_RESULT/PATIENT/VISIT',
      `OBR ${ORDER}`,
      `OBX ${ORDER}/OBSERVATION`,
      `ZOB ${ORDER}/OBSERVATION`,
      `OBX ${ORDER}/OBSERVATION[2]`,
    ])
  })

  test('a segment that comes too late changes no later one', () => {
    expect(place('2.5.1', 'ORU_R01', 'MSH PID OBR PV1 OBX').slice(3)).toEqual([`!PV1 ${ORDER}`, `OBX ${ORDER}/OBSERVATION`])
  })
})

describe('choices', () => {
  test('ORM_O01 of 2.5.1 takes any of the order details (§4.4.1)', () => {
    for (const detail of ['OBR', 'RQD', 'RQ1', 'RXO', 'ODS', 'ODT']) {
      expect(place('2.5.1', 'ORM_O01', `MSH PID ORC ${detail} NTE DG1 OBX ORC ${detail}`)).toEqual([
        'MSH',
        'PID PATIENT',
        'ORC ORDER',
        `${detail} ORDER/ORDER_DETAIL`,
        'NTE ORDER/ORDER_DETAIL',
        'DG1 ORDER/ORDER_DETAIL',
        'OBX ORDER/ORDER_DETAIL/OBSERVATION',
        'ORC ORDER[2]',
        `${detail} ORDER[2]/ORDER_DETAIL`,
      ])
    }
  })

  test('but one of them', () => {
    expect(place('2.5.1', 'ORM_O01', 'MSH ORC OBR RXO')).toEqual(['MSH', 'ORC ORDER', 'OBR ORDER/ORDER_DETAIL', '!RXO ORDER/ORDER_DETAIL'])
  })
})

describe('a group without its first segment', () => {
  test('is opened again by a segment that it has already', () => {
    expect(place('2.5.1', 'RDE_O11', 'MSH PID ORC RXE RXR RXE RXR').slice(2)).toEqual([
      'ORC ORDER',
      'RXE ORDER',
      'RXR ORDER',
      'RXE ORDER[2]',
      'RXR ORDER[2]',
    ])
    expect(place('2.5.1', 'ADT_A01', 'MSH EVN PID PV1 IN1 IN2 IN2').slice(4)).toEqual([
      'IN1 INSURANCE',
      'IN2 INSURANCE',
      'IN2 INSURANCE[2]',
    ])
  })

  test('and not by one that it has not', () => {
    expect(place('2.5.1', 'ORU_R01', 'MSH PID OBR PV1').at(-1)).toBe('!PV1 PATIENT_RESULT/ORDER_OBSERVATION')
  })
})

describe('other structures', () => {
  test('ADT_A01: insurance and procedures repeat', () => {
    expect(place('2.5.1', 'ADT_A01', 'MSH EVN PID PV1 PR1 ROL PR1 IN1 IN2 IN1').slice(4)).toEqual([
      'PR1 PROCEDURE',
      'ROL PROCEDURE',
      'PR1 PROCEDURE[2]',
      'IN1 INSURANCE',
      'IN2 INSURANCE',
      'IN1 INSURANCE[2]',
    ])
  })

  test('a segment that stands in two places goes to the nearer one', () => {
    expect(place('2.5.1', 'ADT_A01', 'MSH EVN PID ROL NK1 PV1 ROL')).toEqual(['MSH', 'EVN', 'PID', 'ROL', 'NK1', 'PV1', 'ROL'])
  })

  test('MFN_M01 takes any segment where it says so, and repeats', () => {
    expect(place('2.5.1', 'MFN_M01', 'MSH MFI MFE ZL7 MFE PRA AFF')).toEqual([
      'MSH',
      'MFI',
      'MFE MF',
      'ZL7 MF',
      'MFE MF[2]',
      'PRA MF[2]',
      'AFF MF[2]',
    ])
  })

  test('SIU_S12: resources', () => {
    expect(place('2.5.1', 'SIU_S12', 'MSH SCH PID RGS AIS NTE AIL RGS AIP').slice(2)).toEqual([
      'PID PATIENT',
      'RGS RESOURCES',
      'AIS RESOURCES/SERVICE',
      'NTE RESOURCES/SERVICE',
      'AIL RESOURCES/LOCATION_RESOURCE',
      'RGS RESOURCES[2]',
      'AIP RESOURCES[2]/PERSONNEL_RESOURCE',
    ])
  })
})
