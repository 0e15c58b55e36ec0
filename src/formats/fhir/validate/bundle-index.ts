// One index of a Bundle's entries, by fullUrl and by type and id, so that references are found in one look-up each.
import { isObject, type JsonObject } from '../json/json-value.ts'

export interface BundleEntry {
  readonly index: number
  readonly fullUrl: string | undefined
  readonly resource: JsonObject
}

/** A reference such as `http://server/base/Patient/1/_history/2`, taken apart. */
export interface ReferenceParts {
  /** With the slash at its end; empty for a relative reference. */
  readonly base: string
  readonly type: string
  readonly id: string
  readonly version: string | undefined
}

const RESTFUL = /^((?:https?|urn):.*\/|)([A-Z][A-Za-z]{1,40})\/([A-Za-z0-9.-]{1,64})(?:\/_history\/([A-Za-z0-9.-]{1,64}))?$/

/** Undefined for what does not have the form of a RESTful address. */
export function partsOf(reference: string): ReferenceParts | undefined {
  const match = RESTFUL.exec(reference)
  return match ? { base: match[1]!, type: match[2]!, id: match[3]!, version: match[4] } : undefined
}

export class BundleIndex {
  readonly entries: readonly (BundleEntry | undefined)[]
  private readonly byUrl = new Map<string, BundleEntry[]>()
  private readonly byId = new Map<string, BundleEntry[]>()

  constructor(bundle: JsonObject) {
    const { entry } = bundle
    this.entries = Array.isArray(entry) ? entry.map((each, index) => entryOf(each, index)) : []
    for (const each of this.entries) {
      if (!each) continue
      const { resourceType, id } = each.resource
      if (each.fullUrl !== undefined) push(this.byUrl, each.fullUrl, each)
      if (typeof resourceType === 'string' && typeof id === 'string') push(this.byId, `${resourceType}/${id}`, each)
    }
  }

  /**
   * The entries that a reference leads to (R4 2.36.4.1): by fullUrl; a relative one below the base of the entry that it stands in.
   * @param from the fullUrl of the entry that holds the reference
   */
  resolve(reference: string, from: string | undefined): readonly BundleEntry[] {
    const parts = partsOf(reference)
    const bare = parts ? `${parts.base}${parts.type}/${parts.id}` : reference.split('#')[0]!
    if (parts?.base !== '') return ofVersion(this.byUrl.get(bare) ?? this.byUrl.get(reference) ?? [], parts?.version)
    const base = from === undefined ? undefined : partsOf(from)?.base
    if (base !== undefined && base !== '') return ofVersion(this.byUrl.get(base + bare) ?? [], parts.version)
    return ofVersion(this.byUrl.get(bare) ?? [], parts.version)
  }

  /** Entries of the type and id, whatever their fullUrl. */
  ofId(type: string, id: string): readonly BundleEntry[] {
    return this.byId.get(`${type}/${id}`) ?? []
  }
}

function ofVersion(entries: readonly BundleEntry[], version: string | undefined): readonly BundleEntry[] {
  if (version === undefined) return entries
  return entries.filter(({ resource }) => isObject(resource.meta) && resource.meta.versionId === version)
}

function entryOf(value: unknown, index: number): BundleEntry | undefined {
  const entry = value as JsonObject | null
  if (!isObject(entry) || !isObject(entry.resource)) return undefined
  return { index, fullUrl: typeof entry.fullUrl === 'string' ? entry.fullUrl : undefined, resource: entry.resource }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
