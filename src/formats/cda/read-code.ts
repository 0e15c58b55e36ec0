// Coded values (CD, CE, CV, CS, CO), identifiers, and the references of both to the narrative.
import type { XmlElement } from '../xml/node.ts'
import type { CdaReading } from './cda-reading.ts'
import { attribute, computed, ElementPlan, each, flag, one, ownText, type Source, taken } from './element-plan.ts'
import type { CodeValue, Identifier, NarrativeReference } from './fields/value-fields.ts'

interface Original {
  readonly text?: string | undefined
  readonly reference?: NarrativeReference | undefined
}

const ORIGINAL = new ElementPlan<Original>({ text: ownText(), reference: one('reference', readTarget) })

const CODE = new ElementPlan<CodeValue, { original: Original | undefined }>(
  {
    code: attribute('code'),
    system: attribute('codeSystem'),
    systemName: attribute('codeSystemName'),
    systemVersion: attribute('codeSystemVersion'),
    display: attribute('displayName'),
    valueSet: attribute('valueSet'),
    valueSetVersion: attribute('valueSetVersion'),
    nullFlavor: attribute('nullFlavor'),
    originalText: computed(),
    reference: computed(),
    qualifiers: each('qualifier', (reading, element) => QUALIFIER.read(reading, element)),
    translations: each('translation', readCode),
    text: ownText(),
  },
  { hidden: { original: one('originalText', (reading, element) => ORIGINAL.read(reading, element)) }, ignoresType: true },
)

const QUALIFIER = new ElementPlan<NonNullable<CodeValue['qualifiers']>[number]>({
  name: one('name', readCode),
  value: one('value', readCode),
  inverted: flag('inverted'),
})

/** An xsi:type says no more than that it is one. */
export function readCode(reading: CdaReading, element: XmlElement): CodeValue {
  const slots = CODE.collect(reading, element)
  const original = taken<Original>(slots, CODE.slots.original)
  if (original) {
    slots[CODE.slots.originalText] = original.text
    slots[CODE.slots.reference] = original.reference
  }
  return CODE.build(slots)
}

const IDENTIFIER = new ElementPlan<Identifier>({
  root: attribute('root'),
  extension: attribute('extension'),
  assigner: attribute('assigningAuthorityName'),
  nullFlavor: attribute('nullFlavor'),
})

export function readIdentifier(reading: CdaReading, element: XmlElement): Identifier {
  return IDENTIFIER.read(reading, element)
}

/** The templates that an element claims. */
export function templates(): Source<string[] | undefined> {
  return each('templateId', readTemplate)
}

export function readTemplates(reading: CdaReading, element: XmlElement): string[] {
  return reading.all(element, 'templateId').flatMap((each) => readTemplate(reading, each) ?? [])
}

/** An OID, or OID:extension. */
function readTemplate(reading: CdaReading, element: XmlElement): string | undefined {
  const root = reading.attribute(element, 'root')
  if (root === undefined) return undefined
  const extension = reading.attribute(element, 'extension')
  return extension === undefined ? root : `${root}:${extension}`
}

/** What a `reference` points to. */
export function readTarget(reading: CdaReading, element: XmlElement): NarrativeReference | undefined {
  const target = reading.attribute(element, 'value')
  return target === undefined ? undefined : reading.ids.resolve(target, element, reading)
}
