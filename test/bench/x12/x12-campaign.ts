// Plants persons of many origins in every element of X12 that may name one, and in notes, and looks for them in what phi/deidentify-x12 makes of it:
//   node test/bench/x12/x12-campaign.ts [COUNT] [FIRST SEED] [--list] [--options JSON]
// Half of the notes speak of somebody whom no field names. Each interchange must have its outline, sums and acknowledgment afterwards.
import { runTool } from '../../../src/core/run.ts'
import { readX12 } from '../../../src/formats/x12/document.ts'
import { readInterchanges } from '../../../src/formats/x12/read-segments.ts'
import { dataX12Ack } from '../../../src/tools/data/x12-ack.ts'
import { phiDeidentifyX12 } from '../../../src/tools/phi/deidentify-x12.ts'
import { Random } from '../../formats/phi/cda/made/random.ts'
import { FURTHER_SAMPLES } from '../../formats/x12/made/further-samples.ts'
import { SAMPLES } from '../../formats/x12/sample-interchanges.ts'
import { readCampaign } from '../plants/campaign.ts'
import { around, leftIn, NOTES, WRITINGS } from '../plants/notes.ts'
import { type Planted, plantedPerson, secretsOf } from '../plants/people.ts'

type Value = (person: Planted) => string
const family: Value = (person) => person.family
const given: Value = (person) => person.given
const whole: Value = (person) => `${person.given} ${person.family}`
const member: Value = (person) => person.member
const ssn: Value = (person) => person.ssn
const phone: Value = (person) => person.phone
const mail: Value = (person) => person.mail
const street: Value = (person) => person.street
const town: Value = (person) => person.town
const born: Value = (person) => person.born

