// Documents of CDA with made-up identifiers at places of the header, of entries and of narratives, in the encodings that a value may have; and the
// search for them in a result.
import { runTool } from '../../../../src/core/run.ts'
import type { XmlElement } from '../../../../src/formats/xml/node.ts'
import { readXml } from '../../../../src/formats/xml/read-xml.ts'
import { phiDeidentifyCda } from '../../../../src/tools/phi/deidentify-cda.ts'

export const KEY = 'a key of sixteen characters'

export interface Change {
  readonly path: string | null
  readonly line: number
  readonly category: string
  readonly action: string
  readonly reason: string
}

export interface Deidentified {
  readonly document: string
  readonly content: Uint8Array
  readonly changes: readonly Change[]
  readonly residual: readonly { readonly path: string; readonly line: number; readonly category: string }[]
  readonly embedded: readonly {
    readonly path: string
    readonly mediaType: string | null
    readonly tool: string | null
    readonly changes: number
  }[]
}

export function deidentify(document: string | Uint8Array, options: object = {}): Deidentified {
  return runTool(phiDeidentifyCda, { document }, options) as unknown as Deidentified
}

const URIS =
  'xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:sdtc="urn:hl7-org:sdtc" xmlns:site="urn:site:extras"'

/** A document about Zebulon Quistgaard, born on 1970-03-04, record number MR-7781234. */
export function documentOf({ header = '', sections = '' } = {}): string {
  return [
    `<ClinicalDocument ${URIS}><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>`,
    '<templateId root="2.16.840.1.113883.10.20.22.1.2" extension="2015-08-01"/><id root="1.2.840.99.7" extension="DOC-99812"/>',
    '<code code="34133-9" codeSystem="2.16.840.1.113883.6.1" displayName="Summarization of Episode Note"/><effectiveTime value="20260102030405-0500"/>',
    '<recordTarget><patientRole><id root="1.2.840.99.1" extension="MR-7781234"/><addr><streetAddressLine>812 Farthingale Row</streetAddressLine>',
    '<city>Ostrander</city><state>OH</state><postalCode>43061</postalCode></addr><telecom value="tel:+1-614-555-0142"/>',
    '<patient><name><given>Zebulon</given><family>Quistgaard</family></name><administrativeGenderCode code="M" codeSystem="2.16.840.1.113883.5.1"/>',
    `<birthTime value="19700304"/></patient></patientRole></recordTarget>${header}`,
    `<component><structuredBody>${sections}</structuredBody></component></ClinicalDocument>`,
  ].join('\n')
}

export function sectionOf(text: string, entries = ''): string {
  return `<component><section><code code="11450-4" codeSystem="2.16.840.1.113883.6.1"/><title>Problems</title><text>${text}</text>${entries}</section></component>`
}

export function entryOf(inner: string, attributes = ''): string {
  return `<entry><observation classCode="OBS" moodCode="EVN"${attributes}><code code="8302-2" codeSystem="2.16.840.1.113883.6.1"/>${inner}</observation></entry>`
}

/** Every value of a result in small letters: attributes, texts without their markup, and what a stretch of base64 stands for. */
export function valuesOf(content: Uint8Array | string): string {
  const { root, outside } = readXml(content)
  const parts: string[] = []
  const walk = (element: XmlElement): void => {
    parts.push(element.name)
    for (const { name, value } of element.attributes) parts.push(name, value)
    const texts = element.children.map((child) => (child.kind === 'text' || child.kind === 'comment' ? child.value : ''))
    parts.push(texts.join(''), wholeText(element))
    for (const child of element.children) {
      if (child.kind === 'element') walk(child)
      else if (child.kind === 'instruction') parts.push(child.value)
    }
  }
  walk(root)
  for (const node of outside) parts.push(node.value)
  const text = parts.join('\n')
  const decoded = (text.match(/[A-Za-z0-9+/]{8,}={0,2}/g) ?? []).flatMap((run) => [0, 1, 2, 3].map((skip) => decode(run.slice(skip))))
  return `${text}\n${decoded.join('\n')}`.toLowerCase()
}

function wholeText(element: XmlElement): string {
  return element.children.map((child) => (child.kind === 'text' ? child.value : child.kind === 'element' ? wholeText(child) : '')).join('')
}

function decode(run: string): string {
  return Buffer.from(run.replace(/=+$/, ''), 'base64').toString('latin1')
}

type Encoding = (value: string) => string

const ENTITIES: Encoding = (value) =>
  [...value].map((unit, i) => (i % 2 === 0 ? `&#${unit.codePointAt(0)};` : `&#x${unit.codePointAt(0)!.toString(16)};`)).join('')

/** Ways to write a value in an attribute or a text. */
export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  plain: (value) => value,
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  entities: ENTITIES,
  'escaped entities': (value) => ENTITIES(value).replaceAll('&', '&amp;'),
  base64: (value) => Buffer.from(`Seen: ${value}`).toString('base64'),
  'short base64': (value) => Buffer.from(value).toString('base64'),
}

/** Further ways in a text. */
export const MARKUP: Readonly<Record<string, Encoding>> = {
  'CDATA section': (value) => `<![CDATA[${value}]]>`,
  'half in a CDATA section': (value) => `${value.slice(0, 4)}<![CDATA[${value.slice(4)}]]>`,
  'a comment within': (value) => `${value.slice(0, 4)}<!-- x -->${value.slice(4)}`,
}

/** Further ways in a narrative. */
export const INLINE: Readonly<Record<string, Encoding>> = {
  'one tag': (value) => `<content>${value.slice(0, 3)}</content>${value.slice(3)}`,
  'several tags': (value) => `<content styleCode="Bold">${value.slice(0, 3)}</content><content>${value.slice(3)}</content>`,
  'letters with entities and tags': (value) =>
    `<content>${ENTITIES(value.slice(0, 2))}</content><sub>${value.slice(2, 5)}</sub>${value.slice(5)}`,
}
