// Rules of Bundles beyond their invariants: fullUrl, links, search results, the first entry, and what a document has to hold.
import { isObject, type JsonObject, type JsonPath, type JsonValue } from '../json/json-value.ts'
import { type BundleIndex, partsOf } from './bundle-index.ts'
import type { Context, ResourceNode } from './context.ts'
import { orphansOf } from './document-links.ts'
import type { References } from './reference.ts'

const WITHOUT_FULL_URL = new Set(['transaction', 'transaction-response', 'batch', 'batch-response'])
const SINGLE_LINKS = new Set(['self', 'first', 'prev', 'previous', 'next', 'last'])
/** Types whose content may be split into pages (R4 3.1.0.9). */
const PAGED: ReadonlySet<string> = new Set(['searchset', 'history'])
/** What a document and a message begin with (bdl-11, bdl-12). */
const FIRST: Readonly<Record<string, readonly [type: string, rule: string]>> = {
  document: ['Composition', 'bdl-11'],
  message: ['MessageHeader', 'bdl-12'],
}
/** Elements of a Composition whose targets a document holds (R4 3.3.1). */
const IN_DOCUMENT = ['subject', 'encounter', 'author', 'attester', 'custodian', 'event', 'section']

export function checkBundle(context: Context, node: ResourceNode, references: References): void {
  const { issues } = context
  if (!issues.checks('bundle')) return
  const { type, entry } = node.value
  const entries = Array.isArray(entry) ? entry : []
  const index = references.indexOf(node)
  checkLinks(context, node, index)
  entries.forEach((each, i) => {
    if (isObject(each)) checkEntry(context, each, { type, path: [...node.path, 'entry', i] })
  })
  if (typeof type !== 'string') return
  const first = Object.hasOwn(FIRST, type) ? FIRST[type] : undefined
  const head = index.entries[0]?.resource
  if (first && head?.resourceType !== first[0]) {
    issues.add('bundle_order', [...node.path, ...(entries.length > 0 ? ['entry', 0] : [])], { rule: first[1], expected: first[0] })
  }
  if (type === 'searchset') checkSearch(context, node, entries)
  if (type === 'document' && head?.resourceType === 'Composition') {
    checkDocument(context, head, { index, fullUrl: index.entries[0]!.fullUrl, path: [...node.path, 'entry', 0, 'resource'] })
    for (const orphan of orphansOf(context, node, references)) issues.add('bundle_orphan', [...node.path, 'entry', orphan])
  }
}

function checkLinks({ issues }: Context, { value: { link, type }, path }: ResourceNode, index: BundleIndex): void {
  const seen = new Set<string>()
  if (!Array.isArray(link)) return
  const isPaged = typeof type !== 'string' || PAGED.has(type)
  link.forEach((each, i) => {
    if (!isObject(each) || typeof each.relation !== 'string') return
    const { relation, url } = each
    const place = [...path, 'link', i]
    if (seen.has(relation) && SINGLE_LINKS.has(relation)) issues.add('bundle_entry', place, { expected: 'one link of each relation' })
    if (!isPaged && relation !== 'self' && SINGLE_LINKS.has(relation)) {
      issues.add('bundle_entry', place, { expected: 'links to pages in a searchset or history alone' })
    }
    const isStyle = type === 'document' && relation === 'stylesheet' && typeof url === 'string' && partsOf(url)?.base === ''
    if (isStyle && index.resolve(url, index.entries[0]?.fullUrl).length === 0 && !isStyleHere(url, index)) {
      issues.add('reference_missing', [...place, 'url'], { expected: 'an entry of the document' })
    }
    seen.add(relation)
  })
}

function isStyleHere(url: string, index: BundleIndex): boolean {
  const { type, id } = partsOf(url)!
  return index.ofId(type, id).length > 0
}

function checkEntry({ issues, model }: Context, entry: JsonObject, { type, path }: { type: JsonValue | undefined; path: JsonPath }): void {
  const { fullUrl, resource } = entry
  if (!isObject(resource)) return
  if (typeof fullUrl !== 'string') {
    if (typeof type === 'string' && !WITHOUT_FULL_URL.has(type)) issues.add('fullurl', path, { expected: 'a fullUrl' })
    return
  }
  if (!/^[A-Za-z][A-Za-z\d+.-]*:/.test(fullUrl)) issues.add('fullurl', [...path, 'fullUrl'], { expected: 'an absolute URL' })
  const parts = partsOf(fullUrl)
  const { id, resourceType } = resource
  if (!parts || parts.base === '' || !model.resource(parts.type)) return
  if (parts.id !== id || parts.type !== resourceType)
    issues.add('fullurl', [...path, 'fullUrl'], { expected: 'the type and id of the resource' })
}

function checkSearch({ issues, model }: Context, node: ResourceNode, entries: readonly JsonValue[]): void {
  const types = searchedTypes(node.value.link).filter((type) => model.resource(type))
  entries.forEach((entry, i) => {
    if (!isObject(entry) || !isObject(entry.resource)) return
    const path = [...node.path, 'entry', i, 'resource']
    const { resourceType, id } = entry.resource
    const mode = isObject(entry.search) ? entry.search.mode : undefined
    if (mode === 'outcome') {
      if (resourceType !== 'OperationOutcome') issues.add('bundle_entry', path, { expected: 'an OperationOutcome' })
      return
    }
    if (typeof id !== 'string' && resourceType !== 'OperationOutcome')
      issues.add('bundle_entry', path, { expected: 'a resource with an id' })
    if (mode === 'match' && types.length > 0 && !types.includes(String(resourceType))) {
      issues.add('bundle_entry', path, { expected: `a resource of type ${types.join(' | ')}` })
    }
  })
}

/** The types that the self link of a search asks for: the end of its path, or `_type`. */
function searchedTypes(links: JsonValue | undefined): string[] {
  const self = Array.isArray(links) ? links.find((link) => isObject(link) && link.relation === 'self') : undefined
  const url = isObject(self) && typeof self.url === 'string' ? self.url : ''
  const [address = '', query = ''] = url.split('?')
  const type = /\b_type=([^&]*)/.exec(query)?.[1]
  return type === undefined ? [address.slice(address.lastIndexOf('/') + 1)] : type.split(/,|%2C/)
}

interface DocumentPlace {
  readonly index: BundleIndex
  readonly fullUrl: string | undefined
  readonly path: JsonPath
}

/** What the Composition refers to is in the document. */
function checkDocument({ issues }: Context, composition: JsonObject, { index, fullUrl, path }: DocumentPlace): void {
  const visit = (value: JsonValue | undefined, place: JsonPath): void => {
    if (Array.isArray(value)) for (const [i, each] of value.entries()) visit(each, [...place, i])
    else if (isObject(value)) {
      const { reference } = value
      if (typeof reference === 'string' && !reference.startsWith('#') && index.resolve(reference, fullUrl).length === 0) {
        issues.add('reference_missing', place, { expected: 'an entry of the document' })
      }
      for (const name of Object.keys(value))
        if (name !== 'reference' && name !== 'text' && name !== 'extension') visit(value[name], [...place, name])
    }
  }
  for (const name of IN_DOCUMENT) visit(composition[name], [...path, name])
}
