// All files with plants, and the same files in other transfer syntaxes.
import { blocks, edges, numbers } from './blocks-and-edges.ts'
import { characterSets } from './character-sets.ts'
import { documents, radiotherapy } from './documents-and-plans.ts'
import { drawings, signals } from './drawings-and-signals.ts'
import { images } from './images.ts'
import type { ObjectFile } from './object-file.ts'
import { reports } from './reports.ts'
import { transcode } from './transcode.ts'

export function objectFiles(): ObjectFile[] {
  return [
    ...reports(),
    ...documents(),
    ...radiotherapy(),
    ...drawings(),
    ...signals(),
    ...images(),
    ...blocks(),
    ...numbers(),
    ...edges(),
    ...characterSets(),
  ]
}

/** In Implicit VR, in Explicit VR Big Endian and deflated, where they can be written so. */
export function transcodedFiles(): ObjectFile[] {
  return (['implicit', 'big', 'deflated'] as const).flatMap((syntax) =>
    objectFiles().flatMap(({ name, bytes, plants }) => {
      const other = transcode(bytes, syntax)
      return other ? [{ name: `${syntax}: ${name}`, bytes: other, plants }] : []
    }),
  )
}
