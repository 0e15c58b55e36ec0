// phi/deidentify-cda: dates, structure and references, encodings, what is embedded and what is not understood.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../../src/core/run.ts'
import { dataCdaParse } from '../../../../src/tools/data/cda-parse.ts'
import { phiDeidentifyFhir } from '../../../../src/tools/phi/deidentify-fhir.ts'
import { phiDeidentifyHl7 } from '../../../../src/tools/phi/deidentify-hl7.ts'
import { type Deidentified, deidentify, documentOf, entryOf, KEY, sectionOf, valuesOf } from './planted-cda.ts'

const PSEUDONYMIZE = { policy: 'pseudonymize', key: KEY }

describe('dates', () => {
  const TIMES = [
    ['<effectiveTime value="2013"/>', /value="20(?:12|13)"/],
    ['<effectiveTime value="201311"/>', /value="201[23]\d\d"/],
    ['<effectiveTime value="20131110"/>', /value="201[23]\d{4}"/],
    ['<effectiveTime value="20131110143005.123+0100"/>', /value="201[23]\d{4}143005\.123\+0100"/],
    [
      '<effectiveTime xsi:type="IVL_TS"><low value="20131110"/><high nullFlavor="UNK"/></effectiveTime>',
      /<low value="201[23]\d{4}"\/><high nullFlavor="UNK"\/>/,
    ],
    [
      '<effectiveTime xsi:type="PIVL_TS"><phase><low value="20131110"/></phase><period value="6" unit="h"/></effectiveTime>',
      /<low value="201[23]\d{4}"\/><\/phase><period value="6" unit="h"\/>/,
    ],
    [
      '<effectiveTime><center value="20131110"/><width value="3" unit="d"/></effectiveTime>',
      /<center value="201[23]\d{4}"\/><width value="3" unit="d"\/>/,
    ],
    ['<value xsi:type="TS" value="20131110"/>', /value="201[23]\d{4}"/],
    ['<value value="20131110"/>', /value="201[23]\d{4}"/],
  ] as const

  test.each(TIMES)('%s moves with its precision and zone', (xml, expected) => {
    const source = documentOf({ sections: sectionOf('x', entryOf(xml)) })
    const { document } = deidentify(source, PSEUDONYMIZE)
    expect(document).toMatch(expected)
    expect(document).not.toContain('20131110')
    expect(deidentify(source).document).toContain('value="2013"')
  })

  test('of a patient move by the days that they move by in HL7 v2 and FHIR', () => {
    const { document } = deidentify(documentOf({ sections: sectionOf('Seen on 2013-11-10.') }), PSEUDONYMIZE)
    const shifted = /<birthTime value="(\d{8})"/.exec(document)![1]!
    const number = /<patientRole><id root="[^"]*" extension="([^"]*)"/.exec(document)![1]!
    const family = /<family>([^<]*)</.exec(document)![1]!
    const message = 'MSH|^~\\&|||||20260102||ADT^A01|1|P|2.5.1\rPID|1||MR-7781234^^^^MR||Quistgaard^Zebulon||19700304\r'
    const hl7 = runTool(phiDeidentifyHl7, { message }, PSEUDONYMIZE) as unknown as { readonly message: string }
    expect(hl7.message).toContain(`|${number}^^^^MR||${family}^`)
    expect(hl7.message).toContain(`||${shifted}`)
    const patient = {
      resourceType: 'Patient',
      id: 'p1',
      identifier: [{ system: 'urn:oid:1.2.840.99.1', value: 'MR-7781234' }],
      birthDate: '1970-03-04',
    }
    const fhir = runTool(
      phiDeidentifyFhir,
      { resource: JSON.stringify(patient) },
      { ...PSEUDONYMIZE, subjects: { p1: 'MR-7781234' } },
    ) as unknown as {
      readonly resource: string
    }
    expect(fhir.resource).toContain(`"${number}"`)
    expect(fhir.resource).toContain(`"${shifted.slice(0, 4)}-${shifted.slice(4, 6)}-${shifted.slice(6)}"`)
    const root = /<patientRole><id root="([^"]*)"/.exec(document)![1]!
    expect(fhir.resource).toContain(`urn:oid:${root}`)
    expect(document).toMatch(/Seen on 201[23]-/)
  })

  test('that cannot stay are masked, and those of several patients do not move', () => {
    const old = documentOf().replace('19700304', '19330304')
    expect(deidentify(old).document).toContain('<birthTime nullFlavor="MSK"/>')
    const other = '<recordTarget><patientRole><id root="1.2" extension="99112233"/></patientRole></recordTarget>'
    expect(deidentify(documentOf({ header: other }), PSEUDONYMIZE).document).toContain('<birthTime nullFlavor="MSK"/>')
    expect(deidentify(documentOf({ header: other }), { ...PSEUDONYMIZE, subject: '1' }).document).toMatch(
      /<birthTime value="19(?:69|70)\d{4}"\/>/,
    )
  })

  test('ages over 89 are 90, ZIP codes three digits', () => {
    const age = (value: string, unit: string) =>
      deidentify(documentOf({ sections: sectionOf('x', entryOf(`<value xsi:type="PQ" value="${value}" unit="${unit}"/>`)) })).document
    expect(age('93', 'a')).toContain('value="90" unit="a"')
    expect(age('1100', 'mo')).toContain('value="1080" unit="mo"')
    expect(age('89', 'a')).toContain('value="89" unit="a"')
    const counted =
      '<entry><observation><code code="30525-0" codeSystem="2.16.840.1.113883.6.1"/><value xsi:type="INT" value="93"/></observation></entry>'
    expect(deidentify(documentOf({ sections: sectionOf('x', counted) })).document).toContain('xsi:type="INT" value="90"')
    expect(age('93', 'kg')).toContain('value="93" unit="kg"')
    expect(deidentify(documentOf()).document).toContain('<postalCode>430</postalCode>')
  })
})

