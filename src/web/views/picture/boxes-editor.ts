// The frame of a file with boxes that a person adds, moves, resizes and removes, by pointer or in numbers.
import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { msg, plural, t } from '../../language/language.ts'
import type { FieldValue } from '../../run/messages.ts'
import { type Box, boxBetween, boxesOfRegions, type Edges, fitBox, type Point } from './boxes.ts'
import { type RunTool, useFramePicture } from './frame-picture.ts'
import { PLAIN_SIGHT, Stage } from './stage.ts'

export interface BoxesEditorProps {
  readonly ask: RunTool
  readonly file: FieldValue | undefined
  readonly boxes: readonly Box[]
  readonly onBoxes: (boxes: readonly Box[]) => void
}

/** Smaller ones are a click that missed. */
const LEAST_DRAWN = 3
/** Around text that was found, in pixels. */
const MARGIN = 2
const MAX_BOXES = 100

type Drag = { readonly from: Point } & (
  | { readonly kind: 'draw' }
  | { readonly kind: 'move' | 'resize'; readonly index: number; readonly box: Box }
)

export function BoxesEditor({ ask, file, boxes, onBoxes }: BoxesEditorProps): VNode {
  const [frame, setFrame] = useState(1)
  const [chosen, setChosen] = useState(-1)
  const [drawing, setDrawing] = useState<Box | undefined>()
  const [notice, setNotice] = useState('')
  const [isSearching, setSearching] = useState(false)
  const drag = useRef<Drag | undefined>(undefined)
  // A search takes a while: what it finds is added to the boxes that are there when it ends.
  const latest = useRef({ file, boxes })
  latest.current = { file, boxes }
  const drawn = useFramePicture(ask, file, frame)
  if (drawn.kind !== 'picture')
    return h('p', { class: 'quiet', role: 'status' }, drawn.kind === 'none' ? drawn.why : t('Drawing the frame…'))
  const { picture } = drawn
  const put = (index: number, box: Box) => onBoxes(boxes.map((old, i) => (i === index ? fitBox(box, picture) : old)))
  const add = (box: Box) => {
    if (boxes.length >= MAX_BOXES) return setNotice(t('Maximum: {count} boxes.', { count: MAX_BOXES }))
    onBoxes([...boxes, fitBox(box, picture)])
    setChosen(boxes.length)
  }
  const remove = (index: number) => {
    onBoxes(boxes.filter((_, i) => i !== index))
    setChosen(-1)
  }
  const find = async () => {
    setNotice(t('Searching every frame for text…'))
    setSearching(true)
    const isNeeded = () => latest.current.file === file
    const outcome = await ask('dicom/find-text', { file: file! }, {}, isNeeded)
    setSearching(false)
    if (!isNeeded()) return setNotice('')
    if ('problem' in outcome) return setNotice(outcome.problem.detail)
    if (!('done' in outcome)) return setNotice(t('The search was stopped.'))
    const found = boxesOfRegions((outcome.done.value?.regions ?? []) as readonly Box[], MARGIN, picture)
    const { boxes: present } = latest.current
    const known = new Set(present.map((box) => JSON.stringify(box)))
    const fresh = found.filter((box) => !known.has(JSON.stringify(box))).slice(0, MAX_BOXES - present.length)
    onBoxes([...present, ...fresh])
    setNotice(
      found.length === 0
        ? t('No text found.')
        : plural(
            fresh.length,
            '{count} box added. Check it: the search can miss text.',
            '{count} boxes added. Check them: the search can miss text.',
          ),
    )
  }
  const begin = (event: PointerEvent, next: (from: Point) => Drag) => {
    event.stopPropagation()
    drag.current = next(pointOf(event))
    ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    const at = drag.current
    if (!at) return
    const point = pointOf(event)
    const [dx, dy] = [point.x - at.from.x, point.y - at.from.y]
    if (at.kind === 'draw') setDrawing(boxBetween(at.from, point))
    else if (at.kind === 'move') put(at.index, { ...at.box, column: at.box.column + dx, row: at.box.row + dy })
    else put(at.index, { ...at.box, width: at.box.width + dx, height: at.box.height + dy })
  }
  const end = () => {
    if (drag.current?.kind === 'draw' && drawing && drawing.width >= LEAST_DRAWN && drawing.height >= LEAST_DRAWN) add(drawing)
    drag.current = undefined
    setDrawing(undefined)
  }
  const layer = [
    h('rect', {
      key: 'ground',
      width: picture.width,
      height: picture.height,
      fill: 'transparent',
      onPointerDown: (event: PointerEvent) => {
        setChosen(-1)
        begin(event, (from) => ({ kind: 'draw', from }))
      },
      onPointerMove: move,
      onPointerUp: end,
    }),
    ...boxes.map((box, i) =>
      rectOf(box, i === chosen ? 'box chosen' : 'box', `box ${i}`, {
        onPointerDown: (event: PointerEvent) => {
          setChosen(i)
          begin(event, (from) => ({ kind: isCorner(from, box, picture) ? 'resize' : 'move', index: i, box, from }))
        },
        onPointerMove: move,
        onPointerUp: end,
      }),
    ),
    drawing && rectOf(drawing, 'box', 'drawing', {}),
  ]
  return h(
    'div',
    { class: 'boxes' },
    h(
      'div',
      { class: 'picture-bar' },
      h('button', { type: 'button', class: 'plain', onClick: () => add(middleOf(picture)) }, t('Add box')),
      h('button', { type: 'button', class: 'plain', disabled: isSearching, onClick: () => void find() }, t('Find text')),
      boxes.length > 0 && h('button', { type: 'button', class: 'plain', onClick: () => onBoxes([]) }, t('Remove all')),
      h('span', { class: 'quiet', role: 'status' }, notice),
    ),
    h(Stage, {
      content: picture.content,
      label: t('Frame with the boxes to blank'),
      sight: PLAIN_SIGHT,
      width: picture.width,
      height: picture.height,
      layer,
      corner: picture.frames > 1 && h('span', null, t('Frame {frame}/{frames}', { frame, frames: picture.frames })),
      onKey: (key) => {
        if ((key !== 'Delete' && key !== 'Backspace') || chosen < 0) return false
        remove(chosen)
        return true
      },
    }),
    picture.frames > 1 && h(FrameSlider, { frame, frames: picture.frames, onFrame: setFrame }),
    h(
      'p',
      { class: 'quiet' },
      t('Draw a box, drag it to move it, drag its lower right corner to resize it. Boxes are blanked in every frame.'),
    ),
    h(
      'ol',
      { class: 'box-list' },
      boxes.map((box, i) =>
        h(BoxRow, { key: i, box, number: i + 1, onBox: (next) => put(i, next), onFocus: () => setChosen(i), onRemove: () => remove(i) }),
      ),
    ),
  )
}

