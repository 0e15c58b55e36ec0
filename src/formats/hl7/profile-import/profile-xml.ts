// Reads the XML of conformance profiles: elements and attributes by their local names, in whatever namespace they are.
import { ProblemError } from '../../../core/problem.ts'
import type { XmlDocument, XmlElement } from '../../xml/node.ts'
import { readXml } from '../../xml/read-xml.ts'

/** Deeper than any group of segments, and no deeper: what walks the groups is recursive. */
const MAX_DEPTH = 64

/** @throws ProblemError `unreadable_input`, `unsupported_variant` or `resource_limit` with line, column and offset */
export function readProfileXml(source: string | Uint8Array): XmlDocument {
  return readXml(source, { maxDepth: MAX_DEPTH, maxNodes: 2_000_000 })
}

export function childElements({ children }: XmlElement, local?: string): XmlElement[] {
  return children.filter((node): node is XmlElement => node.kind === 'element' && (local === undefined || node.local === local))
}

export function childElement(element: XmlElement, local: string): XmlElement | undefined {
  return childElements(element, local)[0]
}

/** Trimmed; empty where the attribute is not there. */
export function attribute({ attributes }: XmlElement, local: string): string {
  return attributes.find((each) => each.local === local && each.uri === '')?.value.trim() ?? ''
}

/** A whole number; undefined for anything else, such as `*` or `NA`. */
export function numberOf(element: XmlElement, local: string): number | undefined {
  const text = attribute(element, local)
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined
}

/** `Usage`, `Min` and `Max`; what is left out is optional and may repeat, as nothing is asked. */
export function occurrenceOf(element: XmlElement): { usage: string; min: number; max: number } {
  return {
    usage: attribute(element, 'Usage').toUpperCase() || 'O',
    min: numberOf(element, 'Min') ?? 0,
    max: numberOf(element, 'Max') ?? Number.POSITIVE_INFINITY,
  }
}

/** Of an expression about a text. */
export function isCaseIgnored(element: XmlElement): boolean {
  return ['true', '1'].includes(attribute(element, 'IgnoreCase'))
}

/** Of an expression about a list of texts. */
export function listOf(element: XmlElement): string[] {
  return attribute(element, 'CSV')
    .split(',')
    .map((each) => each.trim())
}

/** @throws ProblemError `unreadable_input` with the line of the element */
export function refuse(document: XmlDocument, element: XmlElement, message: string): ProblemError {
  const line = document.text.slice(0, element.start).split('\n').length
  return new ProblemError(message, { code: 'unreadable_input', at: { line } })
}