describe('references and what is not changed', () => {
  const entry = entryOf('<text><reference value="#result1"/></text><value xsi:type="PQ" value="7.2" unit="mmol/L"/>')
  const source = documentOf({ sections: sectionOf('<paragraph ID="result1">Glucose 7.2</paragraph>', entry) })

  test('IDs that tell nothing stay, and all bytes beside the changes', () => {
    const { document, changes } = deidentify(source)
    const body = (text: string) => text.slice(text.indexOf('<component>'))
    expect(body(document)).toBe(body(source))
    expect(changes.length).toBeGreaterThan(8)
  })

  test('IDs that may tell of somebody become others, and references lead where they led', () => {
    const told = source.replaceAll('result1', 'res.1.2.840.114350.99812345.Zebulon')
    const { document } = deidentify(told)
    expect(document).toContain('<paragraph ID="id-1">')
    expect(document).toContain('<reference value="#id-1"/>')
    const parsed = runTool(dataCdaParse, { document }, {}) as unknown as { readonly references: object }
    expect(parsed.references).toMatchObject({ total: 1, resolved: 1 })
    expect(deidentify(source.replaceAll('result1', 'Quistgaard')).document).not.toContain('Quistgaard')
  })

  test('is read by data/cda-parse as it was, with the same unmapped parts and issues', () => {
    const odd = source.replace('<value ', '<site:extra a="1">Zebulon<site:b/></site:extra><value remark="Zebulon" ')
    const read = (document: string) => {
      const { unmapped, issues, counts, mapped } = runTool(dataCdaParse, { document }, {}) as unknown as {
        readonly [member: string]: unknown
        readonly issues: readonly { readonly code: string; readonly path: string }[]
      }
      return { unmapped, counts, mapped, issues: issues.map(({ code, path }) => `${code} ${path}`) }
    }
    expect(read(odd).unmapped).not.toEqual([])
    expect(read(deidentify(odd).document)).toEqual(read(odd))
  })

  test.each(['utf-16le', 'utf-16be', 'iso-8859-1', 'windows-1252', 'utf-8 with a mark'])(
    'a document in %s comes back in it',
    (encoding) => {
      const declared = encoding.startsWith('utf-16') ? 'UTF-16' : encoding.startsWith('utf-8') ? 'UTF-8' : encoding
      const text = `<?xml version="1.0" encoding="${declared}"?>\r\n${documentOf({ sections: sectionOf('fièvre, gêne &amp; toux\r\nZébulon Quistgaard.') })}`
      const bytes = encoding.startsWith('utf-16')
        ? Buffer.from(`\ufeff${text}`, 'utf16le')
        : encoding.startsWith('utf-8')
          ? Buffer.from(`\ufeff${text}`)
          : Buffer.from(text, 'latin1')
      if (encoding === 'utf-16be') bytes.swap16()
      const { content, document } = deidentify(bytes)
      expect(Buffer.from(content).subarray(0, 24)).toEqual(bytes.subarray(0, 24))
      expect(document).toContain('fièvre, gêne &amp; toux\r\n')
      expect(document).not.toContain('Quistgaard')
    },
  )

  test('changes are told by path, line and reason', () => {
    const { changes } = deidentify(source)
    expect(changes).toContainEqual({
      path: '/ClinicalDocument/recordTarget/patientRole/id/@extension',
      line: 4,
      category: 'mrn',
      action: 'replace',
      reason: 'element',
    })
    expect(JSON.stringify(deidentify(source.replace('Glucose', 'Zebulon: glucose')))).not.toContain('"text":"Zebulon')
  })
})

