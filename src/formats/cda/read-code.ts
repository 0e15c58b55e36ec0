// Coded values (CD, CE, CV, CS, CO), identifiers, and the references of both to the narrative.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import type { CodeValue, Identifier, NarrativeReference } from './fields/value-fields.ts'

/** An xsi:type says no more than that it is one. */
export function readCode(reading: CdaReading, element: XmlElement): CodeValue {
  reading.typeOf(element)
  const own = {
    code: reading.attribute(element, 'code'),
    system: reading.attribute(element, 'codeSystem'),
    systemName: reading.attribute(element, 'codeSystemName'),
    systemVersion: reading.attribute(element, 'codeSystemVersion'),
    display: reading.attribute(element, 'displayName'),
    valueSet: reading.attribute(element, 'valueSet'),
    valueSetVersion: reading.attribute(element, 'valueSetVersion'),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  }
  if (element.children.length === 0) return compact(own)
  const original = reading.first(element, 'originalText')
  return compact({
    ...own,
    originalText: original && reading.textOf(original),
    reference: original && readReference(reading, original),
    qualifiers: reading.each(element, 'qualifier', readQualifier),
    translations: reading.each(element, 'translation', readCode),
    text: reading.textOf(element),
  })
}

function readQualifier(reading: CdaReading, element: XmlElement) {
  return compact({
    name: reading.one(element, 'name', readCode),
    value: reading.one(element, 'value', readCode),
    inverted: reading.flag(element, 'inverted'),
  })
}

export function readIdentifier(reading: CdaReading, element: XmlElement): Identifier {
  return compact({
    root: reading.attribute(element, 'root'),
    extension: reading.attribute(element, 'extension'),
    assigner: reading.attribute(element, 'assigningAuthorityName'),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

/** Templates as texts: an OID, or OID:extension. */
export function readTemplates(reading: CdaReading, element: XmlElement): string[] | undefined {
  const templates: string[] = []
  for (const each of reading.all(element, 'templateId')) {
    const root = reading.attribute(each, 'root')
    if (root === undefined) continue
    const extension = reading.attribute(each, 'extension')
    templates.push(extension === undefined ? root : `${root}:${extension}`)
  }
  return templates.length === 0 ? undefined : templates
}

/** What the `reference` within a text points to. */
export function readReference(reading: CdaReading, element: XmlElement): NarrativeReference | undefined {
  const reference = reading.first(element, 'reference')
  const target = reference && reading.attribute(reference, 'value')
  if (!reference || target === undefined) return undefined
  return reading.ids.resolve(target, reference, reading)
}
