// Finds originals that a text spells differently: case of other alphabets, missing or other diacritics, umlauts as two letters, full width, other digits,
// other character sets, words that hyphens divide, other apostrophes. The search by bytes finds none of these.
import type { DicomElement } from '../../dicom-file.ts'
import type { CharacterSet } from '../../value/character-set.ts'
import { decodeText } from '../../value/decode-text.ts'
import { isLetter } from '../words/name-bytes.ts'
import { foldText, spellOut } from './folded-text.ts'
import type { IdentityKind } from './identity.ts'
import type { Needle } from './originals.ts'

export interface FoldedSearch {
  /** The kind of the first original found in the text; undefined if there is none. */
  find(data: Uint8Array, element: DicomElement, set: CharacterSet): IdentityKind | undefined
}

const HYPHEN = 0x2d
const APOSTROPHE = 0x27

/** @param foreign originals that are not ASCII, folded */
export function createFoldedSearch(needles: readonly Needle[], foreign: ReadonlyMap<string, IdentityKind>): FoldedSearch {
  let words: Map<string, IdentityKind> | undefined
  let lengths: number[] = []
  const open = () => {
    const plain = needles.filter(({ text, wide, inside }) => !wide && !inside && isWord(text))
    words = new Map([...plain.map(({ text, kind }) => [text, kind] as const), ...foreign].map(([text, kind]) => [joinParts(text), kind]))
    lengths = [...new Set([...foreign.keys()].filter(isUnspaced).map((text) => joinParts(text).length))]
    return words
  }
  return {
    find(data, element, set) {
      if (!isWorthIt(data, element)) return undefined
      const known = words ?? open()
      if (known.size === 0) return undefined
      const raw = data.subarray(element.valueStart, element.valueEnd)
      const text = decodeText(raw, set, { multiple: true, isName: false }, IGNORED)
      const spelled = spellOut(text)
      return findIn(foldText(text), known, lengths) ?? (spelled === text ? undefined : findIn(foldText(spelled), known, []))
    },
  }
}

const IGNORED = { add: () => undefined }
/** Longer than any name. Bounds the work on a text of thousands of hyphens. */
const MAX_CHAIN = 200

/** Between the parts of a word: an apostrophe, or a hyphen that a line break may follow. */
const JOINT = /^(?:['\u2018\u2019\u02bc]|[-\u2010]\s*)$/
const JOINTS = /(?<=[\p{L}\p{N}])['\u2018\u2019\u02bc\u2010-](?=[\p{L}\p{N}])/gu

function isWord(text: string): boolean {
  return /^(?:[a-z0-9]+|[a-z]+(?:['-][a-z]+)+)$/.test(text)
}

function joinParts(text: string): string {
  return text.replace(JOINTS, '')
}

/** Scripts that may have no spaces between words. */
function isUnspaced(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Hang}]/u.test(text)
}

/** The search by bytes is enough for plain ASCII in which no hyphen or apostrophe divides a word. */
function isWorthIt(data: Uint8Array, { valueStart, valueEnd }: DicomElement): boolean {
  for (let i = valueStart; i < valueEnd; i++) {
    const byte = data[i]!
    if (byte >= 0x80 || byte === 0x1b) return true
    if ((byte === HYPHEN || byte === APOSTROPHE) && i > valueStart && isLetter(data[i - 1]!)) return true
  }
  return false
}

function findIn(text: string, known: ReadonlyMap<string, IdentityKind>, lengths: readonly number[]): IdentityKind | undefined {
  let last = ''
  let chain = ''
  let end = -1
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const isPart = end >= 0 && JOINT.test(text.slice(end, index))
    chain = isPart && chain.length < MAX_CHAIN ? chain + word : word
    const found = known.get(word) ?? known.get(chain) ?? (isPart ? known.get(last + word) : undefined)
    if (found) return found
    last = word
    end = index + word.length
  }
  for (const length of lengths) {
    for (let i = 0; i + length <= text.length; i++) {
      const found = known.get(text.slice(i, i + length))
      if (found) return found
    }
  }
  return undefined
}