/** Segments that are put in, with what is planted; `q` stands for a qualifier of the first list. */
const FIELDS: readonly (readonly [name: string, segment: readonly (string | Value)[]])[] = [
  ...'IL QC 85 82 77 DN PR 74 03 S5 45'
    .split(' ')
    .map((entity) => [`NM1*${entity}`, ['NM1', entity, '1', family, given, given, '', '', 'MI', member]] as const),
  ['NM1 organization', ['NM1', '85', '2', (p) => `${p.family} FAMILY PRACTICE`, '', '', '', '', 'XX', member]],
  ['NM1 suffix', ['NM1', 'IL', '1', family, given, '', family, given, '34', ssn]],
  ['NM112', ['NM1', 'IL', '1', family, given, '', '', '', 'MI', member, '', '', family]],
  ['N1', ['N1', 'PE', whole, 'FI', ssn]],
  ['N2', ['N2', whole, whole]],
  ['N3', ['N3', street, street]],
  ['N3 small', ['N3', (p) => p.street.toLowerCase()]],
  ['N4', ['N4', town, 'OH', (p) => p.zip]],
  ['N4 state', ['N4', town, town, town, town]],
  ...'SY EA 0F 1W 23 D9 F8 6R G1 ZZ IG EI X9 QQ1'.split(' ').map((q) => [`REF*${q}`, ['REF', q, ssn, whole]] as const),
  ['REF04', ['REF', 'F8', member, '', (p) => `SY:${p.ssn}`]],
  ['DMG', ['DMG', 'D8', born, 'F']],
  ['DMG text', ['DMG', family, born, given]],
  ...'D8 RD8 DT TM'
    .split(' ')
    .map(
      (q) =>
        [
          `DTP*${q}`,
          ['DTP', '472', q, q === 'RD8' ? (p: Planted) => `${p.born}-${p.born}` : q === 'DT' ? (p: Planted) => `${p.born}1200` : born],
        ] as const,
    ),
  ['DTP text', ['DTP', '472', 'D8', whole]],
  ['DTM', ['DTM', '232', born]],
  ['PER', ['PER', 'IC', whole, 'TE', phone, 'EM', mail, 'EX', member, whole]],
  ['PER unknown', ['PER', 'IC', family, 'Q9', phone, 'TE', whole]],
  ['CLM01', ['CLM', member, '100', '', '', '11:B:1']],
  ['CLM01 name', ['CLM', (p) => `${p.family}${p.ssn}`, '100', '', '', '11:B:1']],
  ['CLP', ['CLP', (p) => `${p.family}-1`, '1', '100', '100', '0', '12', member]],
  ['SBR', ['SBR', 'P', '18', member, (p) => `${p.family} TRUST`]],
  ['TRN', ['TRN', '1', member, `1${'512345678'}`, whole]],
  ['BHT03', ['BHT', '0019', '00', (p) => `${p.family}01`, born, '1012', 'CH']],
  ['INS12', ['INS', 'Y', '18', '030', 'XN', 'A', '', '', 'FT', '', '', 'D8', born, '', town]],
  ['PWK', ['PWK', 'OZ', 'BM', '', '', 'AC', member, whole]],
  ['ACT', ['ACT', member, whole]],
  ['LUI', ['LUI', 'LE', 'SPA', whole]],
  ['CR1', ['CR1', 'LB', '140', 'I', 'A', 'DH', '12', street, town, whole, street]],
  ['EC', ['EC', '', '', '', '', '', whole]],
  ['DSB', ['DSB', '1', '', family]],
  ['HD04', ['HD', '030', '', 'HLT', whole]],
  ['PLB', ['PLB', member, born, (p) => `WO:${p.member}`, '0']],
  ['SVD', ['SVD', member, '1']],
  ['IDC', ['IDC', whole, 'D']],
  ['unknown segment', ['ZQ7', whole, ssn, street]],
  ['unknown element', ['LX', '1', whole, ssn]],
  ['TOO', ['TOO', 'JP', family, (p) => `${p.given}:${p.ssn}`]],
  ['HI', ['HI', (p) => `ABK:${p.family}`, (p) => `BF:${p.ssn}`, (p) => `BH:11:D8:${p.born}`]],
  ['SV1', ['SV1', (p) => `HC:99213:::::${p.given} ${p.family}`, '10', 'UN', '1']],
  ['SV101-2', ['SV1', (p) => `HC:${p.family}`, '10', 'UN', '1']],
  ['AMT', ['AMT', 'F5', whole]],
  ['QTY', ['QTY', 'CA', ssn]],
  ['MEA', ['MEA', 'TR', 'HT', family]],
  ['HL', ['HL', family, given, '22', '0']],
  ['STC', ['STC', (p) => `A1:${p.family}`, born, '', '', '', '', '', '', '', '', '', whole]],
  [
    'BPR accounts',
    ['BPR', 'I', '10', 'C', 'ACH', 'CTX', '01', '071000013', 'DA', ssn, '1512345678', member, '01', '071923284', 'DA', ssn, '20260110'],
  ],
  ['BDS', ['BDS', 'B64', (p) => String(`${p.given} ${p.family}`.length), whole]],
  ['BIN', ['BIN', (p) => String(`${p.given} ${p.family}`.length), whole]],
  ['CRC', ['CRC', '07', 'Y', '01', family, whole]],
  ['OI', ['OI', family, '', 'Y', given, '', 'Y']],
  ['UM', ['UM', 'HS', 'I', '3', (p) => `11:${p.family}`, whole]],
  ['HCR', ['HCR', 'A1', member, '', whole]],
  ['LQ', ['LQ', 'HE', family]],
  ['LIN', ['LIN', '', 'N4', ssn, whole]],
  ['EB05', ['EB', '1', 'IND', '30', 'HM', (p) => `${p.given} ${p.family} PLAN`, '27', '10', '', '', '', '', '', (p) => `HC:${p.family}`]],
  ['EQ', ['EQ', '30', (p) => `HC:${p.family}`]],
  ['III', ['III', 'ZZ', '21', family, whole]],
  ['AAA', ['AAA', 'N', whole, '72', family]],
  ['COB', ['COB', 'P', member, '5']],
  ['ENT', ['ENT', '1', '2J', '34', ssn]],
  ['RMR', ['RMR', 'AZ', member, '', '10']],
  ['ADX', ['ADX', '10', '52', 'ZZ', member]],
  ['CTX', ['CTX', (p) => `CLM01:${p.member}`, 'CLM', '12', '', '5']],
  ['IK4', ['IK4', '9', '67', '7', whole]],
  ['AK2', ['AK2', '837', '0001', whole]],
  ['SV2', ['SV2', '0300', (p) => `HC:99213:::::${p.given} ${p.family}`, '10', 'UN', '1']],
  ['SV5', ['SV5', (p) => `HC:${p.family}`, 'DA', '1', '10']],
  ['PS1', ['PS1', member, '10', town]],
  ['NM110', ['NM1', 'QC', '1', family, given, '', '', '', 'MI', member, family, '74', given]],
  ['DN2', ['DN2', family, given]],
  ['HCP', ['HCP', '01', '10', '5', member, '', whole]],
  ['CN1', ['CN1', '02', '10', '', member, '', whole]],
  ['SLN', ['SLN', family, '', 'O', '1', member]],
  ['IT1', ['IT1', member]],
  ['PRV', ['PRV', 'PE', 'PXC', ssn, town, whole]],
  ['CUR', ['CUR', '85', family, '', '', whole]],
  ['MOA', ['MOA', '', '', family, member]],
  ['MIA', ['MIA', '0', '', '', '', family]],
  ['CAS', ['CAS', 'CO', family, '10']],
  ['TS3', ['TS3', member, '11', born, '1', '10']],
  ['RDM', ['RDM', 'EM', whole, mail]],
  ['HLH', ['HLH', 'N', '70', '140', '', family, whole]],
  ['ICM', ['ICM', '7', '100', '40', town, whole]],
  ['DTM range', ['DTM', '007', '', '', '', 'RD8', (p) => `${p.born}-${p.born}`]],
  ['REF*BLT', ['REF', 'BLT', family]],
]
/** Segments of free text. */
const TEXTS: readonly (readonly string[])[] = [
  ['NTE', 'ADD'],
  ['MSG'],
  ['K3'],
  ['PWK', 'OZ', 'BM', '', '', 'AC', 'A1'],
  ['SV3', 'AD:D0120', '1', '', '', '', '1'],
]

