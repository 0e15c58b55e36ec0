// Coded values (CD, CE, CV, CS, CO), identifiers, and the references of both to the narrative.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import type { CodeValue, Identifier, NarrativeReference } from './fields/value-fields.ts'

export function readCode(reading: CdaReading, element: XmlElement): CodeValue {
  const original = reading.first(element, 'originalText')
  return compact({
    code: reading.attribute(element, 'code'),
    system: reading.attribute(element, 'codeSystem'),
    systemName: reading.attribute(element, 'codeSystemName'),
    systemVersion: reading.attribute(element, 'codeSystemVersion'),
    display: reading.attribute(element, 'displayName'),
    valueSet: reading.attribute(element, 'valueSet'),
    valueSetVersion: reading.attribute(element, 'valueSetVersion'),
    originalText: original && reading.textOf(original),
    reference: original && readReference(reading, original),
    qualifiers: reading.each(element, 'qualifier', readQualifier),
    translations: reading.each(element, 'translation', readTranslation),
    text: reading.textOf(element),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

function readQualifier(reading: CdaReading, element: XmlElement) {
  return compact({
    name: reading.one(element, 'name', readCode),
    value: reading.one(element, 'value', readTranslation),
    inverted: reading.flag(element, 'inverted'),
  })
}

/** A translation may have an xsi:type of its own. */
function readTranslation(reading: CdaReading, element: XmlElement): CodeValue {
  reading.typeOf(element)
  return readCode(reading, element)
}

/** The code of a CS, such as statusCode; its nullFlavor if there is none. */
export function readSimpleCode(reading: CdaReading, element: XmlElement): string | undefined {
  return reading.attribute(element, 'code') ?? reading.attribute(element, 'nullFlavor')
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
    const extension = reading.attribute(each, 'extension')
    reading.attribute(each, 'assigningAuthorityName')
    if (root !== undefined) templates.push(extension === undefined ? root : `${root}:${extension}`)
  }
  return templates.length === 0 ? undefined : templates
}

/** What the `reference` within a text points to. */
export function readReference(reading: CdaReading, element: XmlElement): NarrativeReference | undefined {
  const reference = reading.first(element, 'reference')
  const target = reference && reading.attribute(reference, 'value')
  if (!reference || target === undefined) return undefined
  reading.attribute(reference, 'nullFlavor')
  return reading.ids.resolve(target, reference, reading)
}
