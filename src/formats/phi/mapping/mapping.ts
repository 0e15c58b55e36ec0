// Maps a de-identified document back to its original: pairs, and what pairs alone do not restore in the document that they were made with.
import * as z from 'zod'
import { CSV_DELIMITERS } from '../../csv/read-csv.ts'
import { charsetNamed } from '../../hl7/charset/charsets.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'
import { toHex } from '../policy/key.ts'
import type { LeafDocument, MappedLeaf, WrittenLeaves } from './leaves/leaf-document.ts'
import { type LeafOptions, MAPPED_FORMATS, type MappedFormat, readLeaves } from './leaves/read-leaves.ts'
import { type Pair, withWordsOfNames } from './pairs.ts'
import { type RestoredText, Restorer } from './restore-text.ts'
import { webCrypto } from './web-crypto.ts'

/** Contents of an encrypted mapping. */
export const mappingSchema = z.strictObject({
  format: z.enum(MAPPED_FORMATS),
  delimiter: z.enum(CSV_DELIMITERS).optional(),
  /** SHA-256 of the values of the de-identified document. */
  digest: z.string(),
  pairs: z.array(z.tuple([z.enum(PHI_CATEGORIES), z.string(), z.string()])),
  /** Original values that the pairs do not restore, by position. They apply only to the document with the digest. */
  exceptions: z.array(z.tuple([z.int().min(0), z.string()])),
  /** Character sets of original values, by position, if the document with the digest does not show them because it is ASCII. */
  charsets: z.array(z.tuple([z.int().min(0), z.string()])).optional(),
})
export type Mapping = z.infer<typeof mappingSchema>

export interface MappedRun {
  readonly format: MappedFormat
  readonly delimiter?: LeafOptions['delimiter']
  readonly sourceCharset?: string | undefined
  readonly original: string | Uint8Array
  readonly result: string | Uint8Array
  readonly pairs: readonly Pair[]
}

/** @returns `isExact`: true where the mapping restores every value of the document as long as nobody changes the document */
export async function makeMapping(run: MappedRun): Promise<{ mapping: Mapping; isExact: boolean }> {
  const { format, delimiter } = run
  const pairs = withWordsOfNames(run.pairs)
  const before = readLeaves(run.original, format, run).leaves
  const after = readLeaves(run.result, format, run).leaves
  const restorer = new Restorer(pairs)
  const isExact = before.length === after.length && before.every((leaf, i) => comesBack(leaf, after[i]!))
  const exceptions: Mapping['exceptions'] = []
  if (before.length === after.length) {
    for (const [i, { text }] of after.entries()) {
      if (restorer.restore(text).text !== before[i]!.text) exceptions.push([i, before[i]!.text])
    }
  }
  const charsets = charsetsOf(before, after, run.sourceCharset)
  const mapping: Mapping = {
    format,
    ...(delimiter === undefined ? {} : { delimiter }),
    digest: await digestOf(after.map(({ text }) => text)),
    pairs: pairs.map(({ category, original, surrogate }) => [category, original, surrogate]),
    exceptions,
    ...(charsets.length > 0 && { charsets }),
  }
  return { mapping, isExact: isExact && charsets.every(([, name]) => charsetNamed(name) !== undefined) }
}

function comesBack(leaf: MappedLeaf, { frame, text }: MappedLeaf): boolean {
  return leaf.frame === frame && (leaf.text === text || !leaf.isLossy)
}

const ASCII_ALONE = /^[\0-\x7f]*$/

/** Character sets that the result does not show. Text that switches sets has no name and cannot be written again. */
function charsetsOf(before: readonly MappedLeaf[], after: readonly MappedLeaf[], sourceCharset = 'auto'): [number, string][] {
  if (before.length !== after.length) return []
  return before.flatMap(({ text, charset }, i): [number, string][] => {
    const other = after[i]!
    const isShown = text === other.text || (charset === other.charset && sourceCharset === 'auto')
    return charset === undefined || isShown || ASCII_ALONE.test(text) ? [] : [[i, charset]]
  })
}

export interface Reidentified extends WrittenLeaves {
  /** True for the document that the mapping was made with. */
  readonly isUnchanged: boolean
  readonly restored: readonly PhiCategory[]
  readonly ambiguous: readonly { readonly place: string; readonly category: PhiCategory }[]
}

/** @throws ProblemError as readLeaves and write of its document do */
export async function reidentify(
  document: string | Uint8Array,
  { format, delimiter, digest, pairs, exceptions, charsets }: Mapping,
  options: { readonly format: MappedFormat | 'auto'; readonly sourceCharset?: string },
): Promise<Reidentified> {
  const read = readLeaves(document, options.format === 'auto' ? format : options.format, { ...options, delimiter })
  const isUnchanged = (await digestOf(read.leaves.map(({ text }) => text))) === digest
  const restorer = new Restorer(pairs.map(([category, original, surrogate]) => ({ category, original, surrogate })))
  const original = { exceptions: new Map(isUnchanged ? exceptions : []), charsets: new Map(isUnchanged ? charsets : []) }
  return { ...restoreLeaves(read, restorer, original), isUnchanged }
}

/** Values and character sets by position, for the document of the mapping only. */
interface OriginalLeaves {
  readonly exceptions: ReadonlyMap<number, string>
  readonly charsets: ReadonlyMap<number, string>
}

function restoreLeaves(
  read: LeafDocument,
  restorer: Restorer,
  { exceptions, charsets }: OriginalLeaves,
): Omit<Reidentified, 'isUnchanged'> {
  const restored: PhiCategory[] = []
  const ambiguous: Reidentified['ambiguous'][number][] = []
  const texts = read.leaves.map(({ text, place }, i) => {
    const found: RestoredText = restorer.restore(text)
    const exception = exceptions.get(i)
    for (const category of found.restored) restored.push(category)
    if (exception !== undefined) return exception
    for (const category of found.ambiguous) ambiguous.push({ place, category })
    return found.text
  })
  return { ...read.write(texts, charsets), restored, ambiguous }
}

/** Begins with the lengths, so that texts that are divided differently have different digests. */
async function digestOf(texts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(`${texts.map(({ length }) => length).join(',')}\n${texts.join('')}`)
  const digest = new Uint8Array(await webCrypto().digest('SHA-256', bytes))
  return toHex(digest)
}
