// Functions that FHIR adds to FHIRPath, and the times of an evaluation.
import { isObject } from '../../json/json-value.ts'
import type { FhirModel } from '../../model/element-plan.ts'
import { checkXhtml } from '../../validate/narrative.ts'
import { childrenOf } from '../children.ts'
import { evaluationError, single, textOf } from '../context.ts'
import { type Item, type Items, NONE, ofBoolean, ofTemporal, Quantity, systemOf } from '../item.ts'
import { areComparable } from '../quantity.ts'
import { Temporal } from '../temporal.ts'
import { type FunctionDefinition, plain, systemValue } from './definition.ts'

export const FHIR: Readonly<Record<string, FunctionDefinition>> = {
  extension: plain(1, 1, (context, input, [url]) => {
    const requested = textOf(url!(context, context.current), 'extension')
    if (requested === undefined) return NONE
    return input.flatMap((item) => {
      if (item.kind !== 'node') return []
      const extensions = childrenOf(item, context.settings.model, 'extension')
      return extensions.filter((each) => each.kind === 'node' && isObject(each.value) && each.value.url === requested)
    })
  }),
  hasValue: plain(0, 0, (_, input) => ofBoolean(input.length === 1 && hasValue(input[0]!))),
  getValue: plain(0, 0, (_, input) => {
    const item = single(input, 'getValue')
    const value = item && hasValue(item) ? systemOf(item) : undefined
    return value ? [value] : NONE
  }),
  resolve: plain(0, 0, ({ settings }, input) =>
    input.flatMap((item) => {
      const node = item.kind === 'node' ? item : undefined
      const value = node && isObject(node.value) ? node.value.reference : systemOf(item)?.value
      const found = typeof value === 'string' ? settings.resolve(value, node) : undefined
      return found ? [found] : []
    }),
  ),
  memberOf: plain(1, 1, (context, input, [valueSet]) => {
    const item = single(input, 'memberOf')
    const url = textOf(valueSet!(context, context.current), 'memberOf')
    const member = item && url !== undefined ? context.settings.memberOf(item, url) : undefined
    return member === undefined ? NONE : ofBoolean(member)
  }),
  conformsTo: plain(1, 1, (context, input, [profile]) => {
    const { model, conformsTo } = context.settings
    const item = single(input, 'conformsTo')
    const url = textOf(profile!(context, context.current), 'conformsTo')
    if (item?.kind !== 'node' || url === undefined) return NONE
    const type = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/([A-Za-z]{1,60})$/.exec(url)?.[1]
    if (type !== undefined && model.type(type)) return ofBoolean(model.isA(item.plan.name, type))
    const conforms = conformsTo(item, url)
    if (conforms === undefined) throw evaluationError('conformsTo takes a profile that is loaded.')
    return ofBoolean(conforms)
  }),
  htmlChecks: plain(0, 0, (_, input) => {
    const item = single(input, 'htmlChecks')
    const value = item && systemOf(item)?.value
    if (typeof value !== 'string') return NONE
    // A text is the content of a narrative.
    const isWhole = item?.kind === 'node' && item.plan.name === 'xhtml'
    return ofBoolean(checkXhtml(isWhole ? value : `<div xmlns="http://www.w3.org/1999/xhtml">${value}</div>`) === undefined)
  }),
  elementDefinition: plain(0, 0, () => NONE),
  slice: plain(2, 2, () => NONE),
  checkModifiers: plain(0, 20, (context, input, known) => {
    const urls = new Set(known.flatMap((each) => textOf(each(context, context.current), 'checkModifiers') ?? []))
    for (const item of input) {
      const modifiers = item.kind === 'node' ? childrenOf(item, context.settings.model, 'modifierExtension') : NONE
      const isUnknown = (each: Item): boolean => each.kind === 'node' && isObject(each.value) && !urls.has(String(each.value.url))
      if (modifiers.some(isUnknown)) throw evaluationError('checkModifiers found a modifier extension that is not named.')
    }
    return input
  }),
  weight: plain(0, 0, ({ settings }, input) => input.flatMap((item) => weightOf(item, settings.model))),
  ordinal: plain(0, 0, ({ settings }, input) => input.flatMap((item) => weightOf(item, settings.model))),
  subsumes: plain(1, 1, (context, input, [other]) => isSameConcept(input, other!(context, context.current))),
  subsumedBy: plain(1, 1, (context, input, [other]) => isSameConcept(input, other!(context, context.current))),
  now: plain(0, 0, ({ settings }) => timeOf(settings.now, 'DateTime')),
  today: plain(0, 0, ({ settings }) => timeOf(settings.now?.slice(0, 10), 'Date')),
  timeOfDay: plain(0, 0, ({ settings }) => timeOf(settings.now?.slice(11, 19), 'Time')),
  comparable: plain(1, 1, (context, input, [other]) => {
    const [a, b] = [systemValue(input), systemValue(other!(context, context.current))]
    return a instanceof Quantity && b instanceof Quantity ? ofBoolean(areComparable(a, b)) : NONE
  }),
}

function hasValue(item: Item): boolean {
  return item.kind === 'system' || (item.kind === 'node' && item.plan.kind === 'primitive' && item.value !== undefined)
}

const WEIGHTS: ReadonlySet<unknown> = new Set([
  'http://hl7.org/fhir/StructureDefinition/itemWeight',
  'http://hl7.org/fhir/StructureDefinition/ordinalValue',
])

/** The weight that an extension gives to an answer or a code. */
function weightOf(item: Item, model: FhirModel): Items {
  if (item.kind !== 'node') return NONE
  const extension = childrenOf(item, model, 'extension').find(
    (each) => each.kind === 'node' && isObject(each.value) && WEIGHTS.has(each.value.url),
  )
  return extension?.kind === 'node' ? childrenOf(extension, model, 'value').flatMap((each) => systemOf(each) ?? []) : NONE
}

/** A concept subsumes itself; for two others a terminology server would be needed, so the result is empty. */
function isSameConcept(input: Items, other: Items): Items {
  const [a, b] = [single(input, 'subsumes'), single(other, 'subsumes')]
  if (a?.kind !== 'node' || b?.kind !== 'node' || !isObject(a.value) || !isObject(b.value)) return NONE
  const isSame = a.value.code !== undefined && a.value.system === b.value.system && a.value.code === b.value.code
  return isSame ? ofBoolean(true) : NONE
}

function timeOf(text: string | undefined, kind: 'Date' | 'DateTime' | 'Time'): Items {
  const time = text === undefined ? undefined : Temporal.parse(text, kind)
  return time ? [ofTemporal(time)] : NONE
}