describe('codes of published terminologies', () => {
  test.each([
    ['2.16.840.1.113883.6.69', '00603402221'],
    ['2.16.840.1.113883.6.69', '60432012608'],
    ['2.16.840.1.113883.6.69', '0069-2587-41'],
    ['2.16.840.1.113883.6.253', '4015630981'],
    ['2.16.840.1.113883.6.101', '111NR0200X'],
    ['2.16.840.1.113883.6.96', '900000000000207008'],
  ])('%s: %s stays', (system, code) => {
    const value = `<value xsi:type="CD" code="${code}" codeSystem="${system}"/>`
    expect(deidentify(documentOf({ sections: sectionOf('x', entryOf(value)) })).document).toContain(value)
  })

  test.each([
    ['1.2.840.99.1', '00603402221'],
    ['2.16.840.1.113883.6.96', '6145550142'],
    ['2.16.840.1.113883.6.88', '6145550142'],
    ['2.16.840.1.113883.6.101', 'SMITHJO1NX'],
  ])('%s: %s is none, and goes', (system, code) => {
    const value = `<value xsi:type="CD" code="${code}" codeSystem="${system}"/>`
    expect(deidentify(documentOf({ sections: sectionOf('x', entryOf(value)) })).document).not.toContain(code)
  })
})

describe('a text without blanks in the place of a code is searched if it is too long for a code', () => {
  const TEXTS = [
    'age:97,lives:nursing-home,since:2020-01-02,diagnosis:fall-at-home',
    'room=412,bed=B,floor=7,admitted=2020-01-02T10:11:12,discharged=none',
    'phone-six-one-four-five-five-five-zero-one-four-two-is-the-home',
    'id=A1234567-99;lot=4471923;reported=2020-01-02;status=preliminary',
  ]
  const PLACES = {
    'a code': (text: string) => sectionOf('x', entryOf(`<value xsi:type="CD" code="${text}"/>`)),
    'a style': (text: string) => sectionOf(`<list styleCode="${text}"><item>x</item></list>`),
    'a media type': (text: string) => sectionOf('x', entryOf(`<value xsi:type="ED" mediaType="${text}">x</value>`)),
    'a version': (text: string) => sectionOf('x', entryOf(`<templateId root="2.16.840.1.113883.10.20.22.4.2" extension="${text}"/>`)),
  }

  test.each(Object.entries(PLACES))('%s', (_, place) => {
    for (const text of TEXTS) {
      const { document } = deidentify(documentOf({ sections: place(text) }))
      expect(document).not.toMatch(/age:97|2020-01-02|six-one-four|4471923/)
    }
  })
})

