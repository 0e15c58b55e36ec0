// Slicing: which slice each value of a list is in, how many each slice has, and what may stand outside of them.
import { jsonPathOf, type NodeItem } from '../path/item.ts'
import type { SlicingRule } from './definitions.ts'
import type { ElementRule } from './element-rule.ts'
import { cardinalityOf, type ProfileCheck, type Run } from './profile-check.ts'

/** Takes what fits no other slice. */
const DEFAULT_SLICE = '@default'

const BY_URL: SlicingRule = { discriminators: [{ type: 'value', path: 'url' }], rules: 'open', ordered: false }
const BY_TYPE: SlicingRule = { discriminators: [{ type: 'type', path: '$this' }], rules: 'open', ordered: false }

/** What a definition need not say: extensions are sliced by their address, choices by their type. */
function slicingOf({ slicing, name, element }: ElementRule): SlicingRule | undefined {
  const isExtension = name === 'extension' || name === 'modifierExtension'
  const implied = isExtension ? BY_URL : element?.choice ? BY_TYPE : undefined
  if (slicing && slicing.discriminators.length === 0 && implied) return { ...slicing, discriminators: implied.discriminators }
  return slicing ?? implied
}

interface Assignment {
  readonly bySlice: ReadonlyMap<ElementRule, NodeItem[]>
  /** Slices that a value may be in or not. */
  readonly undecided: ReadonlySet<ElementRule>
  /** For each value the place of its slice among the slices; -1 for none, undefined where it cannot be told. */
  readonly order: readonly (number | undefined)[]
}

/** @param items the values that are sliced: all of an element, or those of a slice that is sliced again */
export function checkSlices(checker: ProfileCheck, rule: ElementRule, parent: NodeItem, items: readonly NodeItem[], run: Run): void {
  const slicing = slicingOf(rule)
  if (!slicing || slicing.discriminators.length === 0) {
    if (items.length > 0)
      checker.add(run, 'slice_undecided', jsonPathOf(items[0]!), { rule: rule.id, expected: 'a discriminator in the profile' })
    return
  }
  const assignment = assign(checker, rule, items, slicing, run)
  checkOrder(checker, rule, items, slicing, assignment, run)
  for (const slice of rule.slices) {
    const found = assignment.bySlice.get(slice) ?? []
    const { min = 0, max = Number.POSITIVE_INFINITY, sliceName } = slice
    const facts = { rule: sliceName, expected: cardinalityOf(slice) }
    if (found.length < min && !assignment.undecided.has(slice)) checker.add(run, 'slice_min', jsonPathOf(parent), facts)
    if (found.length > max) checker.add(run, 'slice_max', jsonPathOf(found[max]!), facts)
    for (const item of found) checker.element(slice, item, run)
    if (slice.slices.length > 0) checkSlices(checker, slice, parent, found, run)
  }
}

function assign(checker: ProfileCheck, rule: ElementRule, items: readonly NodeItem[], slicing: SlicingRule, run: Run): Assignment {
  const bySlice = new Map<ElementRule, NodeItem[]>()
  const undecided = new Set<ElementRule>()
  const order: (number | undefined)[] = []
  const usual = rule.slices.find(({ sliceName }) => sliceName === DEFAULT_SLICE)
  for (const item of items) {
    const { fitting, open } = candidatesFor(checker, rule, item, slicing)
    const [first] = fitting
    if (fitting.length > 1) checker.add(run, 'slice_ambiguous', jsonPathOf(item), { rule: rule.id, expected: namesOf(fitting) })
    const chosen = first ?? (open.length === 0 ? usual : undefined)
    if (chosen) bySlice.set(chosen, [...(bySlice.get(chosen) ?? []), item])
    order.push(chosen ? rule.slices.indexOf(chosen) : open.length > 0 ? undefined : -1)
    if (first) continue
    for (const slice of open) {
      if (!undecided.has(slice)) checker.add(run, 'slice_undecided', jsonPathOf(item), { rule: slice.sliceName, expected: slice.id })
      undecided.add(slice)
    }
  }
  return { bySlice, undecided, order }
}

function candidatesFor(checker: ProfileCheck, { slices }: ElementRule, item: NodeItem, { discriminators }: SlicingRule) {
  const fitting: ElementRule[] = []
  const open: ElementRule[] = []
  for (const slice of slices) {
    if (slice.sliceName === DEFAULT_SLICE) continue
    const match = checker.discriminators.matches(item, slice, discriminators)
    if (match === 'yes') fitting.push(slice)
    else if (match === 'unknown') open.push(slice)
  }
  return { fitting, open }
}

function checkOrder(
  checker: ProfileCheck,
  rule: ElementRule,
  items: readonly NodeItem[],
  { rules, ordered }: SlicingRule,
  { order }: Assignment,
  run: Run,
): void {
  let last = -1
  const end = order.findLastIndex((place) => place !== undefined && place >= 0)
  items.forEach((item, i) => {
    const place = order[i]
    if (place === undefined) return
    if (place < 0) {
      if (rules === 'closed') checker.add(run, 'slice_closed', jsonPathOf(item), { rule: rule.id, expected: namesOf(rule.slices) })
      if (rules === 'openAtEnd' && i < end) checker.add(run, 'slice_order', jsonPathOf(item), { rule: rule.id })
      return
    }
    if (ordered && place < last) checker.add(run, 'slice_order', jsonPathOf(item), { rule: rule.id, expected: namesOf(rule.slices) })
    last = Math.max(last, place)
  })
}

function namesOf(slices: readonly ElementRule[]): string {
  return slices.map(({ sliceName }) => sliceName).join(' | ')
}
