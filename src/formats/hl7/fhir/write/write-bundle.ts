// Writes a conversion as a Bundle of FHIR R4, and tells where in it each part of the message stands.
import { seededUuid } from '../../generated-values.ts'
import type { Conversion } from '../convert-message.ts'
import type { FhirNode, Part, Resource } from '../fhir-node.ts'
import { finishResources } from '../finish/finish-resources.ts'
import { numberKey } from '../finish/join-resources.ts'
import type { Reason } from '../reason.ts'
import { partAt } from '../source-message.ts'
import { numbersOf, RequestWriter, type Writes } from './write-request.ts'

export type BundleType = 'message' | 'transaction' | 'collection'

export interface BundleSettings {
  readonly type: BundleType
  /** Of a transaction. */
  readonly writes: Writes
  /** message: from the whole message; identifier: of a resource with an identifier, from that, so that it is the same in every message. */
  readonly ids: 'message' | 'identifier'
  /** Told apart from others that convert the same messages. */
  readonly namespace: string
}

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export interface Written {
  readonly bundle: { [name: string]: Json }
  /** How long its JSON is, about. */
  readonly characters: number
  readonly mapped: { readonly fields: number; readonly ratio: number }
  readonly unmapped: readonly { readonly path: string; readonly reason: Reason }[]
  readonly trace: readonly Traced[]
  /** Segments whose resource belongs to one of several patients, and nobody knows to which: by serial, with their paths. */
  readonly withoutPatient: ReadonlyMap<number, string>
}

/** Where a value stands; own where the guide has no row for it, rule where a rule of the site put it there. */
export interface Traced {
  readonly path: string
  readonly target: string
  readonly own?: true
  readonly rule?: string
}

/** @param seed what the ids of the message are made of: its text and its place in the document */
export function writeBundle(conversion: Conversion, seed: string, settings: BundleSettings): Written {
  const { kept, withoutPatient } = finishResources(conversion.resources, conversion.sender)
  const resources = orderOf(kept)
  const ids = idsOf(resources, seed, settings, conversion.sender)
  const requests = new RequestWriter(settings.writes, partAt(conversion.source.named('MSH')[0]?.fields[9]?.[0], 1)?.value ?? '')
  const writer = new Writer(ids)
  const bundle: { [name: string]: Json } = { resourceType: 'Bundle', id: bundleId(settings.namespace, seed), type: settings.type }
  Object.assign(bundle, writer.write(conversion.bundle, 'Bundle'))
  bundle.type = settings.type
  bundle.entry = resources.map((resource, i) => {
    const { id, fullUrl } = ids.get(resource)!
    const place = `Bundle.entry[${i}].resource`
    if (settings.type !== 'transaction')
      return { fullUrl, resource: writer.write(resource.node, place, { resourceType: resource.type, id }) }
    const request = requests.write(resource)
    // What is found by its number keeps the id that it has there.
    const head = request.method === 'PUT' ? { resourceType: resource.type } : { resourceType: resource.type, id }
    return { fullUrl, resource: writer.write(resource.node, place, head), request: { ...request } }
  })
  const { segments } = conversion.source
  const unknown = new Map(withoutPatient.map(({ serial }) => [serial, segments[serial]!.path]))
  const characters = writer.characters + CHARACTERS_PER_ENTRY * resources.length
  return { bundle, characters, ...account(conversion.source.leaves), withoutPatient: unknown }
}

/** Its address, its type and what stands between. */
const CHARACTERS_PER_ENTRY = 200

export function bundleId(namespace: string, seed: string): string {
  return seededUuid(`${namespace}\nBundle\n${seed}`)
}

/** The header first, as a message wants it; all others as the message has them. */
function orderOf(resources: readonly Resource[]): Resource[] {
  const isHeader = ({ type }: Resource) => type === 'MessageHeader'
  return [...resources.filter(isHeader), ...resources.filter((each) => !isHeader(each))]
}

function account(leaves: readonly Part[]): Pick<Written, 'mapped' | 'unmapped' | 'trace'> {
  const unmapped: { path: string; reason: Reason }[] = []
  const trace: Traced[] = []
  let fields = 0
  for (const leaf of leaves) {
    let isMapped = false
    const { path } = leaf
    const nodes = distinct(leaf.nodes)
    for (let i = 0; i < nodes.length; i++) {
      const { place, isOwn, rule } = nodes[i]!
      if (place === undefined) continue
      isMapped = true
      if (rule !== undefined) trace.push({ path, target: place, rule })
      else trace.push(isOwn ? { path, target: place, own: true } : { path, target: place })
    }
    if (isMapped) fields++
    else unmapped.push({ path, reason: reasonOf(leaf) })
  }
  return { mapped: { fields, ratio: leaves.length === 0 ? 0 : Math.round((fields / leaves.length) * 10_000) / 10_000 }, unmapped, trace }
}

