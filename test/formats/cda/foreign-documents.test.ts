// Documents from outside of the US: prefixes, encodings, extensions of countries and of IHE. All are read, and the de-identifier leaves no identifier,
// even in elements and attributes that no rule names.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { dataCdaParse } from '../../../src/tools/data/cda-parse.ts'
import { phiDeidentifyCda } from '../../../src/tools/phi/deidentify-cda.ts'

const SECRETS = ['Hubermann', 'Quirinia', 'Zapfgasse', '47110815', '1234010180', '6641234567', '19800101']

const patient = (p: string) =>
  `<${p}recordTarget><${p}patientRole><${p}id root="1.2.40.0.10.1.4.3.1" extension="1234010180"/>` +
  `<${p}addr><${p}streetName>Zapfgasse</${p}streetName><${p}houseNumber>7a</${p}houseNumber><${p}city>Graz</${p}city></${p}addr>` +
  `<${p}telecom value="tel:+43.6641234567"/><${p}patient><${p}name><${p}given>Quirinia</${p}given><${p}family>Hubermann</${p}family></${p}name>` +
  `<${p}birthTime value="19800101"/></${p}patient></${p}patientRole></${p}recordTarget>`

interface Parts {
  readonly p?: string
  readonly header?: string
  readonly entry?: string
  readonly narrative?: string
}

function documentOf(namespaces: string, { p = '', header = '', entry = '', narrative = '' }: Parts = {}): string {
  return (
    `<${p}ClinicalDocument ${namespaces} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><${p}id root="1.2.40" extension="47110815"/>` +
    `<${p}code code="57833-6" codeSystem="2.16.840.1.113883.6.1"/><${p}title>Rezept Hubermann</${p}title>${patient(p)}${header}` +
    `<${p}component><${p}structuredBody><${p}component><${p}section><${p}code code="10160-0" codeSystem="2.16.840.1.113883.6.1"/>` +
    `<${p}text><${p}paragraph ID="m1">Frau Quirinia Hubermann nimmt t\u00e4glich Aspirin. ${narrative}</${p}paragraph></${p}text>` +
    `<${p}entry><${p}substanceAdministration classCode="SBADM" moodCode="INT"><${p}text><${p}reference value="#m1"/></${p}text>` +
    `<${p}effectiveTime xsi:type="${p}IVL_TS"><${p}low value="20260102"/></${p}effectiveTime>${entry}</${p}substanceAdministration></${p}entry>` +
    `</${p}section></${p}component></${p}structuredBody></${p}component></${p}ClinicalDocument>`
  )
}

const material = (content: string) =>
  `<consumable><manufacturedProduct><manufacturedMaterial>${content}</manufacturedMaterial></manufacturedProduct></consumable>`
const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
function utf16(text: string, isBig: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2))
  for (const [i, unit] of [...`\ufeff${text}`].entries()) view.setUint16(2 * i, unit.charCodeAt(0), !isBig)
  return new Uint8Array(view.buffer)
}

