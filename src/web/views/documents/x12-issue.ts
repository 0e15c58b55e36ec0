// What was found in an interchange, and by how much a sum is off.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'

export interface X12Issue {
  readonly code: string
  readonly severity: string
  readonly path: string
  readonly position: number | null
  readonly segment: string | null
  readonly element: number | null
  readonly difference: string | null
  readonly message: string
}

export function differenceOf({ difference }: X12Issue): VNode | false {
  return difference !== null && h('b', { class: 'difference' }, ` ${difference.startsWith('-') ? '' : '+'}${difference}`)
}