describe('embedded documents', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const bodyOf = (text: string) =>
    documentOf().replace(/<component><structuredBody>.*$/s, `<component><nonXMLBody>${text}</nonXMLBody></component></ClinicalDocument>`)
  const cleaned = ({ document }: Deidentified) => Buffer.from(/B64"[^>]*>([^<]*)</.exec(document)?.[1] ?? '', 'base64').toString()

  test('a text, HTML and RTF are cleaned', () => {
    const plain = deidentify(bodyOf(`<text mediaType="text/plain" representation="B64">${base64('Zebulon Quistgaard has asthma.')}</text>`))
    expect(cleaned(plain)).toBe('[NAME] has asthma.')
    expect(plain.embedded).toEqual([expect.objectContaining({ mediaType: 'text/plain', tool: 'phi/deidentify-text', changes: 1 })])
    const html = deidentify(
      bodyOf(`<text mediaType="text/html" representation="B64">${base64('<p>Zebulon Quist<b>gaard</b> has asthma.</p>')}</text>`),
    )
    expect(cleaned(html)).not.toMatch(/zebulon|quist|gaard/i)
  })

  test.each([
    ['a PDF', 'mediaType="application/pdf" representation="B64"', base64('%PDF-1.4 Zebulon Quistgaard')],
    ['an image', 'mediaType="image/png" representation="B64"', base64('\u0089PNG Quistgaard')],
    ['what is compressed', 'mediaType="text/plain" representation="B64" compression="DF"', base64('Quistgaard')],
    ['broken base64', 'mediaType="text/plain" representation="B64"', 'Quistgaard*'],
    ['a PDF without a representation', 'mediaType="application/pdf"', base64('%PDF Quistgaard')],
    ['a thumbnail', 'mediaType="text/plain"', '<thumbnail mediaType="image/png" representation="B64">UXVpc3RnYWFyZA==</thumbnail>'],
  ])('%s goes, and is told', (_title, attributes, data) => {
    const told = deidentify(bodyOf(`<text ${attributes} integrityCheck="${base64('hash')}">${data}</text>`))
    expect(valuesOf(told.content)).not.toContain('quistgaard')
    expect(told.document).not.toContain('integrityCheck')
    expect(told.document).toContain('nullFlavor="MSK"')
    expect(told.embedded).toEqual([expect.objectContaining({ mediaType: null, tool: null, changes: 0 })])
    expect(told.changes).toContainEqual(expect.objectContaining({ action: 'remove', reason: 'data' }))
  })

  test('all of them go if they are to', () => {
    const source = bodyOf(`<text mediaType="text/plain" representation="B64">${base64('Asthma.')}</text>`)
    expect(cleaned(deidentify(source))).toBe('Asthma.')
    expect(deidentify(source, { embedded: 'remove' }).document).toContain(
      '<text mediaType="text/plain" representation="B64" nullFlavor="MSK"></text>',
    )
  })
})

