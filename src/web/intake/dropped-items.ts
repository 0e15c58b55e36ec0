// What was dropped or pasted: texts and files with their kinds, and how many there are of each.
import type { DocumentValue } from '../form/form-state.ts'
import type { BatchFile } from '../run/run-batch.ts'
import { detectBlob, HEAD_BYTES, type Kind, textKind } from './detect-kind.ts'

export type Dropped =
  | { readonly what: 'text'; readonly text: string; readonly kind: Kind }
  | { readonly what: 'file'; readonly file: BatchFile; readonly kind: Kind }
  | { readonly what: 'files'; readonly groups: readonly Group[]; readonly unreadable: number }

/** Files that are read at the same time: waiting for the disk takes longer than looking. */
const AT_ONCE = 16

/** Files of one kind. */
export interface Group {
  readonly kind: Kind
  readonly files: readonly BatchFile[]
  readonly bytes: number
}

export function droppedText(text: string): Dropped {
  return { what: 'text', text, kind: textKind(text.slice(0, HEAD_BYTES), text.length <= HEAD_BYTES) }
}

/** Kinds by the first bytes of each file; a file that cannot be read is counted. */
export async function droppedFiles(files: readonly BatchFile[]): Promise<Dropped> {
  const [only] = files
  if (only && files.length === 1) return { what: 'file', file: only, kind: (await detectBlob(only.file)).kind }
  const groups = new Map<Kind, BatchFile[]>()
  const kinds: (Kind | undefined)[] = []
  for (let i = 0; i < files.length; i += AT_ONCE) kinds.push(...(await Promise.all(files.slice(i, i + AT_ONCE).map(kindOf))))
  let unreadable = 0
  for (const [i, file] of files.entries()) {
    const kind = kinds[i]
    if (kind === undefined) unreadable++
    else if (groups.has(kind)) groups.get(kind)!.push(file)
    else groups.set(kind, [file])
  }
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length)
  return {
    what: 'files',
    groups: sorted.map(([kind, members]) => ({ kind, files: members, bytes: members.reduce((sum, { file }) => sum + file.size, 0) })),
    unreadable,
  }
}

/** Undefined for a file that cannot be read. */
function kindOf({ file }: BatchFile): Promise<Kind | undefined> {
  return detectBlob(file).then(
    ({ kind }) => kind,
    () => undefined,
  )
}

/** As a field of a form takes it. */
export function documentOf(dropped: Exclude<Dropped, { readonly what: 'files' }>): DocumentValue {
  return dropped.what === 'text' ? { text: dropped.text } : { file: dropped.file.file }
}
