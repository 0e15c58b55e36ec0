// A document of CDA R2, or a part of one, read as a whole: header, sections, entries, and what of it went into no field.
import { ProblemError } from '../../core/problem.ts'
import { type XmlDocument, XmlElement } from '../xml/node.ts'
import { readXml } from '../xml/read-xml.ts'
import { CdaReading, type ReadRules } from './cda-reading.ts'
import { type ClinicalLists, listItems } from './clinical/list-items.ts'
import { type Coverage, measureCoverage } from './coverage.ts'
import type { Header } from './fields/header-fields.ts'
import type { Relation } from './fields/statement-fields.ts'
import type { CodeValue, MediaValue } from './fields/value-fields.ts'
import { ASSUMED_PREFIXES, KNOWN_URIS } from './namespaces.ts'
import { NarrativeIds } from './narrative/narrative-ids.ts'
import { readCode, readTemplates } from './read-code.ts'
import { HEADER_ELEMENTS, readHeader } from './read-header.ts'
import { readSection, readSections, type Section } from './read-section.ts'
import { isStatement, readRelation, readStatement, STATEMENTS } from './read-statement.ts'
import { readMedia } from './read-value.ts'
import { templateName, templateRoot } from './templates.ts'

export interface CdaDocument {
  readonly reading: CdaReading
  /** Local name of the outermost element. */
  readonly root: string
  readonly templates: string[]
  readonly name: string | undefined
  readonly code: CodeValue | undefined
  readonly header: Header
  readonly sections: Section[]
  /** Statements of a part of a document that stand in no section. */
  readonly loose: Relation[]
  /** The body of a document that is no structured one. */
  readonly nonXmlBody: MediaValue | undefined
  readonly clinical: ClinicalLists
  readonly coverage: Coverage
}

/** A tree of so many takes some 130 MB; a document with so many elements, attributes and texts has 20 MB and more. */
const MAX_NODES = 1_000_000
/** So many are read of any document. */
const MIN_NODES = 50_000
/** Documents have 10 to 30 characters for each element, attribute and text; one with fewer is made of empty elements. */
const CHARACTERS_PER_NODE = 6

/** Nodes that are read of a document of so many characters or bytes. */
export function mostNodesOf(length: number): number {
  return Math.min(MAX_NODES, Math.max(MIN_NODES, Math.floor(length / CHARACTERS_PER_NODE)))
}

/** @throws ProblemError as readXml; `unsupported_variant` for XML that is not CDA */
export function readCda(source: string | Uint8Array, rules: ReadRules): CdaDocument {
  const document = readXml(source, { maxNodes: mostNodesOf(source.length), assumedPrefixes: ASSUMED_PREFIXES })
  const { root } = document
  if (!isCda(root)) {
    throw new ProblemError('The document is not CDA: its root element is neither ClinicalDocument nor a part of one.', {
      code: 'unsupported_variant',
      at: { byteOffset: 0, path: '/' },
    })
  }
  const ids = new NarrativeIds(document, rules.maxIssues)
  const reading = new CdaReading(document, ids, rules)
  root.isMarked = true
  reading.expect(root, { classCode: 'DOCCLIN', moodCode: 'EVN' })
  reportSyntax(reading, document)
  const outer = wrap(root)
  const templates = root.local === 'ClinicalDocument' ? readTemplates(reading, root) : []
  const coded = root.local === 'ClinicalDocument' ? reading.first(root, 'code') : undefined
  const code = coded && readCode(reading, coded)
  const header = readHeader(reading, outer)
  const { sections, loose, nonXmlBody } = readBody(reading, root)
  const coverage = measureCoverage(reading)
  for (const element of ids.repeated) reading.report('id_repeated', element)
  const clinical = listItems(sections, loose)
  return {
    reading,
    root: root.local,
    templates,
    name: documentName(templates),
    code,
    header,
    sections,
    loose,
    nonXmlBody,
    clinical,
    coverage,
  }
}

/** Documents claim the header of their realm beside the template that says what they are. */
const REALM_HEADER = '2.16.840.1.113883.10.20.22.1.1'

function documentName(templates: readonly string[]): string | undefined {
  return templateName(templates.filter((template) => templateRoot(template) !== REALM_HEADER)) ?? templateName(templates)
}

