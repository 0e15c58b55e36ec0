// Whom the dates of a document belong to: its patient by the first number that a site gives, so that every document of a patient moves alike.
import type { XmlElement } from '../../xml/node.ts'
import { codeAt } from './known-elements.ts'
import { isPublicScheme } from './public-oids.ts'

/** @returns undefined where the document names no patient, null where it names several */
export function subjectOf(root: XmlElement): string | undefined | null {
  const roles: XmlElement[] = []
  collect(root, roles)
  const subjects = new Set(roles.map(numberOf).filter((number) => number !== ''))
  return subjects.size > 1 ? null : [...subjects][0]
}

/** A record target stands near the root alone. */
function collect(element: XmlElement, into: XmlElement[]): void {
  for (const child of element.children) {
    if (child.kind !== 'element') continue
    if (child.local === 'patientRole') into.push(child)
    else if (child.local === 'recordTarget') collect(child, into)
  }
  if (element.local === 'patientRole' && element.parent === null) into.push(element)
}

/** The record number before numbers of a nation, and a number before an object identifier. */
function numberOf(role: XmlElement): string {
  const ids = role.children.filter((child): child is XmlElement => child.kind === 'element' && child.local === 'id')
  const numbered = ids.filter((id) => codeAt(id, 'extension') !== '')
  const own = numbered.find((id) => !isPublicScheme(codeAt(id, 'root'))) ?? numbered[0]
  if (own) return codeAt(own, 'extension')
  return ids.map((id) => codeAt(id, 'root')).find((number) => number !== '') ?? ''
}
