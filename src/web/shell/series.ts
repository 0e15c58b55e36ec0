// Several files for a tool that shows one picture: they are shown one after another.
import { useRef, useState } from 'preact/hooks'
import type { DocumentValue } from '../form/form-state.ts'
import type { RunTool } from '../views/picture/frame-picture.ts'

export interface Series {
  /** From 0. */
  readonly index: number
  readonly count: number
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
  const take = (dropped: readonly File[]) => {
    taken.current = dropped
    setFiles(dropped)
    onFile(dropped[0]!)
    void import('../views/picture/sort-files.ts')
      .then(({ sortFiles }) => sortFiles(dropped, ask, () => taken.current === dropped))
      .then(
        (sorted) => {
          if (taken.current !== dropped) return
          setFiles(sorted)
          onFile(sorted[0]!)
        },
        // The order of the names stays.
        () => undefined,
      )
  }
  const of = (document: DocumentValue | undefined): Series | undefined => {
    const index = document && 'file' in document ? files.indexOf(document.file) : -1
    return index < 0 ? undefined : { index, count: files.length, onIndex: (next) => onFile(files[next]!) }
  }
  return { take, of }
}