export function FrameSlider({ frame, frames, onFrame }: { frame: number; frames: number; onFrame: (frame: number) => void }): VNode {
  return h(
    'label',
    { class: 'slider' },
    h('span', null, t('Frame')),
    h('input', {
      type: 'range',
      min: 1,
      max: frames,
      value: frame,
      onInput: (event: Event) => onFrame(Number((event.currentTarget as HTMLInputElement).value)),
    }),
    h('output', { class: 'mono' }, `${frame}/${frames}`),
  )
}

interface RowProps {
  readonly box: Box
  readonly number: number
  readonly onBox: (box: Box) => void
  readonly onFocus: () => void
  readonly onRemove: () => void
}

const SIDES = [
  ['column', msg('Column')],
  ['row', msg('Row')],
  ['width', msg('Width')],
  ['height', msg('Height')],
] as const

function BoxRow({ box, number, onBox, onFocus, onRemove }: RowProps): VNode {
  return h(
    'li',
    { class: 'box-row', onFocusIn: onFocus },
    SIDES.map(([name, title]) =>
      h(
        'label',
        { key: name },
        t(title),
        h('input', {
          type: 'number',
          min: 0,
          'aria-label': t('{title} of box {number}', { title: t(title), number }),
          value: String(box[name]),
          onChange: (event: Event) => onBox({ ...box, [name]: Number((event.currentTarget as HTMLInputElement).value) }),
        }),
      ),
    ),
    h('button', { type: 'button', class: 'plain', 'aria-label': t('Remove box {number}', { number }), onClick: onRemove }, t('Remove')),
  )
}

function rectOf({ column, row, width, height }: Box, name: string, key: string, handlers: object): VNode {
  return h('rect', { key, class: name, x: column, y: row, width, height, ...handlers })
}

/** The last fifth of both edges, at most a fortieth of the frame. */
function isCorner({ x, y }: Point, box: Box, frame: Edges): boolean {
  const reach = Math.min(box.width / 3, Math.max(frame.width / 40, box.width / 5))
  const reachDown = Math.min(box.height / 3, Math.max(frame.height / 40, box.height / 5))
  return x > box.column + box.width - reach && y > box.row + box.height - reachDown
}

function middleOf({ width, height }: Edges): Box {
  return { column: width * 0.3, row: height * 0.4, width: width * 0.4, height: height * 0.1 }
}

/** In pixels of the frame. */
function pointOf(event: PointerEvent): Point {
  const svg = (event.currentTarget as SVGElement).ownerSVGElement!
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse())
  return { x, y }
}