/** An element that holds a part twice is listed once. */
function distinct(nodes: readonly FhirNode[]): readonly FhirNode[] {
  if (nodes.length < 2 || (nodes.length === 2 && nodes[0] !== nodes[1])) return nodes
  return [...new Set(nodes)]
}

/** What stood in an element that was left out has no place. */
function reasonOf({ nodes, reason }: Part): Reason {
  return reason ?? (nodes.length > 0 ? 'no_place' : 'no_map')
}

/** One text for all references to a resource. */
type Addresses = ReadonlyMap<Resource, { readonly id: string; readonly fullUrl: string }>

function idsOf(resources: readonly Resource[], seed: string, { ids, namespace }: BundleSettings, sender: string): Addresses {
  const used = new Set<string>()
  const digest = seededUuid(seed)
  return new Map(
    resources.map((resource, i) => {
      const own = ids === 'identifier' ? (identifierOf(resource) ?? keyOf(resource, sender)) : undefined
      const text = own === undefined || used.has(own) ? `${digest}\n${i}` : own
      used.add(text)
      const id = seededUuid(`${namespace}\n${resource.type}\n${text}`)
      return [resource, { id, fullUrl: `urn:uuid:${id}` }]
    }),
  )
}

/** The first identifier with a system or an assigner, undefined for a resource without one. */
function identifierOf(resource: Resource): string | undefined {
  for (const identifier of numbersOf(resource)) {
    const value = identifier.first('value')?.value
    const system = identifier.first('system')?.value ?? identifier.first('assigner')?.link?.node.first('identifier')?.first('value')?.value
    if (value !== undefined && system !== undefined) return `${system}\n${value}`
  }
  return undefined
}

/** A number without system and assigner is one of the sender's own. */
function keyOf(resource: Resource, sender: string): string | undefined {
  const key = numberKey(resource)
  return key === undefined ? undefined : `${sender}\n${key}`
}

/** Quotes, brackets, a colon and a comma. */
const CHARACTERS_PER_MEMBER = 8
const CHARACTERS_PER_NUMBER = 20
const CHARACTERS_PER_REFERENCE = 60

class Writer {
  /** How long the JSON is, about: names, values and what stands between them. */
  characters = 0
  readonly #ids: Addresses

  constructor(ids: Addresses) {
    this.#ids = ids
  }

  /**
   * An element as JSON; the place of each value of the message in it is recorded.
   * @param result its first members
   */
  write(node: FhirNode, place: string, result: { [name: string]: Json } = {}): { [name: string]: Json } {
    if (node.link) {
      result.reference = this.#ids.get(node.link)!.fullUrl
      this.characters += CHARACTERS_PER_REFERENCE
    }
    const { children } = node
    this.characters += CHARACTERS_PER_MEMBER * children.length
    for (let at = 0; at < children.length; at++) {
      const child = children[at]!
      const { definition, further } = child
      const { name, step, repeats, firstStep } = child.element!
      this.characters += name.length
      if (!definition) this.#writePrimitives(result, child, place + step)
      else if (repeats) {
        const list: Json[] = [this.write(child, place + firstStep)]
        if (further) for (const each of further.nodes) list.push(this.write(each, `${place}${step}[${list.length}]`))
        result[name] = list
      } else result[name] = this.write(child, place + step)
    }
    return result
  }

  /** A primitive has its value and, in a member of its own, its extensions. */
  #writePrimitives(result: { [name: string]: Json }, child: FhirNode, place: string): void {
    const { name, repeats } = child.element!
    if (!repeats) {
      const { value } = child
      if (value !== undefined) {
        result[name] = value as Json
        this.characters += typeof value === 'string' ? value.length : CHARACTERS_PER_NUMBER
        if (child.leaves.length > 0) child.place = place
      }
      if (child.children.length > 0) result[`_${name}`] = this.write(child, place)
      return
    }
    const written = child.occurrences.map((each, i) => this.#writePrimitive(each, `${place}[${i}]`))
    if (written.some(({ value }) => value !== null)) result[name] = written.map(({ value }) => value)
    if (written.some(({ beside }) => beside !== null)) result[`_${name}`] = written.map(({ beside }) => beside)
  }

  #writePrimitive(node: FhirNode, place: string): { readonly value: Json; readonly beside: Json } {
    this.characters += typeof node.value === 'string' ? node.value.length + CHARACTERS_PER_MEMBER : CHARACTERS_PER_NUMBER
    if (node.value !== undefined && node.leaves.length > 0) node.place = place
    return { value: (node.value as Json | undefined) ?? null, beside: node.children.length > 0 ? this.write(node, place) : null }
  }
}
