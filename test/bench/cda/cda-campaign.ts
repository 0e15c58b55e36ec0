// Plants persons of many origins in every element of the header of CDA, in places of entries and in narratives, and looks for them in what
// phi/deidentify-cda makes of it:
//   node test/bench/cda/cda-campaign.ts [COUNT] [FIRST SEED] [--list] [--options JSON]
// Half of the remarks speak of somebody whom no element names. The result must parse with the sections, entries and references that it had.
import { runTool } from '../../../src/core/run.ts'
import { dataCdaParse } from '../../../src/tools/data/cda-parse.ts'
import { phiDeidentifyCda } from '../../../src/tools/phi/deidentify-cda.ts'
import { Random } from '../../formats/phi/cda/made/random.ts'
import { spellAttribute, spellText } from '../../formats/phi/cda/made/spelling.ts'
import { documentOf, entryOf, valuesOf } from '../../formats/phi/cda/planted-cda.ts'
import { readCampaign } from '../plants/campaign.ts'
import { around, leftIn, NOTES, WRITINGS } from '../plants/notes.ts'
import { type Planted, plantedPerson, secretsOf } from '../plants/people.ts'

type Place = (person: Planted, attribute: (text: string) => string, text: (text: string) => string) => string

const who = ({ given, family }: Planted, t: (text: string) => string) =>
  `<name><given>${t(given)}</given><family>${t(family)}</family></name>`
const role = (p: Planted, a: (text: string) => string, t: (text: string) => string, person: string, organization: string) =>
  `<id root="1.2.840.99.3" extension="${a(p.member)}"/><addr><streetAddressLine>${t(p.street)}</streetAddressLine><city>${t(p.town)}</city><postalCode>${t(p.zip)}</postalCode></addr>` +
  `<telecom value="tel:${a(p.phone)}"/><telecom value="mailto:${a(p.mail)}"/><${person}>${who(p, t)}</${person}><${organization}><id root="1.2.3" extension="${a(p.ssn)}"/><name>${t(`${p.family} Clinic`)}</name></${organization}>`
const assigned: Place = (p, a, t) => `<assignedEntity>${role(p, a, t, 'assignedPerson', 'representedOrganization')}</assignedEntity>`

const HEADER: Readonly<Record<string, Place>> = {
  author: (p, a, t) =>
    `<author><time value="${a(p.born)}"/><assignedAuthor>${role(p, a, t, 'assignedPerson', 'representedOrganization')}</assignedAuthor></author>`,
  dataEnterer: (p, a, t) => `<dataEnterer>${assigned(p, a, t)}</dataEnterer>`,
  informant: (p, a, t) => `<informant>${assigned(p, a, t)}</informant>`,
  relative: (p, _, t) =>
    `<informant><relatedEntity classCode="PRS"><addr>${t(p.street)}</addr><relatedPerson>${who(p, t)}</relatedPerson></relatedEntity></informant>`,
  custodian: (p, a, t) =>
    `<custodian><assignedCustodian><representedCustodianOrganization><id root="1.2" extension="${a(p.member)}"/><name>${t(`${p.family} Hospital`)}</name><addr><city>${t(p.town)}</city></addr></representedCustodianOrganization></assignedCustodian></custodian>`,
  recipient: (p, a, t) =>
    `<informationRecipient><intendedRecipient>${role(p, a, t, 'informationRecipient', 'receivedOrganization')}</intendedRecipient></informationRecipient>`,
  legalAuthenticator: (p, a, t) =>
    `<legalAuthenticator><time value="${a(p.born)}"/><signatureCode code="S"/><sdtc:signatureText mediaType="text/plain">${t(`${p.given} ${p.family}`)}</sdtc:signatureText>${assigned(p, a, t)}</legalAuthenticator>`,
  authenticator: (p, a, t) => `<authenticator><time value="${a(p.born)}"/><signatureCode code="S"/>${assigned(p, a, t)}</authenticator>`,
  participant: (p, a, t) =>
    `<participant typeCode="IND"><time><low value="${a(p.born)}"/></time><associatedEntity classCode="NOK">${role(p, a, t, 'associatedPerson', 'scopingOrganization')}</associatedEntity></participant>`,
  order: (p, a) => `<inFulfillmentOf><order><id root="1.2.3" extension="${a(p.member)}"/></order></inFulfillmentOf>`,
  service: (p, a, t) =>
    `<documentationOf><serviceEvent classCode="PCPR"><effectiveTime><low value="${a(p.born)}"/></effectiveTime><performer typeCode="PRF">${assigned(p, a, t)}</performer></serviceEvent></documentationOf>`,
  related: (p, a) =>
    `<relatedDocument typeCode="RPLC"><parentDocument><id root="1.2.3" extension="${a(p.member)}"/><setId root="1.2" extension="${a(p.ssn)}"/></parentDocument></relatedDocument>`,
  consent: (p, a) =>
    `<authorization><consent><id root="1.2" extension="${a(p.member)}"/><statusCode code="completed"/></consent></authorization>`,
  encounter: (p, a, t) =>
    `<componentOf><encompassingEncounter><id root="1.2" extension="${a(p.member)}"/><effectiveTime><low value="${a(p.born)}"/></effectiveTime><responsibleParty>${assigned(p, a, t)}</responsibleParty><location><healthCareFacility><location><name>${t(`${p.family} Wing`)}</name><addr>${t(`${p.street}, ${p.town}`)}</addr></location></healthCareFacility></location></encompassingEncounter></componentOf>`,
}
const participantOf = (inner: string) =>
  `<participant typeCode="IND"><participantRole classCode="MANU">${inner}</participantRole></participant>`
