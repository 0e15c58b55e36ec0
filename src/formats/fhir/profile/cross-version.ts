// Extensions that carry an element of another version of FHIR (R4 2.4.0.9, R5 versions.html#extensions): their address names version and element.

import { type FhirModel, modelOf } from '../model/element-plan.ts'
import { findElement } from '../model/find-element.ts'
import type { FhirVersion } from '../model/versions.ts'

const ADDRESS = /^http:\/\/hl7\.org\/fhir\/([1345]\.[03])\/StructureDefinition\/extension-([A-Z][A-Za-z]*(?:\.[A-Za-z]+(?:\[x\])?)+)$/
const VERSIONS: Readonly<Record<string, FhirVersion>> = { '4.0': 'R4', '4.3': 'R4B', '5.0': 'R5' }

/** Parts of such an extension are named by the elements within: letters and digits alone (R4 2.1.0). */
const ELEMENT_NAME = /^[A-Za-z][A-Za-z\d]*(?:\[x\])?$/

export function isElementName(text: string): boolean {
  return ELEMENT_NAME.test(text)
}

/**
 * Whether an extension is for an element of another version: `known`, `wrong` for an element that the other version does not have or that this
 * version has as well, undefined for any other extension. The elements of DSTU2 and STU3 are not checked.
 */
export function crossVersionOf(url: string, model: FhirModel): 'known' | 'wrong' | undefined {
  const [, number = '', path = ''] = ADDRESS.exec(url) ?? []
  if (path === '') return undefined
  const version = Object.hasOwn(VERSIONS, number) ? VERSIONS[number] : undefined
  if (version === undefined) return 'known'
  const there = typesOf(path, modelOf(version))
  const here = typesOf(path, model)
  if (!there) return 'wrong'
  return here && there.every((code) => here.includes(code)) ? 'wrong' : 'known'
}

function typesOf(path: string, model: FhirModel): readonly string[] | undefined {
  const type = model.type(path.split('.')[0]!)
  return type && findElement(path, type, model)?.types
}
