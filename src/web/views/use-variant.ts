// What the same document gives with other options, for views that need more than the result has.
import { useEffect, useState } from 'preact/hooks'
import type { Members, Selection } from './view-props.ts'

/** @param options undefined where nothing is needed @returns undefined until it is there, and where there is none that can be shown */
export function useVariant({ variant, value }: Selection, options: Members | undefined): Members | undefined {
  const [made, setMade] = useState<{ readonly of: unknown; readonly value: Members | undefined } | undefined>(undefined)
  const requested = options && JSON.stringify(options)
  useEffect(() => {
    if (!options) return
    let current = true
    void variant(options).then((result) => current && setMade({ of: value, value: result }))
    return () => {
      current = false
    }
  }, [value, requested])
  // While the next one is made the last one stays, so that nothing flickers as a person types.
  return made?.value
}
