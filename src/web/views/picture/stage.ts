// A picture that can be enlarged, moved and inverted, with a layer over it in the coordinates of its pixels.
import type { ComponentChild, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import type { Point } from './boxes.ts'

export interface Sight {
  /** 1 fits the picture into its frame. */
  readonly zoom: number
  /** In CSS pixels. */
  readonly x: number
  readonly y: number
  readonly isInverted: boolean
}

export const PLAIN_SIGHT: Sight = { zoom: 1, x: 0, y: 0, isInverted: false }

const MIN_ZOOM = 0.25
const MAX_ZOOM = 16

export function zoomed(sight: Sight, factor: number): Sight {
  return { ...sight, zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, sight.zoom * factor)) }
}

interface Props {
  readonly content: Blob
  readonly label: string
  readonly sight: Sight
  /** In pixels of the picture. */
  readonly width: number
  readonly height: number
  readonly onDrag?: (dx: number, dy: number) => void
  /** In pixels of the picture, while the pointer is down. Called before onDrag. */
  readonly onPoint?: ((point: Point, isFirst: boolean) => void) | undefined
  readonly onWheel?: (steps: number, isZoom: boolean) => void
  readonly onKey?: (key: string, isFar: boolean) => boolean
  /** In the coordinates of the picture. */
  readonly layer?: ComponentChild
  readonly corner?: ComponentChild
}

export function Stage({ content, label, sight, width, height, onDrag, onPoint, onWheel, onKey, layer, corner }: Props): VNode {
  const address = useAddress(content)
  const frame = useRef<HTMLDivElement>(null)
  const last = useRef<{ x: number; y: number } | undefined>(undefined)
  useEffect(() => {
    // A listener that may keep the page from scrolling has to say so.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      onWheel?.(Math.sign(event.deltaY), event.ctrlKey)
    }
    const element = frame.current
    if (!onWheel || !element) return
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [onWheel])
  const tell = (event: PointerEvent, isFirst: boolean) => {
    const area = frame.current?.querySelector('.stage-picture')?.getBoundingClientRect()
    if (!onPoint || !area) return
    onPoint({ x: ((event.clientX - area.left) / area.width) * width, y: ((event.clientY - area.top) / area.height) * height }, isFirst)
  }
  const move = (event: PointerEvent) => {
    if (!last.current) return
    tell(event, false)
    onDrag?.(event.clientX - last.current.x, event.clientY - last.current.y)
    last.current = { x: event.clientX, y: event.clientY }
  }
  return h(
    'div',
    {
      class: 'picture-frame stage',
      ref: frame,
      tabIndex: 0,
      role: 'group',
      'aria-label': label,
      onPointerDown: (event: PointerEvent) => {
        if (!onDrag || event.button !== 0) return
        last.current = { x: event.clientX, y: event.clientY }
        frame.current?.setPointerCapture(event.pointerId)
        tell(event, true)
      },
      onPointerMove: move,
      onPointerUp: () => {
        last.current = undefined
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.target === frame.current && onKey?.(event.key, event.shiftKey)) event.preventDefault()
      },
    },
    h(
      'div',
      {
        class: 'stage-picture',
        style: {
          transform: `translate(${sight.x}px, ${sight.y}px) scale(${sight.zoom})`,
          aspectRatio: `${width} / ${height}`,
          '--shape': String(width / height),
        },
      },
      address && h('img', { src: address, alt: label, class: sight.isInverted ? 'inverted' : '', draggable: false }),
      layer !== undefined && h('svg', { class: 'stage-layer', viewBox: `0 0 ${width} ${height}` }, layer),
    ),
    corner !== undefined && h('div', { class: 'stage-corner mono' }, corner),
  )
}

/** Of a picture as the browser loads it. */
function useAddress(content: Blob): string | undefined {
  const [address, setAddress] = useState<string | undefined>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address
}
