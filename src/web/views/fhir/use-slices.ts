// Long work for a view, done in several short tasks: the page stays free between two.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { SlicedWork } from './sliced-work.ts'

/**
 * @param make starts the work, which pauses at each `yield`; where a part between two pauses takes long, so does the task
 * @param inputs of the work: others start it anew
 * @returns undefined until the work is done; short work is done at once
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
