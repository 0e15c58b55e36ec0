// Ids, references and addresses of a document as one graph: each id becomes another one, the same wherever it stands, in the shape that it had.
import type { Deidentifier } from '../policy/deidentifier.ts'
import { type PhiKey, readPhiKey, toHex } from '../policy/key.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import { isPublic } from './judge/element-rules.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ID = /^[A-Za-z0-9.-]{1,64}$/
/** Servers use ids that are not legal, with an underscore or longer than 64 characters, and references to them. */
const PATH =
  /^(?:([a-z][a-z0-9+.-]{0,20}:\/\/[^?#]{1,500}?)\/)?([A-Z][A-Za-z]{2,60})\/([^/?#|]{1,255})(?:\/_history\/([^/?#|]{1,255}))?(#[^/?#|]{1,255})?$/
const FRAGMENT = /^#[^#]{1,255}$/
const QUERY = /^(?:([A-Z][A-Za-z]{2,60})\?)?identifier=([^&]{1,600})$/
const EXAMPLE = 'https://example.org'

export class IdGraph {
  /** What the identifiers of the document have become. */
  readonly identifiers = new Map<string, string>()
  /** What is done with ids; undefined where they are numbered. */
  readonly action: 'hash' | 'surrogate' | 'keep' | undefined
  readonly #deidentifier: Deidentifier
  readonly #ids = new Map<string, string>()
  readonly #given = new Set<string>()
  readonly #bases = new Map<string, string>()
  readonly #addresses = new Map<string, string>()

  readonly #idKey: PhiKey | undefined
  readonly #isType: (name: string) => boolean

  /**
   * @param action what a rule wants of all ids, in place of the policy
   * @param idKey secret of all documents that have to share their ids where the policy numbers them
   * @param isType whether a word is a type of resource: it stays in references. Any other word there may be a name.
   */
  constructor(
    deidentifier: Deidentifier,
    action: 'hash' | 'surrogate' | undefined,
    idKey?: string,
    isType: (name: string) => boolean = () => false,
  ) {
    this.#isType = isType
    this.#idKey = idKey === undefined ? undefined : readPhiKey(idKey)
    this.#deidentifier = deidentifier
    const own = action ?? deidentifier.actionFor('other-id')
    this.action = own === 'hash' || own === 'surrogate' || own === 'keep' ? own : undefined
  }

  /** A legal id for one. */
  id(id: string): string {
    let other = this.#ids.get(id)
    if (other === undefined) {
      other = this.#make(id)
      this.#deidentifier.note('other-id', id, other)
      this.#ids.set(id, other)
      this.#given.add(other)
    }
    return other
  }

  /**
   * What leads to a resource: relative, absolute, with a version, urn:uuid, urn:oid, #contained, or a search by identifier.
   * @returns undefined for what cannot be read
   */
  reference(text: string): string | undefined {
    if (text.startsWith('#')) return text === '#' ? text : FRAGMENT.test(text) ? `#${this.id(text.slice(1))}` : undefined
    if (/^urn:uuid:/i.test(text)) return UUID.test(text.slice(9)) ? `urn:uuid:${this.id(text.slice(9))}` : undefined
    if (/^urn:oid:[0-9.]{3,120}$/.test(text)) return `urn:oid:${this.oid(text.slice(8))}`
    const [whole, base, type, id, version, contained] = PATH.exec(text) ?? []
    if (whole === undefined) return text.includes('?') ? this.search(text) : undefined
    if (!this.#isType(type!) && this.action !== 'keep') return `${EXAMPLE}/${this.id(text)}`
    const before = base === undefined ? '' : `${this.#base(base)}/`
    const behind = version === undefined ? '' : `/_history/${this.id(version)}`
    return `${before}${type}/${this.id(id!)}${behind}${contained === undefined ? '' : `#${this.id(contained.slice(1))}`}`
  }

  /** The type of resource that a request begins with; undefined if it has none. */
  typeOf(request: string): string | undefined {
    const type = /^[A-Z][A-Za-z]{2,60}(?=$|[/?])/.exec(request)?.[0]
    return type !== undefined && this.#isType(type) ? type : undefined
  }

  /** A search by one identifier; undefined for any other. */
  search(text: string): string | undefined {
    const [whole, type, token] = QUERY.exec(text) ?? []
    const plain = whole === undefined ? undefined : decoded(token!)
    if (plain === undefined || (type !== undefined && !this.#isType(type))) return undefined
    const bar = plain.indexOf('|')
    const own = plain.slice(0, Math.max(0, bar))
    const number = plain.slice(bar + 1)
    const other = this.identifiers.get(number) ?? this.#deidentifier.replace({ category: 'other-id', text: number }).text
    const system = own === '' ? '' : encodeURIComponent(isPublic(own) ? own : this.address(own))
    return `${type === undefined ? '' : `${type}?`}identifier=${system}${bar < 0 ? '' : '%7C'}${encodeURIComponent(other)}`
  }

  /** An address that says nothing, another one for each. */
  address(text: string): string {
    let other = this.#addresses.get(text)
    if (other === undefined) {
      const action = this.#deidentifier.actionFor('url')
      if (action === 'keep') return text
      const mark = this.#mark(text, action) ?? String(this.#addresses.size + 1)
      other = /^urn:oid:/i.test(text) ? `urn:oid:${this.oid(text.slice(8))}` : `${EXAMPLE}/${mark}`
      this.#addresses.set(text, other)
      this.#deidentifier.note('url', text, other)
    }
    return other
  }

  /** An object identifier under the arc of UUIDs (X.667); a surrogate is that of DICOM and HL7 v2. */
  oid(text: string): string {
    if (this.action === 'keep') return text
    const made = this.action === 'surrogate' ? this.#deidentifier.apply('surrogate', { category: 'other-id', text }).text : undefined
    // The same UID as in DICOM.
    if (made?.startsWith('2.25.')) return made
    const mark = this.#mark(text)
    const other = `2.25.${mark === undefined ? Number(this.#numberOf(text)) : BigInt(`0x${mark}`)}`
    this.#deidentifier.note('other-id', text, other)
    return other
  }

  #base(base: string): string {
    let other = this.#bases.get(base)
    if (other === undefined) {
      const action = this.#deidentifier.actionFor('url')
      if (action === 'keep') return base
      const mark = this.#mark(base, action)
      other = `${EXAMPLE}/${mark === undefined ? (this.#bases.size === 0 ? 'fhir' : `fhir${this.#bases.size + 1}`) : mark}`
      this.#bases.set(base, other)
      this.#deidentifier.note('url', base, other)
    }
    return other
  }

  #make(id: string): string {
    if (this.action === 'keep') return id
    const mark = this.#mark(id)
    if (UUID.test(id)) return mark === undefined ? uuidOf(this.#next().padStart(32, '0')) : uuidOf(mark + this.#mark(`${id} 2`)!)
    const made = this.action === 'surrogate' ? this.#deidentifier.apply('surrogate', { category: 'other-id', text: id }).text : undefined
    if (made !== undefined && ID.test(made) && !this.#given.has(made)) return made
    return mark ?? `id-${this.#next()}`
  }

  /** 16 hexadecimal digits by a key; undefined if there is none, and values are numbered. */
  #mark(text: string, action: PhiAction | undefined = this.action): string | undefined {
    if (action !== 'surrogate' && action !== 'hash') return this.#idKey && toHex(this.#idKey.digest('document ids', text), 8)
    return this.#deidentifier.apply('hash', { category: 'other-id', text }).text
  }

  #numberOf(text: string): string {
    const known = this.#ids.get(`oid ${text}`) ?? this.#next()
    this.#ids.set(`oid ${text}`, known)
    return known
  }

  #next(): string {
    return String(this.#ids.size + 1)
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A UUID of version 8 (RFC 9562) of 32 hexadecimal digits. */
function uuidOf(digits: string): string {
  const hex = `${digits.slice(0, 12)}8${digits.slice(13, 16)}8${digits.slice(17, 32)}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
