// Sections: code, title, narrative, entries and sections within, and how the narrative and the entries refer to each other.
import type { XmlElement } from '../xml/node.ts'
import type { CdaReading } from './cda-reading.ts'
import { type ClinicalKind, kindOfSection } from './clinical/clinical-kinds.ts'
import { attribute, computed, ElementPlan, each, eachOf, one, type Source, taken } from './element-plan.ts'
import type { Participation, Relation } from './fields/statement-fields.ts'
import type { CodeValue, Identifier, NullFlavored } from './fields/value-fields.ts'
import { readCode, readIdentifier, templates } from './read-code.ts'
import { readParticipation } from './read-roles.ts'
import { readText } from './read-simple.ts'
import { readBare, readRelation, STATEMENTS } from './read-statement.ts'
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

interface Inner {
  readonly inner: Section[][] | undefined
}

/** Sections within a body or a section; some documents leave out the component around one. */
const inner = eachOf<Section[]>(['component', readComponent], ['section', (reading, element) => [readSection(reading, element)]])

const SECTION = new ElementPlan<Section, Inner>(
  {
    path: computed(),
    xmlId: attribute('ID'),
    kind: computed(),
    name: computed(),
    nullFlavor: attribute('nullFlavor'),
    templates: templates() as Source<string[]>,
    id: each('id', readIdentifier),
    code: one('code', readCode),
    title: one('title', readText),
    language: one('languageCode', readCode),
    confidentiality: one('confidentialityCode', readCode),
    author: each('author', readParticipation),
    participants: each(['subject', 'informant'], readParticipation),
    text: one('text', (_, element) => element),
    // Some documents leave out the entry around a statement.
    entries: eachOf(['entry', readRelation], [STATEMENTS, readBare]) as Source<Relation[]>,
    sections: computed(),
    start: computed(),
    end: computed(),
  },
  { hidden: { inner }, fixed: { classCode: 'DOCSECT', moodCode: 'EVN' } },
)

export function readSection(reading: CdaReading, element: XmlElement): Section {
  reading.countSection(element)
  const { slots } = SECTION
  const found = SECTION.collect(reading, element)
  const code = taken<CodeValue>(found, slots.code)
  const claimed = taken<string[]>(found, slots.templates) ?? []
  if (!code) reading.report('section_code_missing', element)
  if (!found[slots.text] && found[slots.entries]) reading.report('section_text_missing', element)
  found[slots.path] = reading.paths.of(element)
  found[slots.kind] = kindOfSection(code?.code, claimed) ?? null
  found[slots.name] = templateName(claimed)
  found[slots.templates] = claimed
  found[slots.entries] ??= []
  found[slots.sections] = taken<Section[][]>(found, slots.inner)?.flat() ?? []
  if (reading.keepsPositions) {
    found[slots.start] = element.start
    found[slots.end] = element.end
  }
  return SECTION.build(found)
}

function readComponent(reading: CdaReading, element: XmlElement): Section[] {
  reading.expect(element, { typeCode: 'COMP', contextConductionInd: 'true' })
  return reading.all(element, 'section').map((section) => readSection(reading, section))
}

const BODY = new ElementPlan<{ sections: Section[][] | undefined }>(
  { sections: inner },
  { fixed: { classCode: 'DOCBODY', moodCode: 'EVN' } },
)

/** The sections of a body, in order. */
export function readSections(reading: CdaReading, body: XmlElement): Section[] {
  return BODY.read(reading, body).sections?.flat() ?? []
}