const campaign = readCampaign(process.argv.slice(2))
const { options, lists } = campaign
const all = [...Object.values(SAMPLES), ...Object.values(FURTHER_SAMPLES)]
const sums = { interchanges: 0, fields: 0, notes: 0, left: 0, changed: 0, refused: 0, residual: 0 }
const clean = (interchange: string) =>
  runTool(phiDeidentifyX12, { interchange }, options) as unknown as { interchange: string; residual: readonly object[] }

campaign.run(tryOne, sums)

function tryOne(seed: number): void {
  const random = new Random(seed)
  const plants: { readonly place: string; readonly person: Planted; readonly written: string }[] = []
  const text = plant(all[seed % all.length]!, (mark) => {
    const person = plantedPerson(random)
    const isNote = random.chance(0.5)
    const fields = isNote ? note(random, plants, person) : field(random, person)
    plants.push({ place: fields.place, person: fields.person, written: fields.segment.join('*') })
    sums[isNote ? 'notes' : 'fields']++
    return fields.segment.join(mark)
  })
  sums.interchanges++
  try {
    const before = outlineOf(text)
    const { interchange, residual } = clean(text)
    sums.residual += residual.length
    const after = outlineOf(interchange)
    if (before !== after) {
      sums.changed++
      if (lists) console.log(`${seed}: other shape\n${before}\n${after}`)
    }
    // A secret is one of its own plant; what two have in common is counted once each.
    for (const { place, person, written } of plants) {
      const secrets = secretsOf(person).filter((secret) => leftIn(written, [secret]).length > 0)
      for (const left of leftIn(interchange, secrets)) {
        sums.left++
        campaign.countLeft(place)
        if (lists) console.log(`${seed} ${place}: ${left} | ${written} | ${around(interchange, left)}`)
      }
    }
  } catch (error) {
    sums.refused++
    console.log(seed, (error as Error).stack)
  }
}

interface Generated {
  readonly place: string
  readonly person: Planted
  readonly segment: readonly string[]
}

function field(random: Random, person: Planted): Generated {
  const [place, parts] = random.pick(FIELDS)
  const letters = random.pick([(text: string) => text.toUpperCase(), (text: string) => text, (text: string) => text.toLowerCase()])
  const segment = parts.map(
    (part, i) => (typeof part === 'string' ? part : letters(part(person)).replace(/[*~^]/g, ' ')) + (i < 0 ? '' : ''),
  )
  return { place, person, segment }
}

/** A note about somebody new, or about one of those before. */
function note(random: Random, before: readonly { readonly person: Planted }[], fresh: Planted): Generated {
  const isKnown = before.length > 0 && random.chance(0.5)
  const person = isKnown ? random.pick(before).person : fresh
  const kind = random.pick(Object.keys(NOTES))
  const writing = random.chance(0.6) ? random.pick(['mixed', 'upper', 'lower']) : random.pick(Object.keys(WRITINGS))
  const text = WRITINGS[writing]!(NOTES[kind]!(person)).replace(/[*~^:]/g, ' ')
  const place = `note ${kind} ${writing}${isKnown ? ' known' : ''}`
  const start = random.pick(TEXTS)
  if (!random.chance(0.15)) return { place, person, segment: [...start, text] }
  const at = random.int(1, text.length - 1)
  const parted = random.pick([[`${text.slice(0, at)}~NTE*ADD*${text.slice(at)}`], [`${text.slice(0, at)}:${text.slice(at)}`]])
  return { place: `${place}, parted`, person, segment: [...start, ...parted] }
}

/** Puts segments behind some of a sample, and mends the counts. */
function plant(sample: string, make: (mark: string) => string): string {
  const lines: string[] = []
  let added = 0
  for (const { segments } of readInterchanges(sample)) {
    for (const { id, elements } of segments) {
      if (id === 'ST') added = 0
      const own = id === 'SE' ? [String(Number(elements[0]) + added), ...elements.slice(1)] : elements
      lines.push([id, ...own].join('*'))
      if (!['NM1', 'CLM', 'CLP', 'HL', 'INS', 'LX', 'BHT', 'EB', 'REF'].includes(id)) continue
      const text = make('*')
      added += text.split('~').length
      lines.push(text)
    }
  }
  return lines.map((line) => `${line}~`).join('')
}

/** Segments, counts of elements, what the checks find, and the acknowledgment. */
function outlineOf(text: string): string {
  const { interchanges, issues } = readX12(text)
  const segments = interchanges.flatMap(({ groups }) =>
    groups.flatMap(({ transactions }) => transactions.flatMap((each) => [...each.range])),
  )
  const found = issues.filter(({ code }) => code !== 'npi_invalid' && code !== 'date_invalid')
  const ack = runTool(dataX12Ack, { interchange: text }, { timestamp: '202601020809' }) as unknown as { accepted: object }
  return JSON.stringify([
    segments.map(({ id, elements }) => `${id === 'ZQ7' ? 'ZZZ' : id}${elements.length}`).join(' '),
    found.map(({ code, path, position, element, difference }) => [code, path, position, element, difference]),
    ack.accepted,
  ])
}
