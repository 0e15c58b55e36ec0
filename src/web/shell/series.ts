// Several files for a tool that shows one picture: they are shown one after another.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { DocumentValue } from '../form/form-state.ts'
import type { FieldValue } from '../run/messages.ts'
import type { RunTool } from '../views/picture/frame-picture.ts'

export interface Series {
  /** Of the file in the form, from 0. */
  readonly index: number
  readonly count: number
  /** Index of the file that a result was made from: not the one in the form while the tool runs, or if it fails. -1 for a file of another series. */
  readonly indexOf: (file: FieldValue | undefined) => number
  readonly onIndex: (index: number) => void
}

interface Files {
  readonly take: (files: readonly File[]) => void
  /** Undefined if the document is not one of several files. */
  readonly of: (document: DocumentValue | undefined) => Series | undefined
}

/** @param onFile shows a file */
export function useSeries(ask: RunTool, onFile: (file: File) => void): Files {
  const [files, setFiles] = useState<readonly File[]>([])
  const taken = useRef<readonly File[]>([])
  // Sorting takes a while, in which the options change and a person may go on to another file.
  const latest = useRef<{ readonly onFile: typeof onFile; readonly file: Blob | undefined }>({ onFile, file: undefined })
  useEffect(
    () => () => {
      taken.current = []
    },
    [],
  )
  const take = (dropped: readonly File[]) => {
    taken.current = dropped
    latest.current = { onFile, file: dropped[0] }
    setFiles(dropped)
    onFile(dropped[0]!)
    void import('../views/picture/sort-files.ts')
      .then(({ sortFiles }) => sortFiles(dropped, ask, () => taken.current === dropped))
      .then(
        (sorted) => {
          if (taken.current !== dropped) return
          setFiles(sorted)
          if (latest.current.file === dropped[0] && sorted[0] !== dropped[0]) latest.current.onFile(sorted[0]!)
        },
        // The order of the names stays.
        () => undefined,
      )
  }
  const of = (document: DocumentValue | undefined): Series | undefined => {
    latest.current = { onFile, file: document && 'file' in document ? document.file : undefined }
    const indexOf = (file: FieldValue | undefined) => (file && 'file' in file ? files.indexOf(file.file as File) : -1)
    const index = document && 'file' in document ? files.indexOf(document.file) : -1
    return index < 0 ? undefined : { index, count: files.length, indexOf, onIndex: (next) => onFile(files[next]!) }
  }
  return { take, of }
}
