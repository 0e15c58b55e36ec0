// phi/deidentify-cda: a value of the patient does not survive anywhere, however it is written.
import { describe, expect, test } from 'vitest'
import { deidentify, documentOf, ENCODINGS, entryOf, INLINE, KEY, MARKUP, sectionOf, valuesOf } from './planted-cda.ts'

const NAME = 'Quistgaard'
const participant = (inner: string) => `<participant typeCode="IND"><participantRole>${inner}</participantRole></participant>`
const author = (inner: string) => `<author><time value="2026"/><assignedAuthor>${inner}</assignedAuthor></author>`

/** Places of attributes: what is planted stands between quotation marks. */
const ATTRIBUTES: Readonly<Record<string, (value: string) => string>> = {
  'the extension of an id': (value) => entryOf(`<id root="1.2.3.4" extension="${value}"/>`),
  'the root of an id': (value) => entryOf(`<id root="${value}"/>`),
  'the assigner of an id': (value) => entryOf(`<id root="1.2.3" extension="1" assigningAuthorityName="${value}"/>`),
  'a template': (value) => entryOf(`<templateId root="${value}"/>`),
  'a version of a template': (value) => entryOf(`<templateId root="1.2.3" extension="${value}"/>`),
  'a code': (value) => entryOf(`<interpretationCode code="${value}" codeSystem="2.16.840.1.113883.5.83"/>`),
  'a code of a site': (value) => entryOf(`<value xsi:type="CD" code="${value}" codeSystem="1.2.3.4.5"/>`),
  'a code system': (value) => entryOf(`<value xsi:type="CD" code="1" codeSystem="${value}"/>`),
  'the name of a code system': (value) => entryOf(`<value xsi:type="CD" code="1" codeSystemName="${value}"/>`),
  'the version of a code system': (value) => entryOf(`<value xsi:type="CD" code="1" codeSystemVersion="${value}"/>`),
  'a display name': (value) => entryOf(`<value xsi:type="CD" code="1" displayName="${value}"/>`),
  'a display name of LOINC': (value) =>
    entryOf(`<methodCode code="8302-2" codeSystem="2.16.840.1.113883.6.1" displayName="Seen by ${value}"/>`),
  'a value set': (value) => entryOf(`<value xsi:type="CD" code="1" sdtc:valueSet="${value}"/>`),
  'a translation': (value) => entryOf(`<value xsi:type="CD"><translation code="x" displayName="${value}"/></value>`),
  'a qualifier': (value) => entryOf(`<value xsi:type="CD"><qualifier><name displayName="${value}"/></qualifier></value>`),
  'a status': (value) => entryOf(`<statusCode code="${value}"/>`),
  'a time': (value) => entryOf(`<effectiveTime value="${value}"/>`),
  'a quantity': (value) => entryOf(`<value xsi:type="PQ" value="${value}" unit="kg"/>`),
  'a unit': (value) => entryOf(`<value xsi:type="PQ" value="1" unit="${value}"/>`),
  'an annotation of a unit': (value) => entryOf(`<value xsi:type="PQ" value="1" unit="{${value}}"/>`),
  'a class': (value) => entryOf(participant(`<playingEntity classCode="${value}"/>`)),
  'a null flavor': (value) => entryOf(`<value xsi:type="CD" nullFlavor="${value}"/>`),
  'a type': (value) => entryOf(`<value xsi:type="${value}">x</value>`),
  'the prefix of a type': (value) => entryOf(`<value xsi:type="${value}:CD" code="1"/>`),
  'a namespace of HL7': (value) => entryOf(`<x:remark xmlns:x="urn:hl7-org:${value}"/>`),
  'an address of HL7': (value) => entryOf(`<text><reference value="http://www.hl7.org/${value}"/></text>`),
  'a style of CSS': (value) => sectionOf(`<td style="color: ${value}">x</td>`),
  'a flag': (value) => entryOf('', ` negationInd="${value}"`),
  'a telecom': (value) => entryOf(author(`<telecom value="${value}" use="WP"/>`)),
  'an e-mail address': (value) => entryOf(author(`<telecom value="mailto:${value}@north.example"/>`)),
  'a use': (value) => entryOf(author(`<telecom value="tel:1" use="${value}"/>`)),
  'a reference out of the document': (value) => entryOf(`<text><reference value="https://north.example/${value}.pdf"/></text>`),
  'a reference that leads nowhere': (value) => entryOf(`<text><reference value="#x${value}"/></text>`),
  'a file': (value) => entryOf(`<text><reference value="${value}.pdf"/></text>`),
  'a media type': (value) => entryOf(`<value xsi:type="ED" mediaType="text/${value}">x</value>`),
  'a language': (value) => entryOf(`<value xsi:type="ED" language="${value}">x</value>`),
  'an attribute that CDA does not have': (value) => entryOf(`<statusCode code="active" remark="${value}"/>`),
  'an attribute of another namespace': (value) => entryOf(`<statusCode code="active" site:remark="${value}"/>`),
  'an element of another namespace': (value) => entryOf(`<site:remark text="${value}"><site:more text="${value}"/></site:remark>`),
  'an element within an unknown one': (value) => entryOf(`<site:remark><code code="${value}" displayName="${value}"/></site:remark>`),
  'a namespace': (value) => entryOf(`<x:remark xmlns:x="urn:site:${value}"/>`),
  'the place of a schema': (value) => entryOf(`<statusCode code="active" xsi:schemaLocation="urn:hl7-org:v3 C:/${value}/CDA.xsd"/>`),
  'the order of a list': (value) => sectionOf(`<list listType="${value}"><item>x</item></list>`),
  'a style': (value) => sectionOf(`<content styleCode="${value}">x</content>`),
  'the summary of a table': (value) => sectionOf(`<table summary="${value}"><tbody><tr><td>x</td></tr></tbody></table>`),
  'a link of a narrative': (value) => sectionOf(`<linkHtml href="https://north.example/${value}">x</linkHtml>`),
  'the title of a link': (value) => sectionOf(`<linkHtml href="#p" title="${value}">x</linkHtml>`),
  'a width': (value) => sectionOf(`<table width="${value}"><tbody><tr><td>x</td></tr></tbody></table>`),
  'an unknown attribute of a narrative': (value) => sectionOf(`<paragraph remark="${value}">x</paragraph>`),
}

