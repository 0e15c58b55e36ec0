// Options that the declaration marks as sliders: where they stand, and what moving one sets.
import type { VNode } from 'preact'
import { useId } from 'preact/hooks'
import { h } from '../../draw.ts'
import { labelOf } from '../../form/field-schema.ts'
import { propertiesOf, withMember } from '../../form/form-state.ts'
import type { FieldSchema } from '../../form/json-schema.ts'
import type { PageTool } from '../../run/page-tool.ts'

export type Members = Readonly<Record<string, unknown>>

export interface Slider {
  readonly path: readonly string[]
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  readonly value: number
}

export function SliderField({ slider, onMove }: { slider: Slider; onMove: (value: number) => void }): VNode {
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
export function slidersOf(tool: PageTool, value: Members, options: Members): Slider[] {
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

function defaultAt(tool: PageTool, [first, ...rest]: readonly string[]): unknown {
  const schema = new Map(propertiesOf(tool.schemas.options)).get(first!)
  return rest.reduce<FieldSchema | undefined>((inner, name) => inner?.properties?.[name], schema)?.default
}

/** Values stay within the bounds and on the steps of their sliders. */
export function withinSlider({ minimum, maximum, step }: Slider, value: number): number {
  return Math.min(maximum, Math.max(minimum, Math.round(value / step) * step))
}

/** Members of one group are set together: one of them alone may mean nothing. */
export function withSliders(options: Members, sliders: readonly Slider[], moved: ReadonlyMap<Slider, number>): Members {
  const groups = new Set([...moved.keys()].filter(({ path }) => path.length > 1).map(({ path }) => path[0]))
  const together = sliders.filter((slider) => slider.path.length > 1 && groups.has(slider.path[0]) && !moved.has(slider))
  const all = [...together.map((slider) => [slider, slider.value] as const), ...moved]
  return all.reduce<Members>((whole, [{ path }, value]) => writeAt(whole, path, value), options)
}

function writeAt(members: Members, [first, ...rest]: readonly string[], value: unknown): Members {
  if (rest.length === 0) return withMember(members, first!, value)
  const inner = members[first!]
  return withMember(members, first!, writeAt(typeof inner === 'object' && inner !== null ? (inner as Members) : {}, rest, value))
}
