// Made-up documents of CDA for the tests: a frame, sections and statements to put in it.
import { runTool } from '../../../src/core/run.ts'
import { dataCdaParse } from '../../../src/tools/data/cda-parse.ts'

const LOINC = '2.16.840.1.113883.6.1'
const TEMPLATES = '2.16.840.1.113883.10.20.'

export interface Item {
  readonly path: string
  readonly as: string
  readonly name?: string
  readonly negated: boolean
  readonly section: string | null
  readonly within?: readonly string[]
  readonly related?: readonly { readonly type?: string; readonly statement?: Item }[]
  readonly [member: string]: unknown
}

export interface ParsedSection {
  readonly path: string
  readonly kind: string | null
  readonly title?: unknown
  readonly text: string | null
  readonly anchors: readonly { readonly id: string; readonly start: number; readonly end: number; readonly statements: readonly string[] }[]
  readonly entries?: readonly { readonly type?: string; readonly statement?: Item }[]
  readonly sections: readonly ParsedSection[]
  readonly start?: number
  readonly end?: number
}

export interface Node {
  readonly kind: string
  readonly name?: string
  readonly namespace?: string
  readonly attributes?: readonly { readonly name: string; readonly value: string }[]
  readonly children?: readonly Node[]
  readonly value?: string
}

export interface Parsed {
  readonly kind: { readonly root: string; readonly name: string | null }
  readonly header: Record<string, unknown>
  readonly sections: readonly ParsedSection[]
  readonly clinical: Readonly<Record<string, readonly Item[]>>
  readonly entries?: readonly unknown[]
  readonly counts: { readonly sections: number; readonly entries: number; readonly items: number }
  readonly references: { readonly total: number; readonly resolved: number; readonly dangling: readonly { readonly id: string }[] }
  readonly mapped: { readonly ratio: number; readonly elements: { readonly total: number; readonly mapped: number } }
  readonly unmapped: readonly { readonly path: string; readonly count: number }[]
  readonly tree: Node | null
  readonly issues: readonly { readonly code: string; readonly path: string; readonly line: number; readonly column: number }[]
}

export function parse(document: string | Uint8Array, options: object = {}): Parsed {
  return runTool(dataCdaParse, { document }, options) as unknown as Parsed
}

const PATIENT =
  '<recordTarget><patientRole><id root="1.2" extension="7"/><patient><name>Ada Sample</name></patient></patientRole></recordTarget>'

/** A document around the components of its body. */
export function documentOf(components: string, header = PATIENT): string {
  const uris = 'xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:sdtc="urn:hl7-org:sdtc"'
  return `<ClinicalDocument ${uris}>${header}<component><structuredBody>${components}</structuredBody></component></ClinicalDocument>`
}

export function sectionOf(code: string, entries: string, text = 'Text'): string {
  return `<component><section><code code="${code}" codeSystem="${LOINC}"/><text>${text}</text>${entries}</section></component>`
}

export function template(number: string): string {
  return `<templateId root="${number.startsWith('1.3.6') ? number : TEMPLATES + number}"/>`
}

export function issuesOf(document: string): string[] {
  return parse(document).issues.map(({ code }) => code)
}
