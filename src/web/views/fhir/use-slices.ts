// Long work for a view, done in several short tasks: the page stays responsive between them.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { SlicedWork } from './sliced-work.ts'

/**
 * @param make starts the work, which pauses at each `yield`. A task takes as long as the longest part between two pauses, if that is longer than a slice.
 * @param inputs if one changes, the work starts again
 * @returns undefined until the work is done. Short work is done at once.
 */
export function useSlices<T>(make: () => Generator<void, T>, inputs: readonly unknown[]): { readonly result: T } | undefined {
  const work = useMemo(() => new SlicedWork(make()), inputs)
  const [, setDone] = useState<unknown>(undefined)
  useEffect(() => {
    if (work.done) return
    let timer = setTimeout(next)
    function next(): void {
      if (work.goOn()) setDone(work)
      else timer = setTimeout(next)
    }
    return () => clearTimeout(timer)
  }, [work])
  return work.done
}