/** Elements that are of CDA and stand alone in examples. */
const PARTS: ReadonlySet<string> = new Set([
  'section',
  'structuredBody',
  'component',
  'entry',
  'entryRelationship',
  ...HEADER_ELEMENTS,
  ...STATEMENTS,
])
/** Roles and their like, which no field of the result has a place for. */
const UNPLACED: ReadonlySet<string> = new Set([
  'participantRole',
  'performer',
  'specimen',
  'subject',
  'consumable',
  'product',
  'referenceRange',
  'observationRange',
  'precondition',
  'patientRole',
  'patient',
  'guardian',
  'associatedEntity',
  'relatedEntity',
  'representedOrganization',
  'healthCareFacility',
  'reference',
  'manufacturedProduct',
  'externalDocument',
  'relatedSubject',
  'assignedAuthor',
  'assignedEntity',
  'serviceEvent',
  'encounterParticipant',
  'criterion',
  'addr',
  'name',
  'signatureText',
])

export function isCda(root: XmlElement): boolean {
  return KNOWN_URIS.has(root.uri) && (root.local === 'ClinicalDocument' || PARTS.has(root.local) || UNPLACED.has(root.local))
}

function reportSyntax(reading: CdaReading, { root, assumedPrefixes }: XmlDocument): void {
  if (assumedPrefixes.length > 0) reading.report('prefix_undeclared', root)
  if (root.uri === '') reading.report('namespace_missing', root)
  if (root.local === 'ClinicalDocument') return
  reading.report(PARTS.has(root.local) ? 'root_is_part' : 'root_unknown', root)
}

/** A part of a header is read as the only child of a document. */
function wrap(root: XmlElement): XmlElement {
  if (!HEADER_ELEMENTS.has(root.local)) return root
  const outer = new XmlElement('', '', null, 0)
  outer.children = [root]
  return outer
}

const NO_BODY = { sections: [], loose: [], nonXmlBody: undefined }

function readBody(reading: CdaReading, root: XmlElement): Pick<CdaDocument, 'sections' | 'loose' | 'nonXmlBody'> {
  if (root.local === 'section') return { ...NO_BODY, sections: [readSection(reading, root)] }
  if (STATEMENTS.has(root.local)) return { ...NO_BODY, loose: [{ statement: readStatement(reading, root) }] }
  if (root.local === 'entry' || root.local === 'entryRelationship') return { ...NO_BODY, loose: [readRelation(reading, root)] }
  if (root.local === 'structuredBody') return { ...NO_BODY, sections: readSections(reading, root) }
  if (root.local === 'component') return { ...NO_BODY, ...readComponent(reading, root) }
  if (root.local !== 'ClinicalDocument') return NO_BODY
  const components = reading.all(root, 'component')
  const bodies = components.map((component) => readComponent(reading, component))
  const nonXmlBody = bodies.find((body) => body.nonXmlBody)?.nonXmlBody
  const hasBody = components.some((component) => component.children.some((child) => child.kind === 'element'))
  if (!hasBody) reading.report('body_missing', root)
  return { sections: bodies.flatMap(({ sections }) => sections), loose: bodies.flatMap(({ loose }) => loose), nonXmlBody }
}

/** The component of a document, a section, or an organizer. */
function readComponent(reading: CdaReading, component: XmlElement): Pick<CdaDocument, 'sections' | 'loose' | 'nonXmlBody'> {
  reading.expect(component, { typeCode: 'COMP', contextConductionInd: 'true' })
  if (component.children.length === 0) return NO_BODY
  const structured = reading.first(component, 'structuredBody')
  const other = reading.first(component, 'nonXMLBody')
  const content = other && reading.first(other, 'text')
  for (const body of [structured, other]) if (body) reading.expect(body, { classCode: 'DOCBODY', moodCode: 'EVN' })
  const holdsStatement = component.children.some((child) => isStatement(child))
  return {
    sections: [
      ...(structured ? readSections(reading, structured) : []),
      ...reading.all(component, 'section').map((section) => readSection(reading, section)),
    ],
    loose: holdsStatement ? [readRelation(reading, component)] : [],
    nonXmlBody: content && readMedia(reading, content),
  }
}
