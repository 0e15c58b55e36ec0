// Names of elements and attributes: which are well-formed (XML 1.0 fifth edition, 2.3), and how a prefix divides them (Namespaces in XML 1.0).

/** NCName: a name without a colon. */
const NC_NAME =
  /^[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}][-.0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*$/u

/** One for each name of a document, however often it stands there. */
export interface QualifiedName {
  readonly name: string
  /** '' for none. */
  readonly prefix: string
  readonly local: string
  /** The element or attribute declares a namespace: `xmlns` or `xmlns:…`. */
  readonly isDeclaration: boolean
  /** An attribute of the name tells its element from all others: `ID`, `id` or `xml:id`. */
  readonly isId: boolean
}

export function isNcName(text: string): boolean {
  return NC_NAME.test(text)
}

/**
 * The same text as a key of an object, of which an engine has one copy: it is compared with names in code by its address.
 * Long texts, and those beyond the first thousands, stay as they are: such an object costs more than many comparisons.
 */
export function intern(text: string): string {
  const known = interned.get(text)
  if (known !== undefined) return known
  if (interned.size >= MAX_SHARED || text.length > LONGEST_SHARED) return text
  const own = Object.keys({ [text]: 0 })[0]!
  interned.set(text, own)
  return own
}

/** What documents share, such as the names and namespaces of a vocabulary, is looked at once and not for each of them. */
const MAX_SHARED = 4_096
const LONGEST_SHARED = 48
const interned = new Map<string, string>()

/** Undefined for what is no qualified name. */
function readName(name: string, behindColon: string): QualifiedName | undefined {
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const local = colon < 0 ? name : behindColon
  if (!isNcName(local) || (colon >= 0 && !isNcName(prefix))) return undefined
  const isDeclaration = prefix === 'xmlns' || name === 'xmlns'
  return { name, prefix, local, isDeclaration, isId: name === 'ID' || name === 'id' || name === 'xml:id' }
}

/** A document has some hundred names; more than these are read without being kept. */
const MAX_CACHED_NAMES = 2_000

const shared = new Map<string, QualifiedName>()

export class NameTable {
  /** Those that are not shared. */
  readonly #names = new Map<string, QualifiedName>()

  /** Undefined for what is no qualified name. */
  of(name: string): QualifiedName | undefined {
    return shared.get(name) ?? this.#names.get(name) ?? this.#keep(name)
  }

  #keep(name: string): QualifiedName | undefined {
    const isShared = shared.size < MAX_SHARED && name.length <= LONGEST_SHARED
    if (!isShared && this.#names.size >= MAX_CACHED_NAMES) return readName(name, name.slice(name.indexOf(':') + 1))
    const own = intern(name)
    const read = readName(own, intern(own.slice(own.indexOf(':') + 1)))
    if (read) (isShared ? shared : this.#names).set(own, read)
    return read
  }
}
