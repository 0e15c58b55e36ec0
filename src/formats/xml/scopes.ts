// Namespaces in scope: one table for the whole document, with what each element changed in it to be undone at its end.
//
// Neither a copy per element nor a walk up the elements: either one makes some hundred kilobytes of declarations take minutes.
import { intern } from './names.ts'
import { XML_URI, XMLNS_URI } from './node.ts'

interface Change {
  readonly prefix: string
  readonly before: string | undefined
}

export class NamespaceScopes {
  readonly #bound = new Map<string, string>([
    ['', ''],
    ['xml', XML_URI],
  ])
  readonly #assumed: Readonly<Record<string, string>>
  readonly #changes: Change[] = []
  /** Assumed prefixes that were asked for, in the order in which they were met. */
  readonly used = new Set<string>()
  /** Namespace of names without a prefix: an element's, never an attribute's. */
  default = ''

  constructor(assumed: Readonly<Record<string, string>>) {
    this.#assumed = assumed
  }

  /** To be handed to `undo` when the element ends. */
  get mark(): number {
    return this.#changes.length
  }

  /** @returns what is wrong with the declaration (Namespaces in XML 1.0, sections 2.2, 3 and 5) */
  declare(prefix: string, uri: string): 'reserved' | 'empty' | undefined {
    if (prefix === 'xmlns' || uri === XMLNS_URI) return 'reserved'
    if ((prefix === 'xml') !== (uri === XML_URI)) return 'reserved'
    if (prefix !== '' && uri === '') return 'empty'
    this.#changes.push({ prefix, before: this.#bound.get(prefix) })
    const own = intern(uri)
    this.#bound.set(prefix, own)
    if (prefix === '') this.default = own
    return undefined
  }

  /** Undefined for a prefix that is bound to nothing. */
  resolve(prefix: string): string | undefined {
    const uri = this.#bound.get(prefix)
    if (uri !== undefined) return uri
    if (!Object.hasOwn(this.#assumed, prefix)) return undefined
    this.used.add(prefix)
    return this.#assumed[prefix]
  }

  undo(mark: number): void {
    while (this.#changes.length > mark) {
      const { prefix, before } = this.#changes.pop()!
      if (before === undefined) this.#bound.delete(prefix)
      else this.#bound.set(prefix, before)
      if (prefix === '') this.default = before ?? ''
    }
  }
}
