// A result that is a picture, with sliders for the options that the declaration marks: moving one runs the tool again.
import type { VNode } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import type { ToolDescription } from '../../core/describe.ts'
import { h } from '../draw.ts'
import { type FieldSchema, labelOf } from '../form/field-schema.ts'
import { propertiesOf, withMember } from '../form/form-state.ts'

type Members = Readonly<Record<string, unknown>>

interface Props {
  readonly tool: ToolDescription
  readonly content: Blob
  readonly value: Members
  readonly options: Members
  /** Undefined where the tool cannot be run again by itself. */
  readonly onOptions: ((options: Members) => void) | undefined
}

interface Slider {
  readonly path: readonly string[]
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  readonly value: number
}

export function ImageView({ tool, content, value, options, onOptions }: Props): VNode {
  const [address, setAddress] = useState<string | undefined>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  const sliders = onOptions ? slidersOf(tool, value, options) : []
  return h(
    'section',
    { class: 'picture' },
    h('div', { class: 'picture-frame' }, address && h('img', { src: address, alt: `Result of ${tool.title}` })),
    onOptions &&
      sliders.length > 0 &&
      h(
        'div',
        { class: 'sliders' },
        sliders.map((slider) =>
          h(SliderField, { key: slider.path.join('/'), slider, onMove: (moved) => onOptions(withSlider(options, sliders, slider, moved)) }),
        ),
      ),
  )
}

function SliderField({ slider, onMove }: { slider: Slider; onMove: (value: number) => void }): VNode {
  const id = useId()
  const { path, minimum, maximum, step, value } = slider
  return h(
    'div',
    { class: 'slider' },
    h('label', { for: id }, path.map(labelOf).join(', ')),
    h('input', {
      id,
      type: 'range',
      min: minimum,
      max: maximum,
      step,
      value,
      onInput: (event: Event) => onMove(Number((event.currentTarget as HTMLInputElement).value)),
    }),
    h('output', { for: id, class: 'mono' }, String(value)),
  )
}

/** What is not set stands where the result says that it was, else at its default. */
function slidersOf(tool: ToolDescription, value: Members, options: Members): Slider[] {
  return tool.views.options.flatMap(({ path, view }) => {
    if (view.kind !== 'slider') return []
    const maximum = typeof view.maximum === 'number' ? view.maximum : Number(value[view.maximum.field])
    const set = [readAt(options, path), readAt(value, path), defaultAt(tool, path), view.minimum].find(
      (candidate) => typeof candidate === 'number',
    )
    return maximum > view.minimum ? [{ path, minimum: view.minimum, maximum, step: view.step, value: set as number }] : []
  })
}

function readAt(members: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Members)[name] : undefined),
    members,
  )
}

function defaultAt(tool: ToolDescription, [first, ...rest]: readonly string[]): unknown {
  const schema = new Map(propertiesOf(tool.schemas.options)).get(first!)
  return rest.reduce<FieldSchema | undefined>((inner, name) => inner?.properties?.[name], schema)?.default
}

/** Members of one group are set together: one of them alone may mean nothing. */
function withSlider(options: Members, sliders: readonly Slider[], moved: Slider, value: number): Members {
  const together = sliders.filter(({ path }) => path.length > 1 && path[0] === moved.path[0])
  return [...together, { ...moved, value }].reduce<Members>((whole, slider) => writeAt(whole, slider.path, slider.value), options)
}

function writeAt(members: Members, [first, ...rest]: readonly string[], value: unknown): Members {
  if (rest.length === 0) return withMember(members, first!, value)
  const inner = members[first!]
  return withMember(members, first!, writeAt(typeof inner === 'object' && inner !== null ? (inner as Members) : {}, rest, value))
}
