// The code and the style of results, loaded together: neither is part of the first load.
import { readSettings } from '../shell/settings.ts'
import { type Loaded, useLoaded } from './loaded.ts'
import type { ResultPanel } from './result-panel.ts'

export interface ResultPart {
  readonly ResultPanel: typeof ResultPanel
}

export function useResultPart(): Loaded<ResultPart> {
  return useLoaded('results', async () => {
    const [part] = await Promise.all([import('./result-panel.ts'), loadStyle(readSettings().resultStyle)])
    return part
  })
}

/** @param address of a style sheet of this server, relative to the page */
function loadStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('The style did not come'))
    }
    document.head.append(link)
  })
}
