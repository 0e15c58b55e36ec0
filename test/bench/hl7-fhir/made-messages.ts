// Writes messages of every event and version with every field filled, some of their values odd, for the validator of FHIR Bundles.
// Usage: node test/bench/hl7-fhir/made-messages.ts FOLDER [COUNT [SEED]]; then node test/bench/fhir-bundles.ts bundles.ndjson message FOLDER
// The same seed gives the same messages: values by data type and table, and one in eight as senders spoil them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeTable } from '../../../src/formats/hl7/dictionary/code-tables.ts'
import { componentDefinitions, type FieldDefinition, segmentDefinition } from '../../../src/formats/hl7/dictionary/dictionary.ts'
import { type GroupNode, messageStructure, type SegmentNode, structureOfEvent } from '../../../src/formats/hl7/dictionary/structures.ts'
import { HL7_VERSIONS, type Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'

const [folder, count = '200', seed = '1'] = process.argv.slice(2)
if (!folder) throw new Error('usage: node test/bench/hl7-fhir/made-messages.ts FOLDER [COUNT [SEED]]')

let state = Number(seed) * 2654435761
/** 0 to 1. */
function random(): number {
  state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
  return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32
}
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
const happens = (share: number) => random() < share

const range = (code: string, from: number, to: number, letter: string) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${code}^${letter}${String(from + i).padStart(2, '0')}`)
const EVENTS = [
  ...range('ADT', 1, 62, 'A'),
  ...range('SIU', 12, 26, 'S'),
  ...range('SRM', 1, 11, 'S'),
  ...range('MDM', 1, 11, 'T'),
  ...range('BAR', 1, 12, 'P'),
  ...range('PPR', 1, 3, 'C').map((each) => each.replace('^C', '^PC').replace('PC0', 'PC')),
  ...range('MFN', 1, 15, 'M'),
  ...range('REF', 12, 15, 'I'),
  ...range('PMU', 1, 8, 'B'),
  ...[
    'ORM^O01',
    'OMG^O19',
    'OML^O21',
    'OML^O33',
    'OML^O35',
    'OMI^O23',
    'OMD^O03',
    'OMS^O05',
    'OMP^O09',
    'OMB^O27',
    'OMN^O07',
    'ORR^O02',
    'ORL^O22',
  ],
  ...[
    'ORU^R01',
    'ORU^R30',
    'ORU^R31',
    'ORU^R32',
    'OUL^R21',
    'OUL^R22',
    'OUL^R23',
    'OUL^R24',
    'ORF^R04',
    'CRM^C01',
    'CSU^C09',
    'BPS^O29',
    'BTS^O31',
  ],
  ...['RDE^O11', 'RDE^O25', 'RDS^O13', 'RGV^O15', 'RAS^O17', 'RDE^O01', 'RDS^O01', 'RGV^O01', 'RAS^O01', 'RRE^O12', 'RSP^K21', 'RSP^K22'],
  ...[
    'VXU^V04',
    'VXR^V03',
    'VXX^V02',
    'DFT^P03',
    'DFT^P11',
    'PEX^P07',
    'RPA^I08',
    'RQA^I08',
    'PGL^PC6',
    'PPT^PCL',
    'PPV^PCA',
    'EHC^E01',
    'TCU^U10',
  ],
]

const TIMES = ['20240229', '202402291530', '20240229153015', '20240229153015.1234+0100', '2024', '202402', '20240229153015-0800']
const BAD_TIMES = [
  '20240230',
  '202413',
  '2024-02-29',
  'yesterday',
  '00000000',
  '20240229250000',
  '99999999999999',
  '20240229153015+2500',
  '29.02.2024',
  '""',
]
const NUMBERS = ['1', '0', '12.50', '-3', '1000000', '.5', '5.', '1e3', '007']
const BAD_NUMBERS = ['<5', '1,5', 'abc', '5 mg', '>=10', '--', '1.2.3', '1e999', '٣', '""', '+7', '0x10', '1/2', '~']
const TEXTS = [
  'Synthetic text',
  'Größe µ',
  'a\\T\\b',
  'line\\.br\\two',
  '  blanks  ',
  'x'.repeat(300),
  'ctrl\u0007char',
  '\\X0D0A\\',
  '日本語',
  '<b>&amp;</b>',
  '10^9/L',
]
const CODES = ['A', 'N', 'Y', 'ZZ', 'code with  two blanks', ' lead', '8302-2', '', '""', 'a b\tc', 'é', '1']
const SYSTEMS = [
  'LN',
  'SCT',
  'L',
  '99LOC',
  'I10',
  'HL70001',
  'CVX',
  'NDC',
  'UCUM',
  'http://not a url',
  'urn:oid:1.2',
  '2.16.840.1.113883.6.1',
  'MVX',
  'RXNORM',
  '',
]
const IDS = [
  '12345',
  '1.2.840.113619',
  '123e4567-e89b-12d3-a456-426614174000',
  'abc def',
  '""',
  '-',
  '999-99-9999',
  '1234567893',
  'x'.repeat(80),
]
const UNIVERSAL = ['1.2.3.4', '2.16.1', 'hospital.example.org', '123e4567-e89b-12d3-a456-426614174000', 'not an oid', '1.02.3', '""']
const VALUE_TYPES = [
  'NM',
  'ST',
  'TX',
  'FT',
  'CE',
  'CWE',
  'SN',
  'DT',
  'TM',
  'TS',
  'DTM',
  'ED',
  'RP',
  'CX',
  'EI',
  'XPN',
  'XCN',
  'XAD',
  'XON',
  'XTN',
  'MO',
  'CP',
  'ID',
  'IS',
  'SI',
  'NA',
  'MA',
  'CF',
  'CNE',
  'DR',
  'PN',
  'AD',
  'TN',
  'CK',
  'CQ',
  '',
  'QQ',
]

function leaf(type: string, table: string | null, version: Hl7Version): string {
  const spoilt = happens(0.12)
  if (table !== null && !spoilt) {
    const codes = [...(codeTable(version, table)?.codes.keys() ?? [])]
    if (codes.length > 0) return pick(codes)
  }
  if (/^(?:TS|DTM|DT)$/.test(type)) return pick(spoilt ? BAD_TIMES : TIMES)
  if (type === 'TM') return pick(spoilt ? ['2500', 'noon', '""'] : ['1530', '153015', '15', '153015.12+0100'])
  if (/^(?:NM|SI)$/.test(type)) return pick(spoilt ? BAD_NUMBERS : NUMBERS)
  if (/^(?:ID|IS)$/.test(type)) return pick(CODES)
  return pick(TEXTS)
}

const SEPARATORS = ['^', '&']

function value(type: string, table: string | null, version: Hl7Version, depth = 0): string {
  if (type === 'HD' && happens(0.7))
    return [pick(['NORTH', '', 'L AB']), pick(UNIVERSAL), pick(['ISO', 'DNS', 'UUID', 'GUID', 'x', ''])].join(SEPARATORS[depth] ?? '&')
  const parts = depth < 2 ? componentDefinitions(version, type) : []
  if (parts.length === 0 || happens(0.06)) return leaf(type, table, version)
  const values = parts.map((part) => {
    if (happens(0.25) && !part.required) return ''
    if (/^(?:CE|CWE|CNE|CF)/.test(type) && (part.position === 3 || part.position === 6)) return pick(SYSTEMS)
    if (/^(?:CX|EI|XCN|CNN|PPN)/.test(type) && part.position === 1) return pick(IDS)
    return value(part.composite, part.table, version, depth + 1)
  })
  if (happens(0.05)) values.push('beyond', 'the type')
  return values.join(SEPARATORS[depth]).replace(/[&^]+$/, '')
}

function field(definition: FieldDefinition, version: Hl7Version): string {
  const { segment, position } = { segment: definition.path.split('-')[0]!, position: definition.position }
  if (position === 1 && /^(?:OBX|OBR|NTE|PID|DG1|AL1|SPM|IN1|GT1)$/.test(segment) && happens(0.9))
    return String(1 + Math.floor(random() * 3))
  if (!definition.required && happens(0.2)) return ''
  if (happens(0.03)) return '""'
  const times = definition.repeats && happens(0.3) ? 2 : 1
  return Array.from({ length: times }, () => value(definition.composite || 'ST', definition.table, version)).join('~')
}

function segment(id: string, version: Hl7Version): string {
  const fields = segmentDefinition(version, id)?.fields ?? []
  const values = fields.slice(1).map((each) => (each ? field(each, version) : ''))
  if (id === 'OBX') {
    const type = pick(VALUE_TYPES)
    values[1] = type
    values[4] = happens(0.1) ? '' : value(type || 'ST', null, version)
    if (happens(0.3))
      values[2] = pick([
        '8302-2^Height^LN',
        '29463-7^Weight^LN',
        '85354-9^BP^LN',
        '8480-6^Systolic^LN',
        '8867-4^HR^LN',
        '59408-5^SpO2^LN',
        '8310-5^Temp^LN',
      ])
    if (happens(0.5)) values[5] = pick(['mg', 'mm[Hg]', '10^9/L', 'cm', 'kg', '%', 'Cel', 'degF', 'x^y^UCUM', '/min', '""'])
  }
  return `${id}|${values.join('|').replace(/\|+$/, '')}`
}

function segments(node: GroupNode | SegmentNode, version: Hl7Version): string[] {
  if (!node.required && happens(0.15)) return []
  const times = node.repeats && happens(0.3) ? 2 : 1
  return Array.from({ length: times }, () => {
    if (node.kind === 'segment') return node.id === 'MSH' || node.id.length !== 3 ? [] : [segment(node.id, version)]
    if (node.kind === 'choice') return segments(pick(node.of), version)
    return node.of.flatMap((each) => segments(each, version))
  }).flat()
}

mkdirSync(folder, { recursive: true })
for (let i = 0; i < Number(count); i++) {
  const version = pick(HL7_VERSIONS)
  const [code = '', trigger = ''] = (EVENTS[i % EVENTS.length] ?? '').split('^')
  const structure = structureOfEvent(version, code, trigger) ?? structureOfEvent('2.8.2', code, trigger) ?? 'ADT_A01'
  const declared = happens(0.1) ? pick(['2.9', '2.9.1', '2.5.1^USA', '', 'x']) : version
  const type = happens(0.2) ? `${code}^${trigger}` : `${code}^${trigger}^${structure}`
  const head = `MSH|^~\\&|${value('HD', null, version)}|${value('HD', null, version)}|${value('HD', null, version)}|RF|${pick([...TIMES, ...BAD_TIMES])}||${type}|M${i}|P|${declared}|||||${pick(['', 'USA', 'XX'])}|${pick(['', 'UNICODE UTF-8'])}|${pick(['', 'en^English^ISO639', 'de', 'zz zz'])}`
  const body = segments(messageStructure(version, structure)?.root ?? messageStructure('2.8.2', structure)!.root, version)
  if (happens(0.3)) body.splice(Math.floor(random() * body.length), 0, 'ZPD|1|local^value|20240101')
  writeFileSync(join(folder, `${String(i).padStart(4, '0')}-${code}-${trigger}-${version}.hl7`), `${[head, ...body].join('\r')}\r`)
}
console.log(`${count} messages`)
