// Names of elements and attributes that CDA does not have: one that tells of a person takes what it names with it.
import { ProblemError } from '../../../core/problem.ts'
import { placeOf } from '../../xml/decode-xml.ts'
import { XMLNS_URI, type XmlAttribute, type XmlDocument, type XmlElement } from '../../xml/node.ts'
import type { OriginalValues } from '../hl7/original-values.ts'
import { kindOfWords } from '../table/cell-words.ts'
import type { WalkedCda } from './cda-leaf.ts'
import type { CdaWork } from './cda-work.ts'
import { wordsOf } from './xml-ids.ts'

type Telling = Set<XmlElement | XmlAttribute>

/** @param works include every attribute that CDA does not have */
export function findTellingNames({ unknown }: WalkedCda, works: readonly CdaWork[], originals: OriginalValues): Telling {
  const telling: Telling = new Set()
  const known = new Map<string, boolean>()
  const tells = (name: string): boolean => {
    let told = known.get(name)
    if (told === undefined) {
      told = tellsOf(name, originals)
      known.set(name, told)
    }
    return told
  }
  for (const element of unknown) if (tells(element.name)) telling.add(element)
  for (const { leaf } of works)
    if (leaf.attribute && leaf.treatment === 'unknown' && tells(leaf.attribute.name)) telling.add(leaf.attribute)
  if (telling.size > 0) removeInner(works, telling)
  return telling
}

/** What stands in an element that goes needs no look. */
function removeInner(works: readonly CdaWork[], telling: Telling): void {
  for (const { leaf } of works) {
    const { element, attribute } = leaf
    if (!attribute) continue
    for (let outer: XmlElement | null = element; outer; outer = outer.parent) if (telling.has(outer)) telling.delete(attribute)
  }
}

function tellsOf(name: string, originals: OriginalValues): boolean {
  const words = wordsOf(name)
  const text = words.join(' ')
  return /\d{5}/.test(name) || /[^\x00-\x7f]/.test(name) || originals.isOne(text) || kindOfWords(text) === 'name'
}

/** @throws ProblemError `unsupported_variant` with the place for a prefix that is a value of a person of the document: it cannot be taken out */
export function checkPrefixes(document: XmlDocument, originals: OriginalValues, removed: ReadonlySet<unknown>): void {
  if (originals.isEmpty) return
  const check = (element: XmlElement): void => {
    if (removed.has(element)) return
    for (const { uri, local, name, start } of element.attributes) {
      if (uri !== XMLNS_URI || name === 'xmlns' || !originals.isOne(wordsOf(local).join(' '))) continue
      throw new ProblemError('A prefix of a namespace is a value of a person of the document. Rename the prefix.', {
        code: 'unsupported_variant',
        at: placeOf(document, start),
      })
    }
    for (const child of element.children) if (child.kind === 'element') check(child)
  }
  check(document.root)
}