describe('what is not understood', () => {
  test('is blocked, or searched if it is to', () => {
    const source = documentOf({
      sections: sectionOf('x', entryOf('<site:note kind="progress">Seen by Zebulon Quistgaard today.</site:note>')),
    })
    expect(deidentify(source).document).toContain('<site:note kind="[OTHER-ID]">[OTHER-ID]</site:note>')
    expect(deidentify(source, { unknown: 'search' }).document).toContain('<site:note kind="progress">Seen by [NAME] today.</site:note>')
  })

  test('a name of markup that tells of a person takes what it names with it', () => {
    const source = documentOf({
      sections: sectionOf(
        'x',
        entryOf('<site:QuistgaardNote><statusCode code="active"/></site:QuistgaardNote><statusCode MR-7781234="x"/>'),
      ),
    })
    const { document, changes } = deidentify(source)
    expect(document).not.toMatch(/Quistgaard|7781234/)
    expect(changes.filter(({ path, reason }) => path === null && reason === 'unknown')).toHaveLength(2)
    const prefix = documentOf({ sections: sectionOf('x', entryOf('<Quistgaard:note xmlns:Quistgaard="urn:site:x"/>')) })
    expect(deidentify(prefix).document).not.toContain('Quistgaard')
    const needed = documentOf().replaceAll('sdtc', 'quistgaard').replace('<patient>', '<patient><quistgaard:id root="1.2.3.4.5"/>')
    expect(() => deidentify(needed.replaceAll('quistgaard', 'Quistgaard'))).toThrow(
      expect.objectContaining({
        code: 'unsupported_variant',
        message: expect.not.stringContaining('uistgaard'),
        at: { line: 1, column: needed.indexOf('xmlns:quistgaard') + 1, byteOffset: needed.indexOf('xmlns:quistgaard') },
      }),
    )
  })

  test('comments and instructions go, but for a stylesheet of a usual name', () => {
    const sheet = '<?xml-stylesheet type="text/xsl" href="CDA.xsl"?>'
    const other = '<?xml-stylesheet type="text/xsl" href="Quistgaard.xsl"?>'
    const { document, changes } = deidentify(
      `${sheet}${other}<!-- Zebulon -->${documentOf({ sections: sectionOf('x<!-- Zebulon --><?site Zebulon?>') })}<!-- end -->`,
    )
    expect(document.startsWith(`${sheet}<ClinicalDocument`)).toBe(true)
    expect(document).not.toMatch(/Quistgaard|Zebulon|end -->/)
    expect(changes.map(({ reason }) => reason).filter((reason) => reason === 'comment' || reason === 'instruction')).toHaveLength(5)
  })

  test.each([
    ['a DOCTYPE', '<!DOCTYPE Quistgaard><ClinicalDocument xmlns="urn:hl7-org:v3"/>', 'unsupported_variant'],
    ['XML that is no CDA', '<Quistgaard/>', 'unsupported_variant'],
    ['XML that is cut', documentOf().slice(0, -20), 'unreadable_input'],
    ['no XML', 'Quistgaard', 'unreadable_input'],
  ])('%s is refused without a value', (_title, document, code) => {
    expect(() => deidentify(document)).toThrow(expect.objectContaining({ code, message: expect.not.stringContaining('Quistgaard') }))
  })
})

describe('narratives', () => {
  test('a column that names an identifier tells what its cells are', () => {
    const table =
      '<table><thead><tr><th>Problem</th><th>Provider</th><th>Phone</th></tr></thead><tbody><tr><td>Asthma</td><td>Ottoline Farquhar</td><td>5550142</td></tr></tbody></table>'
    const { document } = deidentify(documentOf({ sections: sectionOf(table) }))
    expect(document).toContain('<td>Asthma</td>')
    expect(document).not.toMatch(/Ottoline|Farquhar|5550142/)
  })

  test('words of medicine and codes stay', () => {
    const text =
      '<table><thead><tr><th>Name</th><th>Site</th><th>Dose</th></tr></thead><tbody><tr><td>Lisinopril</td><td>Left arm</td><td>10 mg daily</td></tr></tbody></table><paragraph>Type 2 diabetes mellitus, Crohn disease; HbA1c 7.2 %.</paragraph>'
    const entry = entryOf(
      '<value xsi:type="CD" code="73211009" codeSystem="2.16.840.1.113883.6.96" codeSystemName="SNOMED CT" displayName="Diabetes mellitus"/>',
    )
    const section = sectionOf(text, entry)
    expect(deidentify(documentOf({ sections: section })).document).toContain(section)
  })
})
