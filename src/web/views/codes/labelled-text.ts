// A short text whose parts have colours, each with a label below it.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'

export interface LabelledPart {
  readonly text: string
  /** Empty for what stands between parts. */
  readonly label: string
  /** From 0; parts of one hue belong together. */
  readonly hue: number
  readonly isWrong?: boolean
}

const HUES = 10

export function LabelledText({ parts, label }: { readonly parts: readonly LabelledPart[]; readonly label: string }): VNode {
  return h(
    'p',
    { class: 'labelled', role: 'group', 'aria-label': label },
    parts.map(({ text, label: name, hue, isWrong }, i) =>
      name === ''
        ? h('span', { key: i, class: 'between' }, visible(text))
        : h(
            'span',
            { key: i, class: isWrong ? 'labelled-part wrong' : 'labelled-part' },
            h('span', { class: `mono hue-${hue % HUES}` }, visible(text)),
            h('span', { class: 'label' }, name),
          ),
    ),
  )
}

/** Characters that scanners send and nobody sees have pictures. */
export function visible(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, (char) => (char === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + char.charCodeAt(0))))
}
