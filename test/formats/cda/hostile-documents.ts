// Documents that break a careless reader: deep, wide, cut, of wrong lengths, counts and encodings. Each grows with `size`, in characters.
// CANARY stands for a value of a patient: no message may contain it.

import {
  CLOSE,
  count,
  document,
  inBody,
  inEntry,
  inPatient,
  inSection,
  inText,
  OBSERVATION,
  OPEN,
  SECTION,
  SECTION_END,
  times,
} from './hostile-parts.ts'

export const CANARY = 'Zyxwvutsr'

/** An element within itself, as deep as the size allows. */
const nested = (open: string, close: string, size: number) => {
  const depth = Math.max(2, Math.floor(size / (open.length + close.length)))
  return open.repeat(depth) + close.repeat(depth)
}
/** The same, no deeper than XML of the limits goes, again and again. */
const towers = (open: string, close: string, size: number, depth = 200) => times(open.repeat(depth) + close.repeat(depth), size)
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0)).buffer)

export const HOSTILE: Readonly<Record<string, (size: number) => string | Uint8Array>> = {
  nothing: () => '',
  'blanks alone': (size) => times(' \r\n', size),
  'no XML': (size) => times(`${CANARY} `, size),
  JSON: (size) => `{"a":"${times(CANARY, size)}"}`,
  'an opening bracket alone': () => '<',
  'opening brackets': (size) => times('<', size),
  'closing brackets behind the document': (size) => document('') + times('>', size),
  'a DOCTYPE of bombs': (size) => `<!DOCTYPE a [<!ENTITY a "${times(CANARY, size)}">]>${document('&a;')}`,
  'an external entity': () => `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${document('&x;')}`,
  'a comment without end': (size) => `${OPEN}<!--${times(CANARY, size)}`,
  'a CDATA section without end': (size) => `${OPEN}<![CDATA[${times(CANARY, size)}`,
  'an instruction without end': (size) => `${OPEN}<?x ${times(CANARY, size)}`,
  'a tag without end': (size) => `${OPEN}<id root="${times(CANARY, size)}`,
  'a name without end': (size) => `<${times('a', size)}`,
  'a document that is cut': (size) => inText(times('<paragraph>a</paragraph>', size)).slice(0, -60),
  'a document that is cut in a character': (size) => latin1(inText(times('a', size)).replace('</text>', '\u00c3')),
  'end tags alone': (size) => times('</a>', size),
  'end tags too many': (size) => document('') + times(CLOSE, size),
  'tags that cross': (size) => document(times('<a><b></a></b>', size)),
  'two roots': (size) => times(document(''), size),
  'text behind the root': (size) => document('') + times(CANARY, size),
  'another root': (size) => `<html xmlns="http://www.w3.org/1999/xhtml">${times('<p/>', size)}</html>`,
  'no namespace': (size) => `<ClinicalDocument>${times('<component/>', size)}</ClinicalDocument>`,
  'prefixes without a namespace': (size) => document(times(`<q:a>${CANARY}</q:a>`, size)),
  'declarations of prefixes': (size) => `<ClinicalDocument xmlns="urn:hl7-org:v3" ${count(size, (i) => `xmlns:p${i}="u:${i}" `)}/>`,
  'declarations on every element': (size) => document(count(size, (i) => `<a xmlns:p${i}="urn:${i}"/>`)),
  'attributes of one element': (size) => document(`<id ${count(size, (i) => `a${i}="" `)}/>`),
  'attributes of one name': (size) => document(`<id ${times('root="1" ', size)}/>`),
  'an attribute without end of it': (size) => document(`<id root="${times(CANARY, size)}"/>`),
  'names by the thousand': (size) => document(count(size, (i) => `<n${i}/>`)),
  'elements within elements': (size) => document(nested('<a>', '</a>', size)),
  'sections within sections': (size) => inBody(nested('<component><section>', '</section></component>', size)),
  'towers of sections': (size) => inBody(towers('<component><section>', '</section></component>', size)),
  'statements within statements': (size) => inEntry(nested('<act><entryRelationship>', '</entryRelationship></act>', size)),
  'towers of statements': (size) =>
    inSection(`${times(`<entry>${towers('<act><entryRelationship>', '</entryRelationship></act>', 9_000)}</entry>`, size)}`),
  'tables within tables': (size) => inText(towers('<table><tbody><tr><td>', '</td></tr></tbody></table>', size, 100)),
  'lists within lists': (size) => inText(towers('<list><item>', '</item></list>', size, 200)),
  'sections side by side': (size) => inBody(times(`${SECTION}${SECTION_END}`, size)),
  'entries side by side': (size) => inSection(times('<entry/>', size)),
  'statements side by side': (size) => inSection(times(`<entry>${OBSERVATION}</observation></entry>`, size)),
  'empty elements': (size) => inEntry(`${OBSERVATION}${times('<a/>', size)}</observation>`),
  'codes of one statement': (size) => inEntry(`${OBSERVATION}${times('<value xsi:type="CD" code="1"/>', size)}</observation>`),
  'translations of one code': (size) => inEntry(`<act><code code="1">${times('<translation code="2"/>', size)}</code></act>`),
  'values without a type': (size) => inEntry(`<observation>${times('<value/>', size)}</observation>`),
  'templates of one section': (size) => inSection(times('<templateId root="1.2"/>', size)),
  'templates without a root': (size) => inSection(times('<templateId/>', size)),
  'dates that are none': (size) => inEntry(`<act>${times(`<effectiveTime value="${CANARY}"/>`, size)}</act>`),
  'a number without end': (size) => inEntry(`${OBSERVATION}<value xsi:type="PQ" value="${times('9', size)}" unit="1"/></observation>`),
  'flags that are none': (size) => inSection(times(`<entry><act negationInd="${CANARY}"/></entry>`, size)),
  'nullFlavors everywhere': (size) =>
    inSection(times('<entry nullFlavor="NI"><act nullFlavor="UNK"><code nullFlavor="NI"/></act></entry>', size)),
  'ids of one value': (size) => inText(times('<content ID="a">b</content>', size)),
  'references to nothing': (size) => inSection(count(size, (i) => `<entry><act><text><reference value="#r${i}"/></text></act></entry>`)),
  'references to all of it': (size) =>
    inSection(
      `<text ID="t">${times('a', size / 2)}</text>${times('<entry><act><text><reference value="#t"/></text></act></entry>', size / 2)}`,
    ),
  'a narrative of one text': (size) => inText(times(`${CANARY} `, size)),
  'a narrative of blanks': (size) => inText(times(' \n\t', size)),
  'a narrative of unknown elements': (size) => inText(times('<script>alert(1)</script>', size)),
  'a row of cells': (size) => inText(`<table><tbody><tr>${times('<td/>', size)}</tr></tbody></table>`),
  'a cell across all columns': () =>
    inText(`<table><tbody><tr><td colspan="999999999" rowspan="999999999">${CANARY}</td></tr></tbody></table>`),
  'breaks alone': (size) => inText(times('<br/>', size)),
  'names of one patient': (size) => inPatient(`<patient>${times('<name><given>A</given></name>', size)}</patient>`),
  'addresses of one patient': (size) => inPatient(times('<addr><city>A</city></addr>', size)),
  'authors by the thousand': (size) => document(times('<author><time value="x"/></author>', size)),
  'a body that is no base64': (size) =>
    document(`<component><nonXMLBody><text representation="B64">${times('!', size)}</text></nonXMLBody></component>`),
  'references of characters': (size) => inText(times('&#65;', size)),
  'references to no character': (size) => inText(times('&#0;', size)),
  'ampersands alone': (size) => inText(times('&', size)),
  'comments between': (size) => document(times('<!---->', size)),
  'characters of no document': (size) => document(times('\0', size)),
  'halves of characters': (size) => document(times('\ud800', size)),
  zeros: (size) => new Uint8Array(Math.max(2, size)),
  'bytes that are no UTF-8': (size) => latin1(inText(times('\u00ff\u00fe', size))),
  'another encoding than declared': (size) => latin1(`<?xml version="1.0" encoding="utf-16"?>${inText(times('a', size))}`),
  'an encoding that is none': () => latin1(`<?xml version="1.0" encoding="${CANARY}"?>${document('')}`),
  'UTF-16 that is cut': (size) => utf16(inText(times('a', size))).subarray(0, -3),
}
