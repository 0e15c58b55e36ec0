// Names of elements and attributes: which are well-formed (XML 1.0 fifth edition, 2.3), and how a prefix divides them (Namespaces in XML 1.0).

import { nameBit } from './node.ts'

/** NCName: a name without a colon. */
const NC_NAME =
  /^[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}][-.0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*$/u

/** One for each name of a document, however often it stands there. */
export interface QualifiedName {
  readonly name: string
  /** '' for none. */
  readonly prefix: string
  readonly local: string
  /** nameBit of the local name. */
  readonly bit: number
  /** The element or attribute declares a namespace: `xmlns` or `xmlns:…`. */
  readonly isDeclaration: boolean
}

export function isNcName(text: string): boolean {
  return NC_NAME.test(text)
}

/** The same text as a key of an object, of which an engine has one copy: it is compared with names in code by its address. */
export function intern(text: string): string {
  return Object.keys({ [text]: 0 })[0]!
}

/** Undefined for what is no qualified name. */
function readName(name: string, behindColon: string): QualifiedName | undefined {
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const local = colon < 0 ? name : behindColon
  if (!isNcName(local) || (colon >= 0 && !isNcName(prefix))) return undefined
  return { name, prefix, local, bit: nameBit(local), isDeclaration: prefix === 'xmlns' || name === 'xmlns' }
}

/** A document has some hundred names; more than these are read without being kept. */
const MAX_KEPT = 20_000

export class NameTable {
  readonly #names = new Map<string, QualifiedName>()

  /** Undefined for what is no qualified name. */
  of(name: string): QualifiedName | undefined {
    const known = this.#names.get(name)
    if (known) return known
    if (this.#names.size >= MAX_KEPT) return readName(name, name.slice(name.indexOf(':') + 1))
    const own = intern(name)
    const read = readName(own, intern(own.slice(own.indexOf(':') + 1)))
    if (read) this.#names.set(own, read)
    return read
  }
}
