// Further hostile documents: texts that keep the detector busy, values that many places repeat, and trees of unusual shape. Each grows with
// `size`, in characters.
import { count, document, inEntry, inPatient, inSection, inText, OBSERVATION, times } from './hostile-parts.ts'

const letters = (i: number) => {
  let text = ''
  for (let rest = i + 1_000; rest > 0; rest = Math.floor(rest / 26)) text += String.fromCharCode(97 + (rest % 26))
  return text[0]!.toUpperCase() + text.slice(1)
}
const entries = (size: number, make: (i: number) => string) => inSection(count(size, (i) => `<entry>${make(i)}</entry>`))
const person = (name: string) => `<patient><name><given>Ada</given><family>${name}</family></name></patient>`

export const HOSTILE_CONTENTS: Readonly<Record<string, (size: number) => string>> = {
  'a narrative of half dates': (size) => inText(times('1/1', size)),
  'a narrative of names': (size) => inText(count(size, (i) => `Dr. ${letters(i)} ${letters(i * 3)} `)),
  'a narrative of unknown words': (size) => inText(count(size, (i) => `${letters(i)}us ${letters(i * 7)}o `)),
  'a narrative of at signs': (size) => inText(times('a@', size)),
  'a narrative of addresses of pages': (size) => inText(count(size, (i) => `https://h${i}.org/p?q=${i} `)),
  'a narrative of base64': (size) => inText(btoa(count(size * 0.7, (i) => `Ada Smith ${i} `))),
  'a narrative of escape sequences': (size) => inText(times('\\u004a%4A&amp;#74;', size)),
  'a narrative of streets': (size) => inText(count(size, (i) => `${i} Main St, `)),
  'a narrative of spaced letters': (size) => inText(times('S m i t h ', size)),
  'a narrative of apostrophes': (size) => inText(times("O'", size)),
  'a narrative of ideographs': (size) => inText(times('李明', size)),
  'a narrative of escaped markup': (size) => inText(times('&lt;b&gt;Smith&lt;/b&gt;', size)),
  'a narrative of numbers': (size) => inText(count(size, (i) => `${100_000_000 + i} `)),
  'a narrative of cells of one letter': (size) => inText(`<table><tbody><tr>${times('<td>A</td>', size)}</tr></tbody></table>`),
  'a narrative of pieces of words': (size) => inText(times('S<sub>m</sub>i<sup>t</sup>h ', size)),
  'a narrative of names in cells': (size) =>
    inText(`<table><tbody>${count(size, (i) => `<tr><td>${letters(i)}</td><td>${letters(i * 3)}</td></tr>`)}</tbody></table>`),
  'a name and a narrative of it': (size) =>
    document(
      `<recordTarget><patientRole>${person('Zyxwvutsr')}</patientRole></recordTarget><component><structuredBody><component><section><text>${times('Zyxwvutsr ', size)}</text></section></component></structuredBody></component>`,
    ),
  'a name of many words': (size) => inPatient(person(count(size, (i) => `${letters(i)} `))),
  'many patients': (size) => document(count(size, (i) => `<recordTarget><patientRole>${person(letters(i))}</patientRole></recordTarget>`)),
  'many authors with names': (size) =>
    document(
      count(
        size,
        (i) =>
          `<author><assignedAuthor><id root="1.2" extension="${i}"/><assignedPerson><name>${letters(i)}</name></assignedPerson></assignedAuthor></author>`,
      ),
    ),
  'many ids': (size) => document(count(size, (i) => `<id root="1.2.3.${i}" extension="A${i}"/>`)),
  'many numbers to call': (size) => inPatient(count(size, (i) => `<telecom value="tel:555-${1_000_000 + i}"/>`)),
  'many addresses with parts': (size) =>
    inPatient(count(size, (i) => `<addr><streetAddressLine>${i} ${letters(i)} St</streetAddressLine><city>${letters(i)}</city></addr>`)),
  'entries with names': (size) =>
    entries(
      size,
      (i) =>
        `<act><performer><assignedEntity><assignedPerson><name>${letters(i)}</name></assignedPerson></assignedEntity></performer></act>`,
    ),
  'entries with texts': (size) => entries(size, (i) => `<act><text>Seen by ${letters(i)} ${letters(i * 3)}</text></act>`),
  'entries with displays': (size) => entries(size, (i) => `<act><code code="${i}" displayName="${letters(i)} syndrome"/></act>`),
  'entries with original texts': (size) =>
    entries(size, (i) => `<observation><code><originalText>${letters(i)}</originalText></code></observation>`),
  'entries with dates': (size) =>
    entries(size, (i) => `<act><effectiveTime><low value="2026${String(1 + (i % 12)).padStart(2, '0')}01"/></effectiveTime></act>`),
  'entries that refer to one id': (size) =>
    inSection(
      `<text><content ID="a">Ada Smith</content></text>${times('<entry><act><text><reference value="#a"/></text></act></entry>', size)}`,
    ),
  'ids and references to each': (size) =>
    inSection(
      `<text>${count(size / 2, (i) => `<content ID="r${i}">${letters(i)}</content>`)}</text>${count(size / 2, (i) => `<entry><act><text><reference value="#r${i}"/></text></act></entry>`)}`,
    ),
  'values of many types': (size) =>
    inEntry(
      `${OBSERVATION}${count(size, (i) => `<value xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${['PQ', 'ST', 'TS', 'ED', 'CD', 'IVL_PQ', 'RTO'][i % 7]}" value="${i}"/>`)}</observation>`,
    ),
  'a body of base64': (size) =>
    document(
      `<component><nonXMLBody><text mediaType="text/plain" representation="B64">${btoa(count(size * 0.7, (i) => `Ada ${letters(i)} `))}</text></nonXMLBody></component>`,
    ),
  'a body of a document': (size) =>
    document(
      `<component><nonXMLBody><text mediaType="text/xml" representation="B64">${btoa(inText(times('Ada Smith ', size * 0.7)))}</text></nonXMLBody></component>`,
    ),
  'elements of a vendor with texts': (size) => document(count(size, (i) => `<v:a xmlns:v="urn:v">${letters(i)}</v:a>`)),
  'attributes of a vendor': (size) => document(count(size, (i) => `<id xmlns:v="urn:v" v:a${i}="${letters(i)}"/>`)),
  'comments with names': (size) => document(count(size, (i) => `<!-- ${letters(i)} -->`)),
  'instructions with names': (size) => document(count(size, (i) => `<?x ${letters(i)}?>`)),
  'CDATA sections with names': (size) => inText(count(size, (i) => `<![CDATA[${letters(i)} ]]>`)),
  'sections with titles': (size) =>
    document(
      `<component><structuredBody>${count(size, (i) => `<component><section><title>${letters(i)}</title><text>${letters(i * 3)}</text></section></component>`)}</structuredBody></component>`,
    ),
  'paragraphs side by side': (size) => inText(count(size, (i) => `<paragraph>${letters(i)}</paragraph>`)),
  'lists of words': (size) => inText(`<list>${count(size, (i) => `<item>${letters(i)}</item>`)}</list>`),
  'footnotes and references to them': (size) => inText(count(size, (i) => `<footnote ID="f${i}">a</footnote><footnoteRef IDREF="f${i}"/>`)),
  'pictures of one observation': (size) => inText(times('<renderMultiMedia referencedObject="m"/>', size)),
  'declarations of prefixes that change': (size) => document(count(size, (i) => `<p:a xmlns:p="urn:${i % 7}"><p:b/></p:a>`)),
  'code points beyond the plane': (size) => inText(times('𝕊𝕞𝕚𝕥𝕙 ', size)),
  'marks over letters': (size) => inText(times('e\u0301\u0302\u0303', size)),
}