const TEXTS: Readonly<Record<string, (value: string) => string>> = {
  'a name': (value) => entryOf(author(`<assignedPerson><name>${value}</name></assignedPerson>`)),
  'a prefix': (value) => entryOf(author(`<assignedPerson><name><prefix>${value}</prefix></name></assignedPerson>`)),
  'a delimiter': (value) => entryOf(author(`<assignedPerson><name><delimiter>${value}</delimiter></name></assignedPerson>`)),
  'a playing entity': (value) => entryOf(participant(`<playingEntity><name>${value}</name></playingEntity>`)),
  'a description': (value) => entryOf(participant(`<playingEntity><desc>Seen by ${value}</desc></playingEntity>`)),
  'an organization': (value) => entryOf(author(`<representedOrganization><name>${value}</name></representedOrganization>`)),
  'an address': (value) => entryOf(author(`<addr>${value}</addr>`)),
  'a part of an address': (value) => entryOf(author(`<addr><additionalLocator>${value}</additionalLocator></addr>`)),
  'a state': (value) => entryOf(author(`<addr><state>${value}</state></addr>`)),
  'a country': (value) => entryOf(author(`<addr><country>${value}</country></addr>`)),
  'a software': (value) => entryOf(author(`<assignedAuthoringDevice><softwareName>${value}</softwareName></assignedAuthoringDevice>`)),
  'an original text': (value) => entryOf(`<value xsi:type="CD"><originalText>Seen by ${value}</originalText></value>`),
  'the text of a statement': (value) => entryOf(`<text>Seen by ${value} today.</text>`),
  'a value that is a text': (value) => entryOf(`<value xsi:type="ST">${value}</value>`),
  'a value that is a person': (value) => entryOf(`<value xsi:type="PN"><family>${value}</family></value>`),
  'a value of no type': (value) => entryOf(`<value>${value}</value>`),
  'a value of an unknown type': (value) => entryOf(`<value xsi:type="XYZ">${value}</value>`),
  'a lot number': (value) =>
    `<entry><supply classCode="SPLY" moodCode="EVN"><product><manufacturedProduct><manufacturedMaterial><lotNumberText>${value}</lotNumberText></manufacturedMaterial></manufacturedProduct></product></supply></entry>`,
  'text where none belongs': (value) => entryOf(`<statusCode code="active">${value}</statusCode>`),
  'an element that CDA does not have': (value) => entryOf(`<remark>${value}</remark>`),
  'an element of another namespace': (value) => entryOf(`<site:remark><site:more>${value}</site:more></site:remark>`),
  'the title of a section': (value) => `<component><section><title>Notes of ${value}</title></section></component>`,
  'a comment': (value) => `<!-- ${value.replaceAll('<', '').replaceAll('--', '')} -->`,
  'an instruction': (value) => `<?site ${value.replaceAll('?>', '')}?>`,
}

