// Converts a FHIR document between JSON, XML, NDJSON and a Bundle, and tells what the new form has no place for.
import { ProblemError } from '../../../core/problem.ts'
import { type FhirDocument, type FhirResource, looksLikeXml, readJsonDocument } from '../document/fhir-document.ts'
import { formatPath } from '../document/format-path.ts'
import { describeOtherVersions } from '../document/other-versions.ts'
import { readXmlDocument, type XmlFhirDocument } from '../document/xml-document.ts'
import type { JsonObject, JsonPath, JsonValue } from '../json/json-value.ts'
import { writeJson } from '../json/write-json.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { WRITE_PROBLEMS, writeResource } from '../xml/write-resource.ts'
import type { DroppedKind } from '../xml/xml-problem.ts'
import { type BundleType, joinBundle, splitBundle } from './bundle-entries.ts'
import { embedNarrative } from './embed-narrative.ts'
import { orderMembers } from './order-members.ts'

export const TARGETS = ['json', 'xml', 'ndjson', 'bundle'] as const
export type Target = (typeof TARGETS)[number]

export const LOSSES = [
  'comment',
  'instruction',
  'schema_location',
  'whitespace',
  'element_order',
  'entity',
  'around_narrative',
  'bundle',
] as const
export type LossKind = (typeof LOSSES)[number]

export interface ConvertSettings {
  readonly to: Target
  readonly model: FhirModel
  readonly pretty: boolean
  readonly order: 'keep' | 'definition'
  readonly bundleType: BundleType
  /** Address of the server that the resources are of. */
  readonly base: string | undefined
}

export interface Loss {
  /** Of the resource in the document that came. */
  readonly index: number
  readonly kind: LossKind
  /** FHIRPath from the resource. */
  readonly path: string
  readonly line: number
  readonly column: number
  /** In UTF-16 code units of the document. */
  readonly offset: number
}

export interface Conversion {
  readonly content: string
  readonly document: FhirDocument
  /** Resources in the document that came. */
  readonly resources: number
  /** Resources that were written; those within others are not counted. */
  readonly written: number
  readonly losses: readonly Loss[]
  /** Texts of nothing but white space between elements, which are not in `losses`. */
  readonly whitespace: number
}

/**
 * @throws ProblemError with FHIRPath, line and column: what cannot be read, and what the definitions do not have and would be lost.
 *   `unsupported_variant`: several resources to one XML
 */
export function convertDocument(source: string | Uint8Array, settings: ConvertSettings): Conversion {
  const { model } = settings
  const losses: Loss[] = []
  let whitespace = 0
  const isXml = looksLikeXml(source)
  const document = isXml ? readXmlDocument(source, model, true) : readJsonDocument(source)
  if (isXml) whitespace = addDropped(document as XmlFhirDocument, losses)
  const came = [...document.resources()]
  const resources: Placed[] = came.map((resource) => ({ resource, path: [], value: resource.value }))
  for (const resource of came) addLosses(losses, model, resource, 'element_order', resource.problems?.map(({ path }) => path) ?? [])
  const content = write(resources, document.format, settings, losses)
  return { ...content, document, resources: came.length, losses, whitespace }
}

/** A resource to be written, and where it stands in one of the document. */
interface Placed {
  readonly resource: FhirResource
  readonly path: JsonPath
  readonly value: JsonObject
}

function write(came: readonly Placed[], format: FhirDocument['format'], settings: ConvertSettings, losses: Loss[]) {
  const { to, model, pretty, bundleType, base } = settings
  if (to === 'xml') {
    const [only, second] = came
    if (!only || second || format === 'ndjson') {
      throw new ProblemError('XML can contain only one resource, but the document is a list. Put the resources into a Bundle first.', {
        code: 'unsupported_variant',
      })
    }
    return { content: writeXml(only, settings, losses), written: 1 }
  }
  const order = (value: JsonObject) => (settings.order === 'definition' ? orderMembers(value, model) : value)
  if (to === 'bundle') {
    const bundle = joinBundle(
      came.map(({ value }) => value),
      bundleType,
      base,
    )
    return { content: end(writeJson(order(bundle), pretty), pretty), written: 1 }
  }
  if (to === 'json') {
    const [only, second] = came
    const isList = !only || second !== undefined || format === 'ndjson'
    const values = came.map(({ value }) => order(value))
    return { content: end(writeJson(isList ? values : values[0]!, pretty), pretty), written: came.length }
  }
  const lines = splitOnly(came, base, model, losses) ?? came
  return { content: lines.map(({ value }) => `${writeJson(order(value))}\n`).join(''), written: lines.length }
}

