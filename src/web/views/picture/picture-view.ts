// A result that is a picture: drag for the window, wheel for frames, zoom, pan, measure, invert, play. What changes an option runs the tool again.
import type { VNode } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { msgs, t } from '../../language/language.ts'
import type { FieldValue } from '../../run/messages.ts'
import type { PageTool } from '../../run/page-tool.ts'
import type { Series } from '../../shell/series.ts'
import type { Point } from './boxes.ts'
import type { RunTool } from './frame-picture.ts'
import { type Line, lengthWords, lineLayer, moveLine, useSpacing } from './measure.ts'
import { type Members, type Slider, SliderField, slidersOf, withinSlider, withSliders } from './sliders.ts'
import { PLAIN_SIGHT, type Sight, Stage, zoomed } from './stage.ts'

interface Props {
  readonly tool: PageTool
  readonly content: Blob
  readonly value: Members
  readonly options: Members
  /** The DICOM file that it was drawn from. */
  readonly file: FieldValue | undefined
  readonly ask: RunTool
  /** The file among several. */
  readonly series: Series | undefined
  /** Undefined if the tool cannot be run again by itself. */
  readonly onOptions: ((options: Members) => void) | undefined
}

type Mode = 'window' | 'pan' | 'zoom' | 'measure'

const MODE_NAMES = msgs<Mode>({ window: 'Window', pan: 'Pan', zoom: 'Zoom', measure: 'Measure' })
/** Frames a second while playing, if the tool is as fast. */
const PLAY_MS = 125