/** Within an observation. */
const ENTRY: Readonly<Record<string, Place>> = {
  'id extension': (p, a) => `<id root="1.2.3.4" extension="${a(p.member)}"/>`,
  'assigning authority': (p, a) => `<id root="1.2.3" extension="1" assigningAuthorityName="${a(`${p.family} Clinic`)}"/>`,
  'local code': (p, a) => `<value xsi:type="CD" code="${a(p.family)}" codeSystem="1.2.3.4.5"/>`,
  'display name': (p, a) => `<value xsi:type="CD" code="1" codeSystem="1.2.3.4.5" displayName="${a(`${p.given} ${p.family}`)}"/>`,
  'SNOMED display': (p, a) =>
    `<value xsi:type="CD" code="73211009" codeSystem="2.16.840.1.113883.6.96" displayName="${a(`per Dr. ${p.family}`)}"/>`,
  translation: (p, a) => `<value xsi:type="CD"><translation code="x" displayName="${a(`${p.family}`)}"/></value>`,
  'code system name': (p, a) => `<value xsi:type="CD" code="1" codeSystemName="${a(p.family)}"/>`,
  'original text': (p, _, t) => `<value xsi:type="CD"><originalText>${t(`${p.given} ${p.family}`)}</originalText></value>`,
  'effective time': (p, a) => `<effectiveTime value="${a(p.born)}"/>`,
  'low and high': (p, a) =>
    `<effectiveTime xsi:type="IVL_TS"><low value="${a(p.born)}"/><high value="${a(p.born)}1200-0500"/></effectiveTime>`,
  'value II': (p, a) => `<value xsi:type="II" root="2.16.840.1.113883.4.1" extension="${a(p.ssn)}"/>`,
  'value PN': (p, _, t) => `<value xsi:type="PN"><given>${t(p.given)}</given><family>${t(p.family)}</family></value>`,
  'value ON': (p, _, t) => `<value xsi:type="ON">${t(`${p.family} Group`)}</value>`,
  'value AD': (p, _, t) => `<value xsi:type="AD"><streetAddressLine>${t(p.street)}</streetAddressLine><city>${t(p.town)}</city></value>`,
  'value TEL': (p, a) => `<value xsi:type="TEL" value="tel:${a(p.phone)}"/>`,
  'value TS': (p, a) => `<value xsi:type="TS" value="${a(p.born)}"/>`,
  'value INT': (p, a) => `<value xsi:type="INT" value="${a(p.ssn)}"/>`,
  'value PQ': (p, a) => `<value xsi:type="PQ" value="${a(p.phone)}" unit="1"/>`,
  unit: (p, a) => `<value xsi:type="PQ" value="1" unit="{${a(p.family)}}"/>`,
  performer: (p, a, t) => `<performer>${assigned(p, a, t)}</performer>`,
  author: (p, a, t) => HEADER.author!(p, a, t),
  informant: (p, a, t) => HEADER.relative!(p, a, t),
  'playing entity': (p, _, t) => participantOf(`<playingEntity><name>${t(`${p.given} ${p.family}`)}</name></playingEntity>`),
  'playing device': (p, _, t) =>
    participantOf(`<playingDevice><manufacturerModelName>${t(`${p.family} ${p.member}`)}</manufacturerModelName></playingDevice>`),
  'participant address': (p, a, t) =>
    participantOf(`<addr><streetAddressLine>${t(p.street)}</streetAddressLine></addr><telecom value="${a(p.phone)}"/>`),
  'scoping entity': (p, _, t) => participantOf(`<scopingEntity><desc>${t(`${p.given} ${p.family}`)}</desc></scopingEntity>`),
  specimen: (p, a) => `<specimen><specimenRole><id root="1.2" extension="${a(p.member)}"/></specimenRole></specimen>`,
  'related subject': (p, _, t) =>
    `<subject><relatedSubject classCode="PRS"><subject>${who(p, t)}<birthTime value="${p.born}"/></subject></relatedSubject></subject>`,
  'external document': (p, a, t) =>
    `<reference typeCode="REFR"><externalDocument><id root="1.2" extension="${a(p.member)}"/><text>${t(`${p.given} ${p.family}`)}</text></externalDocument></reference>`,
  reference: (p, a) => `<text><reference value="https://portal.example/${a(p.member)}/${a(encodeURIComponent(p.family))}"/></text>`,
  'attribute of a site': (p, a) => `<statusCode code="completed" site:by="${a(p.family)}"/>`,
  'element of a site': (p, a, t) => `<site:by who="${a(p.given)}">${t(p.family)}</site:by>`,
  'reference range': (p, _, t) =>
    `<referenceRange><observationRange><text>${t(`${p.given} ${p.family}`)}</text></observationRange></referenceRange>`,
  'related act': (p, _, t) =>
    `<entryRelationship typeCode="SUBJ"><act classCode="ACT" moodCode="EVN"><text>${t(`${p.given} ${p.family}`)}</text></act></entryRelationship>`,
  comment: (p) => `<!-- ${p.given} ${p.family} -->`,
}
/** Around a note, with the words as they are divided. */
const NARRATIVES: Readonly<Record<string, (note: string) => string>> = {
  paragraph: (note) => `<paragraph>${note}</paragraph>`,
  text: (note) => note,
  item: (note) => `<list><item>${note}</item></list>`,
  cell: (note) => `<table><thead><tr><th>Remark</th></tr></thead><tbody><tr><td>${note}</td></tr></tbody></table>`,
  'cell of a row': (note) => `<table><tbody><tr><th>Date</th><td>today</td><td>${note}</td></tr></tbody></table>`,
  caption: (note) => `<table><caption>${note}</caption><tbody><tr><td>x</td></tr></tbody></table>`,
  footnote: (note) => `<paragraph>x<footnote ID="f">${note}</footnote></paragraph>`,
  content: (note) => `<content styleCode="Bold">${note}</content>`,
  lines: (note) => `<paragraph>Seen today.<br/>${note}<br/>Stable.</paragraph>`,
}

