// The same frame of a file before and after a tool changed it.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import type { FieldValue } from '../../run/messages.ts'
import { FrameSlider } from './boxes-editor.ts'
import { type Drawn, type RunTool, useFramePicture } from './frame-picture.ts'
import { PLAIN_SIGHT, Stage } from './stage.ts'

interface Props {
  readonly ask: RunTool
  readonly before: FieldValue
  readonly after: Blob
}

export function BeforeAfter({ ask, before, after }: Props): VNode | null {
  const [frame, setFrame] = useState(1)
  const changed = useMemo(() => ({ file: after }), [after])
  const left = useFramePicture(ask, before, frame)
  const right = useFramePicture(ask, changed, frame)
  // A file without pixels has nothing to compare.
  if (left.kind === 'none' && right.kind === 'none') return null
  const frames = left.kind === 'picture' ? left.picture.frames : 1
  return h(
    'section',
    { class: 'field' },
    h('h3', null, t('Picture')),
    h('div', { class: 'two-pictures' }, h(Side, { title: t('Before'), drawn: left }), h(Side, { title: t('After'), drawn: right })),
    frames > 1 && h(FrameSlider, { frame, frames, onFrame: setFrame }),
  )
}

function Side({ title, drawn }: { title: string; drawn: Drawn }): VNode {
  return h(
    'figure',
    null,
    h('figcaption', null, title),
    drawn.kind === 'picture'
      ? h(Stage, {
          content: drawn.picture.content,
          label: t('{title}: frame', { title }),
          sight: PLAIN_SIGHT,
          width: drawn.picture.width,
          height: drawn.picture.height,
        })
      : h('p', { class: 'quiet' }, drawn.kind === 'none' ? drawn.why : t('Drawing the frame…')),
  )
}