export function PictureView({ tool, content, value, options, file, ask, series, onOptions }: Props): VNode {
  const [sight, setSight] = useState<Sight>(PLAIN_SIGHT)
  const [line, setLine] = useState<Line | undefined>()
  const [pixelWidth, pixelHeight] = [Number(value.width ?? value.columns ?? 1), Number(value.height ?? value.rows ?? 1)]
  const scale = { x: Number(value.columns ?? pixelWidth) / pixelWidth, y: Number(value.rows ?? pixelHeight) / pixelHeight }
  const sliders = onOptions ? slidersOf(tool, value, options) : []
  const named = (name: string) => sliders.find(({ path }) => path.at(-1) === name)
  const [center, width, frame] = [named('center'), named('width'), named('frame')]
  const hasWindow = center !== undefined && width !== undefined && value.window !== null
  const modes: Mode[] = hasWindow ? ['window', 'pan', 'zoom', 'measure'] : ['pan', 'zoom', 'measure']
  const [chosen, setMode] = useState<Mode>(modes[0]!)
  const mode = modes.includes(chosen) ? chosen : modes[0]!
  const isMeasuring = mode === 'measure'
  const spacing = useSpacing(ask, file, isMeasuring)
  // Another file has another scale.
  useEffect(() => setLine(undefined), [file])
  const set = (moved: ReadonlyMap<Slider, number>) => onOptions?.(withSliders(options, sliders, moved))
  const image = series && { path: ['image'], minimum: 1, maximum: series.count, step: 1, value: series.index + 1 }
  const showImage = (number: number) => series?.onIndex(number - 1)
  const step = (by: number) => {
    if (frame) set(new Map([[frame, cycled(frame, frame.value + by)]]))
    else if (image) showImage(cycled(image, image.value + by))
  }
  const [isPlaying, setPlaying] = usePlaying(content, () => step(1))
  const drag = (dx: number, dy: number) => {
    if (isMeasuring) return
    if (mode === 'pan') setSight((old) => ({ ...old, x: old.x + dx, y: old.y + dy }))
    else if (mode === 'zoom') setSight((old) => zoomed(old, 1.01 ** -dy))
    else if (center && width) {
      const unit = Math.max(1, width.value / 256)
      const moved: [Slider, number][] = [
        [center, withinSlider(center, center.value + dy * unit)],
        [width, withinSlider(width, width.value + dx * unit)],
      ]
      set(new Map(moved))
    }
  }
  const hasSteps = frame !== undefined || image !== undefined
  const live = useRef({ drag, step, hasFrames: hasSteps })
  live.current = { drag, step, hasFrames: hasSteps }
  const wheel = useCallback((steps: number, isZoom: boolean) => {
    if (isZoom || !live.current.hasFrames) setSight((old) => zoomed(old, steps > 0 ? 1 / 1.2 : 1.2))
    else live.current.step(steps)
  }, [])
  const press = (key: string, isFar = false): boolean => {
    const moved = isMeasuring ? moveLine(line, key, isFar, { x: pixelWidth, y: pixelHeight }) : undefined
    if (moved) {
      setLine(moved)
      return true
    }
    const act: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      '+': () => setSight(zoomed(sight, 1.2)),
      '-': () => setSight(zoomed(sight, 1 / 1.2)),
      i: () => setSight({ ...sight, isInverted: !sight.isInverted }),
      r: () => setSight(PLAIN_SIGHT),
      ' ': () => hasSteps && setPlaying(!isPlaying),
    }
    if (!Object.hasOwn(act, key)) return false
    act[key]!()
    return true
  }
  return h(
    'section',
    { class: 'picture' },
    h(
      'div',
      { class: 'picture-bar' },
      h(
        'div',
        { class: 'segments', role: 'group', 'aria-label': t('What dragging does') },
        modes.map((name) =>
          h('button', { key: name, type: 'button', 'aria-pressed': mode === name, onClick: () => setMode(name) }, t(MODE_NAMES[name])),
        ),
      ),
      button(t('Larger'), () => setSight(zoomed(sight, 1.5)), '+'),
      button(t('Smaller'), () => setSight(zoomed(sight, 1 / 1.5)), '−'),
      h('button', { type: 'button', class: 'plain', 'aria-pressed': sight.isInverted, onClick: () => press('i') }, t('Invert')),
      hasSteps &&
        h(
          'button',
          { type: 'button', class: 'plain', 'aria-pressed': isPlaying, onClick: () => setPlaying(!isPlaying) },
          isPlaying ? t('Pause') : t('Play'),
        ),
      button(t('Reset'), () => setSight(PLAIN_SIGHT)),
    ),
    h(Stage, {
      content,
      label: t('Result of {title}', { title: tool.title }),
      sight,
      width: pixelWidth,
      height: pixelHeight,
      onDrag: drag,
      onPoint: isMeasuring
        ? (point: Point, isFirst: boolean) => setLine((old) => ({ from: isFirst || !old ? point : old.from, to: point }))
        : undefined,
      ...(line && { layer: lineLayer(line) }),
      onWheel: wheel,
      onKey: press,
      corner: [
        series &&
          series.indexOf(file) >= 0 &&
          h('span', { key: 'image' }, t('Image {value}/{maximum}', { value: series.indexOf(file) + 1, maximum: series.count })),
        frame && h('span', { key: 'frame' }, t('Frame {value}/{maximum}', { value: frame.value, maximum: frame.maximum })),
        hasWindow && h('span', { key: 'window' }, `C ${center.value} W ${width.value}`),
        line && h('span', { key: 'length', role: 'status' }, lengthWords(line, scale, spacing)),
        h('span', { key: 'zoom' }, `${Math.round(sight.zoom * 100)} %`),
      ],
    }),
    (sliders.length > 0 || image) &&
      h(
        'div',
        { class: 'sliders' },
        image && h(SliderField, { key: 'image', slider: image, onMove: showImage }),
        sliders.map((slider) => h(SliderField, { key: slider.path.join('/'), slider, onMove: (moved) => set(new Map([[slider, moved]])) })),
      ),
  )
}

function button(label: string, onClick: () => void, text = label): VNode {
  return h('button', { type: 'button', class: 'plain', 'aria-label': label, title: label, onClick }, text)
}

/** The first frame follows the last. */
function cycled({ minimum, maximum }: Slider, value: number): number {
  return value > maximum ? minimum : value < minimum ? maximum : value
}

/** Each picture asks for the next one, so that a slow tool is never asked for two. */
function usePlaying(content: Blob, next: () => void): [boolean, (isPlaying: boolean) => void] {
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(next, PLAY_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, content])
  return [isPlaying, setPlaying]
}