const campaign = readCampaign(process.argv.slice(2))
const { options, lists } = campaign
const sums = { documents: 0, fields: 0, notes: 0, left: 0, changed: 0, refused: 0, residual: 0 }

interface Plant {
  readonly place: string
  readonly person: Planted
  readonly written: string
}

campaign.run(tryOne, sums)

function tryOne(seed: number): void {
  const random = new Random(seed)
  const plants: Plant[] = []
  const put = (places: Readonly<Record<string, Place>>, kind: string, place = random.pick(Object.keys(places))): string => {
    const person = plantedPerson(random)
    const letters = random.pick([(text: string) => text.toUpperCase(), (text: string) => text, (text: string) => text.toLowerCase()])
    plants.push({ place: `${kind} ${place}`, person, written: places[place]!(person, String, String) })
    sums.fields++
    return places[place]!(
      person,
      (text) => spellAttribute(letters(text), random),
      (text) => spellText(letters(text), random),
    )
  }
  const header = Object.keys(HEADER)
    .filter(() => random.chance(0.5))
    .map((place) => put(HEADER, 'header', place))
    .join('\n')
  const sections = Array.from({ length: 5 }, (_, i) => {
    const text = Array.from({ length: 2 }, () => narrative(random, plants)).join('\n')
    const entries = Array.from({ length: 3 }, () => entryOf(put(ENTRY, 'entry'))).join('\n')
    return `<component><section><code code="${['11450-4', '10160-0', '8716-3', '30954-2', '29762-2'][i]}" codeSystem="2.16.840.1.113883.6.1"/><title>Findings</title><text>${text}</text>${entries}</section></component>`
  }).join('\n')
  const document = documentOf({ header, sections })
  sums.documents++
  try {
    const { content, residual } = runTool(phiDeidentifyCda, { document }, options) as unknown as { content: Uint8Array; residual: object[] }
    sums.residual += residual.length
    const [before, after] = [shapeOf(document), shapeOf(content)]
    if (before !== after) {
      sums.changed++
      if (lists) console.log(`${seed}: other shape\n${before}\n${after}`)
    }
    const result = valuesOf(content)
    for (const { place, person, written } of plants) {
      const secrets = secretsOf(person).filter((secret) => leftIn(written, [secret]).length > 0)
      for (const left of leftIn(result, secrets)) {
        sums.left++
        campaign.countLeft(place)
        if (lists) console.log(`${seed} ${place}: ${left} | ${written.slice(0, 300)} | ${around(result, left)}`)
      }
    }
  } catch (error) {
    sums.refused++
    console.log(seed, (error as Error).stack)
  }
}

