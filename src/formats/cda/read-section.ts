// Sections: code, title, narrative, entries and sections within, and how the narrative and the entries refer to each other.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import { type ClinicalKind, kindOfSection } from './clinical/clinical-kinds.ts'
import type { Participation, Relation } from './fields/statement-fields.ts'
import type { CodeValue, Identifier, NullFlavored } from './fields/value-fields.ts'
import { KNOWN_URIS } from './namespaces.ts'
import { readCode, readIdentifier, readTemplates } from './read-code.ts'
import { readParticipation } from './read-roles.ts'
import { readText } from './read-simple.ts'
import { readRelation, readStatement, STATEMENTS } from './read-statement.ts'
import { templateName } from './templates.ts'

export interface Section {
  readonly path: string
  readonly xmlId?: string | undefined
  readonly kind: ClinicalKind | null
  readonly name?: string | undefined
  readonly nullFlavor?: string | undefined
  readonly templates: string[]
  readonly id?: Identifier[] | undefined
  readonly code?: CodeValue | undefined
  readonly title?: string | NullFlavored | undefined
  readonly language?: CodeValue | undefined
  readonly confidentiality?: CodeValue | undefined
  readonly author?: Participation[] | undefined
  readonly participants?: Participation[] | undefined
  /** The element of the narrative. */
  readonly text: XmlElement | undefined
  readonly entries: Relation[]
  readonly sections: Section[]
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export function readSection(reading: CdaReading, element: XmlElement): Section {
  reading.countSection(element)
  const templates = readTemplates(reading, element) ?? []
  const code = reading.one(element, 'code', readCode)
  const text = reading.first(element, 'text')
  const entries = readEntries(reading, element)
  if (!code) reading.report('section_code_missing', element)
  if (!text && entries.length > 0) reading.report('section_text_missing', element)
  reading.expect(element, { classCode: 'DOCSECT', moodCode: 'EVN' })
  return compact<Section>({
    path: reading.paths.of(element),
    xmlId: reading.attribute(element, 'ID'),
    kind: kindOfSection(code?.code, templates) ?? null,
    name: templateName(templates),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
    templates,
    id: reading.each(element, 'id', readIdentifier),
    code,
    title: reading.one(element, 'title', readText),
    language: reading.one(element, 'languageCode', readCode),
    confidentiality: reading.one(element, 'confidentialityCode', readCode),
    author: reading.each(element, 'author', readParticipation),
    participants: joined(reading.each(element, 'subject', readParticipation), reading.each(element, 'informant', readParticipation)),
    text,
    entries,
    sections: readSections(reading, element),
    start: reading.keepsPositions ? element.start : undefined,
    end: reading.keepsPositions ? element.end : undefined,
  })
}

function joined<T>(first: T[] | undefined, second: T[] | undefined): T[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second)
}

/** Entries, and statements that stand in a section without one. */
function readEntries(reading: CdaReading, element: XmlElement): Relation[] {
  const entries: Relation[] = []
  for (const child of element.children) {
    if (child.kind !== 'element' || !KNOWN_URIS.has(child.uri)) continue
    if (child.local === 'entry') entries.push(readRelation(reading, child))
    else if (STATEMENTS.has(child.local)) {
      reading.countRelation(element)
      child.isMarked = true
      entries.push({ statement: readStatement(reading, child) })
    }
  }
  return entries
}

/** The sections of a body or a section, in order; some documents leave out the component around one. */
export function readSections(reading: CdaReading, element: XmlElement): Section[] {
  const sections: Section[] = []
  for (const child of element.children) {
    if (child.kind !== 'element' || !KNOWN_URIS.has(child.uri)) continue
    if (child.local === 'section') {
      child.isMarked = true
      sections.push(readSection(reading, child))
    } else if (child.local === 'component') {
      child.isMarked = true
      reading.expect(child, { typeCode: 'COMP', contextConductionInd: 'true' })
      for (const section of reading.all(child, 'section')) sections.push(readSection(reading, section))
    }
  }
  return sections
}
