// References to what stands outside of a document, and to documents that it is related to.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import { attribute, ElementPlan, each, localName, one } from './element-plan.ts'
import type { ExternalValue } from './fields/statement-fields.ts'
import { readCode, readIdentifier, templates } from './read-code.ts'
import { readFlag, readNumber, readSimpleCode } from './read-simple.ts'
import { readTime } from './read-time.ts'
import { readMedia } from './read-value.ts'

const EXTERNALS: ReadonlySet<string> = new Set([
  'externalAct',
  'externalObservation',
  'externalProcedure',
  'externalDocument',
  'actReference',
  'order',
  'parentDocument',
])

interface OuterExternal extends Pick<ExternalValue, 'type' | 'separable' | 'templates' | 'nullFlavor'> {
  readonly inner?: ExternalValue | undefined
}

const OUTER_EXTERNAL = new ElementPlan<OuterExternal>({
  type: attribute('typeCode'),
  separable: one('seperatableInd', readFlag),
  templates: templates(),
  inner: one(EXTERNALS, (reading, element) => INNER_EXTERNAL.read(reading, element)),
  nullFlavor: attribute('nullFlavor'),
})

const INNER_EXTERNAL = new ElementPlan<Omit<ExternalValue, 'type' | 'separable' | 'setId'>>({
  as: localName(),
  class: attribute('classCode'),
  mood: attribute('moodCode'),
  templates: templates(),
  id: each('id', readIdentifier),
  documentSetId: one('setId', readIdentifier),
  version: one('versionNumber', readNumber),
  code: one('code', readCode),
  text: one('text', readMedia),
  effective: one('effectiveTime', readTime),
  status: one('statusCode', readSimpleCode),
  priority: one('priorityCode', readCode),
  nullFlavor: attribute('nullFlavor'),
})

/** A reference to what stands outside of the document, or another document that it is related to. */
export function readExternal(reading: CdaReading, element: XmlElement): ExternalValue {
  const { inner, ...outer } = OUTER_EXTERNAL.read(reading, element)
  return compact<ExternalValue>({
    type: outer.type,
    as: inner?.as ?? element.local,
    class: inner?.class,
    mood: inner?.mood,
    separable: outer.separable,
    templates: joined(outer.templates, inner?.templates),
    id: inner?.id,
    documentSetId: inner?.documentSetId,
    setId: inner?.documentSetId,
    version: inner?.version,
    code: inner?.code,
    text: inner?.text,
    effective: inner?.effective,
    status: inner?.status,
    priority: inner?.priority,
    nullFlavor: outer.nullFlavor ?? inner?.nullFlavor,
  })
}

/** Templates of an element and of the one in it. */
export function joined(first: string[] | undefined, second: string[] | undefined): string[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second)
}