function narrative(random: Random, plants: Plant[]): string {
  sums.notes++
  const isKnown = plants.length > 0 && random.chance(0.5)
  const person = isKnown ? random.pick(plants).person : plantedPerson(random)
  const kind = random.pick(Object.keys(NOTES))
  const writing = random.chance(0.8) ? random.pick(['mixed', 'upper', 'lower']) : random.pick(Object.keys(WRITINGS))
  const note = WRITINGS[writing]!(NOTES[kind]!(person)).replace(/&(?=#)/g, '&amp;')
  const block = random.pick(Object.keys(NARRATIVES))
  const isParted = random.chance(0.2) && !note.includes('&')
  plants.push({ place: `${kind} ${writing}${isKnown ? ' known' : ''}${isParted ? ' parted' : ''} in ${block}`, person, written: note })
  if (!isParted) return NARRATIVES[block]!(spellText(note, random))
  const at = random.int(1, note.length - 1)
  const end = random.int(at, note.length)
  return NARRATIVES[block]!(`${note.slice(0, at)}<content styleCode="Italics">${note.slice(at, end)}</content>${note.slice(end)}`)
}

function shapeOf(document: string | Uint8Array): string {
  const { counts, references, issues } = runTool(dataCdaParse, { document }, {}) as unknown as {
    counts: object
    references: { total: number; resolved: number }
    issues: { code: string; path: string }[]
  }
  return JSON.stringify([{ ...counts, issues: 0 }, references.total, references.resolved, issues.map(({ code, path }) => code + path)])
}