const NARRATIVES: Readonly<Record<string, (value: string) => string>> = {
  'a narrative': (value) => sectionOf(`Seen by ${value} today.`),
  'a paragraph': (value) => sectionOf(`<paragraph>${value} has asthma.</paragraph>`),
  'a cell': (value) => sectionOf(`<table><tbody><tr><td>Asthma</td><td>${value}</td></tr></tbody></table>`),
  'a heading of a table': (value) =>
    sectionOf(`<table><thead><tr><th>${value}</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>`),
  'an item': (value) => sectionOf(`<list><caption>${value}</caption><item>${value}</item></list>`),
  'a footnote': (value) => sectionOf(`x<footnote ID="f1">${value}</footnote>`),
  'an element that narratives do not have': (value) => sectionOf(`<site:note>${value}</site:note>`),
  'the name of a medium': (value) => sectionOf(`<renderMultiMedia referencedObject="m"><caption>${value}</caption></renderMultiMedia>`),
}

/** An entry stands in a section. */
const inSection = (xml: string) => (xml.startsWith('<entry') ? sectionOf('x', xml) : xml)

describe.each(['safe-harbor', 'pseudonymize'])('under %s the family name of the patient is nowhere', (policy) => {
  const survives = (sections: readonly string[]): boolean => {
    const document = documentOf({ sections: sections.map(inSection).join('\n') })
    const { content } = deidentify(document, { policy, ...(policy === 'pseudonymize' && { key: KEY }) })
    return valuesOf(content).includes(NAME.toLowerCase())
  }
  /** All places in one document; one by one only to tell where. */
  const survivors = (places: typeof TEXTS, encode: (value: string) => string) => {
    const names = Object.keys(places)
    const planted = (place: string) => places[place]!(encode(NAME))
    return survives(names.map(planted)) ? names.filter((place) => survives([planted(place)])) : []
  }

  test.each(Object.keys(ENCODINGS))('in attributes, written as %s', (encoding) => {
    expect(survivors(ATTRIBUTES, ENCODINGS[encoding]!)).toEqual([])
  })

  test.each([...Object.keys(ENCODINGS), ...Object.keys(MARKUP)])('in texts, written as %s', (encoding) => {
    expect(survivors({ ...TEXTS, ...NARRATIVES }, { ...ENCODINGS, ...MARKUP }[encoding]!)).toEqual([])
  })

  test.each(Object.keys(INLINE))('in narratives, divided by %s', (encoding) => {
    expect(survivors(NARRATIVES, INLINE[encoding]!)).toEqual([])
  })
})