const HL7 = 'xmlns="urn:hl7-org:v3"'
const DOCUMENTS: Readonly<Record<string, readonly [bytes: Uint8Array, encoding?: string]>> = {
  'a prefix on every name': [utf8(documentOf('xmlns:n1="urn:hl7-org:v3"', { p: 'n1:' }))],
  'no namespace': [utf8(documentOf(''))],
  'ISO-8859-1': [latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>${documentOf(HL7)}`), 'latin1'],
  'ISO-8859-15 in single quotes': [latin1(`<?xml version='1.0' encoding='iso-8859-15'?>${documentOf(HL7)}`), 'latin1'],
  'windows-1252': [latin1(`<?xml version="1.0" encoding="windows-1252"?>${documentOf(HL7)}`), 'latin1'],
  'UTF-16, low byte first': [utf16(`<?xml version="1.0" encoding="UTF-16"?>${documentOf(HL7)}`, false), 'utf-16le'],
  'UTF-16, high byte first': [utf16(`<?xml version="1.0" encoding="UTF-16"?>${documentOf(HL7)}`, true), 'utf-16be'],
  'a byte order mark and blanks': [utf8(`\ufeff\r\n  ${documentOf(HL7)}`)],
  'a stylesheet': [utf8(`<?xml version="1.0"?>\n<?xml-stylesheet type="text/xsl" href="a.xsl"?>\n${documentOf(HL7)}`)],
  'packages of epSOS': [
    utf8(
      documentOf(`${HL7} xmlns:epsos="urn:epsos-org:ep:medication"`, {
        entry: material(
          '<epsos:formCode code="1"/><epsos:asContent><epsos:containerPackagedMedicine><epsos:name>Quirinia</epsos:name></epsos:containerPackagedMedicine></epsos:asContent>',
        ),
      }),
    ),
  ],
  'states of IHE laboratories': [
    utf8(
      documentOf(`${HL7} xmlns:lab="urn:oid:1.3.6.1.4.1.19376.1.3.2"`, {
        header: '<documentationOf><serviceEvent><lab:statusCode code="active"/></serviceEvent></documentationOf>',
      }),
    ),
  ],
  'an insurance of Sciphox': [
    utf8(
      documentOf(`${HL7} xmlns:s="urn::sciphox-org/sciphox"`, {
        header:
          '<s:sciphox-ssu><s:Versichertennummer V="47110815"/><s:Versicherter V="Quirinia Hubermann">Quirinia</s:Versicherter></s:sciphox-ssu>',
      }),
    ),
  ],
  'a local header of Finland': [
    utf8(
      documentOf(`${HL7} xmlns:hl7fi="urn:hl7finland"`, {
        header:
          '<hl7fi:localHeader><hl7fi:password>47110815</hl7fi:password><given>Quirinia</given><low value="19800101"/></hl7fi:localHeader>',
      }),
    ),
  ],
  'attributes of a namespace of their own': [
    utf8(documentOf(HL7, { entry: '<x:note xmlns:x="urn:x" x:patient="Quirinia Hubermann" nr="47110815"/>' })),
  ],
  'comments and instructions': [
    utf8(documentOf(HL7, { narrative: '<!-- Hubermann 47110815 --><?patient Quirinia Hubermann?><![CDATA[Zapfgasse 7a]]>' })),
  ],
  'characters by their numbers': [utf8(documentOf(HL7).replaceAll('Hubermann', 'Huber&#109;ann').replaceAll('Quirinia', '&#x51;uirinia'))],
}

interface Parsed {
  readonly counts: { readonly sections: number; readonly entries: number; readonly items: number }
  readonly references: { readonly total: number; readonly resolved: number }
  readonly header: { readonly patient?: { readonly name: readonly { readonly text: string }[] } }
  readonly mapped: { readonly entryElements: { readonly total: number; readonly mapped: number } }
}

const parse = (document: Uint8Array) => runTool(dataCdaParse, { document }, { view: 'full' }) as unknown as Parsed

describe.each(Object.entries(DOCUMENTS))('%s', (_, [document, encoding = 'utf-8']) => {
  test('is read as a whole', () => {
    const { counts, references, header } = parse(document)
    expect(counts).toMatchObject({ sections: 1, entries: 1, items: 1 })
    expect(references).toMatchObject({ total: 1, resolved: 1 })
    expect(header.patient?.name[0]?.text).toBe('Quirinia Hubermann')
  })

  test('is de-identified, and reads as before', () => {
    const { content } = runTool(phiDeidentifyCda, { document }, {}) as unknown as { content: Uint8Array }
    const text = new TextDecoder(encoding).decode(content).replace(/&#(x?)([\da-f]+);/gi, (_, hex, digits) => {
      return String.fromCharCode(Number.parseInt(digits, hex === '' ? 10 : 16))
    })
    expect(SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
    const { counts, references } = parse(content)
    expect(counts).toMatchObject({ sections: 1, entries: 1, items: 1 })
    expect(references).toMatchObject({ total: 1, resolved: 1 })
  })
})

test.each(['packages of epSOS', 'states of IHE laboratories'])('%s are in fields', (name) => {
  const { mapped } = parse(DOCUMENTS[name]![0])
  expect(mapped.entryElements.mapped).toBe(mapped.entryElements.total)
})
