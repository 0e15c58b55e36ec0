// Parts of the page that come when they are first needed, so that the page itself stays small.
import { useEffect, useState } from 'preact/hooks'
import { laterTexts } from '../language/load.ts'

export interface Loaded<T> {
  /** Undefined while it is on its way. */
  readonly part: T | undefined
  readonly failed: boolean
}

const kept = new Map<string, unknown>()

/** @param name of the part; what was loaded once is there at once */
export function useLoaded<T extends object>(name: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ readonly name: string; readonly failed: boolean }>({ name: '', failed: false })
  useEffect(() => {
    if (kept.has(name)) return
    let current = true
    Promise.all([load(), laterTexts()]).then(
      ([part]) => {
        kept.set(name, part)
        if (current) setState({ name, failed: false })
      },
      () => current && setState({ name, failed: true }),
    )
    return () => {
      current = false
    }
  }, [name])
  return { part: kept.get(name) as T | undefined, failed: state.name === name && state.failed }
}