function end(json: string, pretty: boolean): string {
  return pretty ? `${json}\n` : json
}

/** The entries of a document that is one Bundle. */
function splitOnly(came: readonly Placed[], base: string | undefined, model: FhirModel, losses: Loss[]): readonly Placed[] | undefined {
  const [only] = came
  if (!only || came.length > 1) return undefined
  const { resource } = only
  const entries = splitBundle(only.value, base)
  if (!entries) return undefined
  addLosses(losses, model, resource, 'bundle', entries.left)
  return entries.resources.map(({ value, path }) => ({ resource, path, value }))
}

function writeXml({ resource, value }: Placed, { model, pretty }: ConvertSettings, losses: Loss[]): string {
  const changed: { kind: LossKind; path: JsonPath }[] = []
  const content = writeResource(value, {
    model,
    pretty,
    fail(problem, path) {
      const other = problem === 'type' ? describeOtherVersions(valueAt(value, path), model) : undefined
      throw errorAtPath(
        model,
        resource,
        path,
        other ?? WRITE_PROBLEMS[problem],
        other === undefined ? 'unreadable_input' : 'unsupported_variant',
      )
    },
    narrative(div, path) {
      const embedded = embedNarrative(div)
      if (!embedded)
        throw errorAtPath(model, resource, path, 'The narrative is no div of XHTML that is well-formed and declares its namespace.')
      if (embedded.hadEntities) changed.push({ kind: 'entity', path: [...path] })
      if (embedded.hadMore) changed.push({ kind: 'around_narrative', path: [...path] })
      return embedded.div
    },
  })
  for (const kind of ['entity', 'around_narrative'] as const) {
    addLosses(
      losses,
      model,
      resource,
      kind,
      changed.filter((each) => each.kind === kind).map(({ path }) => path),
    )
  }
  return content
}

function errorAtPath(
  model: FhirModel,
  resource: FhirResource,
  path: JsonPath,
  message: string,
  code: 'unreadable_input' | 'unsupported_variant' = 'unreadable_input',
): ProblemError {
  const { line, column, offset } = resource.locate([path])[0]!
  const at = { path: formatPath(model, resource.value, path), line, column, byteOffset: resource.byteOffsetOf(offset) }
  return new ProblemError(message, { code, at })
}

function valueAt(value: JsonValue, path: JsonPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((at, step) => (at as Record<string | number, JsonValue> | undefined)?.[step], value)
}

function addLosses(losses: Loss[], model: FhirModel, resource: FhirResource, kind: LossKind, paths: readonly JsonPath[]): void {
  if (paths.length === 0) return
  const places = resource.locate(paths)
  for (const [i, path] of paths.entries()) {
    const { line, column, offset } = places[i]!
    losses.push({ index: resource.index, kind, path: formatPath(model, resource.value, path), line, column, offset })
  }
}

const DROPPED: Readonly<Record<DroppedKind, LossKind>> = {
  comment: 'comment',
  instruction: 'instruction',
  schema_location: 'schema_location',
  whitespace: 'whitespace',
}

/** @returns how many texts of white space were left out */
function addDropped(document: XmlFhirDocument, losses: Loss[]): number {
  let whitespace = 0
  for (const piece of document.dropped) {
    if (piece.kind === 'whitespace') whitespace++
    else losses.push({ index: 0, kind: DROPPED[piece.kind], ...document.placeDropped(piece) })
  }
  return whitespace
}
