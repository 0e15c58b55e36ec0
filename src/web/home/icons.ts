// Small drawings, 24 units wide, in the color of the text around them.
import type { VNode } from 'preact'
import { h } from '../draw.ts'

const PATHS = {
  read: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  shield: 'M12 2.8 4.5 5.6v5.6c0 4.8 3.2 8.3 7.5 10 4.3-1.7 7.5-5.2 7.5-10V5.6zM9 12h6',
  check: 'M4 5h10M4 11h6M4 17h5M12.5 16l3 3L21 12.5',
  convert: 'M4 8h14l-4-4M20 16H6l4 4',
  write: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  compare: 'M4 4h6v16H4zM14 4h6v16h-6zM6 9h2M6 13h2M16 9h2M16 15h2',
  code: 'M4 5v14M8 5v14M11 5v14M15 5v14M17.5 5v14M20 5v14',
  text: 'M4 6h16M4 10.5h16M4 15h16M4 19.5h9',
  more: 'M5 12h.1M12 12h.1M19 12h.1',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20',
  drop: 'M12 3v12M7.5 10.5 12 15l4.5-4.5M4 17v3.5h16V17',
  recipe: 'M5 4h14v4.5H5zM5 15.5h14V20H5zM12 8.5v7M9.5 13l2.5 2.5 2.5-2.5',
  star: 'M12 3.5l2.600 5.600 6 .7-4.5 4.100 1.200 6-5.300-3-5.300 3 1.200-6L3.400 9.800l6-.7z',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }): VNode {
  return h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, h('path', { d: PATHS[name] }))
}
