// A FHIR document that is XML: its resource as JSON has it, with the places of its values in the XML.
import { ProblemError } from '../../../core/problem.ts'
import { placeOf } from '../../xml/decode-xml.ts'
import type { XmlDocument } from '../../xml/node.ts'
import { readXml } from '../../xml/read-xml.ts'
import { MAX_DEPTH } from '../json/json-scanner.ts'
import type { JsonObject, JsonPath } from '../json/json-value.ts'
import type { Position } from '../json/line-counter.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { placeElement, TEXT_STEP } from '../xml/element-path.ts'
import { locateXml } from '../xml/locate-xml.ts'
import { readResource } from '../xml/read-resource.ts'
import { type Dropped, type DroppedKind, XML_PROBLEMS, type XmlProblem } from '../xml/xml-problem.ts'
import { bytesOf, type FhirDocument, type FhirResource } from './fhir-document.ts'
import { describeOtherVersions } from './other-versions.ts'

export interface XmlFhirDocument extends FhirDocument {
  readonly format: 'xml'
  resources(): readonly [FhirResource]
  /** What JSON has no place for, in the order of the document. */
  readonly dropped: readonly Dropped[]
  placeDropped(piece: Dropped): Position & { readonly path: string }
}

/**
 * @param isStrict whether content that JSON cannot represent is an error; otherwise it is omitted and listed in `problems`
 * @throws ProblemError with line, column and byte offset: XML that cannot be read; what is no FHIR, with its FHIRPath; more than 64 levels
 */
export function readXmlDocument(source: string | Uint8Array, model: FhirModel, isStrict: boolean): XmlFhirDocument {
  const document = readXml(source)
  const dropped: Dropped[] = []
  const problems: XmlProblem[] = []
  const value = readResource(document.root, {
    model,
    text: document.text,
    problem(problem) {
      const ends = problem.kind === 'namespace' || (isStrict && problem.kind !== 'order')
      if (ends) throw problemError(document, model, problem)
      problems.push(problem)
    },
    dropped: (piece) => dropped.push(piece),
    tooDeep(element) {
      const at = { path: placeElement(model, element).text, ...placeOf(charsetOf(document), element.start) }
      throw new ProblemError(`The resource is nested deeper than ${MAX_DEPTH} levels.`, {
        code: 'resource_limit',
        at,
        facts: { limitDepth: MAX_DEPTH },
      })
    },
  })
  const outside: Dropped[] = document.outside.map(({ kind, start }) => ({ kind: kind as DroppedKind, element: null, offset: start }))
  return {
    format: 'xml',
    charset: document.charset ?? 'utf-8',
    bytes: () => bytesOf(source),
    text: document.text,
    dropped: [...outside, ...dropped].sort((a, b) => a.offset - b.offset),
    placeDropped({ element, offset }) {
      const { line, column } = placeOf(charsetOf(document), offset)
      return { path: placeElement(model, element ?? document.root).text, line, column, offset: offset + markOf(document) }
    },
    resources: () => [resourceOf(document, model, value, problems)],
  }
}

function resourceOf(document: XmlDocument, model: FhirModel, value: JsonObject, problems: readonly XmlProblem[]): FhirResource {
  const { root, text } = document
  const mark = markOf(document)
  return {
    index: 0,
    value,
    problems: problems.map((problem) => ({ kind: problem.kind, path: pathOf(model, problem) })),
    locate(paths) {
      const places = locateXml(text, root, paths)
      return mark === 0 ? places : places.map((place) => ({ ...place, offset: place.offset + mark }))
    },
    byteOffsetOf: (offset) => placeOf(charsetOf(document), offset - mark).byteOffset,
  }
}

/** A byte order mark that stands in a text counts as one of its characters; that of bytes does not, for decoding takes it away. */
function markOf({ bom, charset }: XmlDocument): number {
  return bom && charset === null ? 1 : 0
}

function pathOf(model: FhirModel, { kind, element, attribute }: XmlProblem): JsonPath {
  const { path } = placeElement(model, element)
  if (attribute !== undefined) return [...path, attribute]
  return kind === 'text' ? [...path, TEXT_STEP] : path
}

function problemError(document: XmlDocument, model: FhirModel, { kind, element, offset }: XmlProblem): ProblemError {
  const at = { path: placeElement(model, element).text, ...placeOf(charsetOf(document), offset) }
  const other = kind === 'unknown_type' ? describeOtherVersions(element.local, model) : undefined
  return new ProblemError(other ?? XML_PROBLEMS[kind], { code: other === undefined ? 'unreadable_input' : 'unsupported_variant', at })
}

/** What the reader took the document's characters for. */
function charsetOf({ text, charset, bom }: XmlDocument): Parameters<typeof placeOf>[0] {
  return { text, charset: charset as Parameters<typeof placeOf>[0]['charset'], bom }
}
