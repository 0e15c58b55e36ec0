// One element of a profile: its path, cardinality, types, values, bindings, constraints and slicing (R4 ElementDefinition).
import { isObject, type JsonObject, type JsonPath } from '../json/json-value.ts'
import { objectsIn, textOf, textsIn } from '../json/members.ts'
import type { ElementPlan, FhirModel, TypePlan } from '../model/element-plan.ts'
import { findElement } from '../model/find-element.ts'
import type { Profiles } from '../profile/compile-profile.ts'
import type { Context } from '../validate/context.ts'
import { namesUnknown, namesUnknownElement, parsedOf, syntaxErrorOf } from './check-expression.ts'

export interface ElementPlace {
  readonly path: JsonPath
  /** The type that the profile constrains. */
  readonly type: TypePlan
  readonly profiles: Profiles | undefined
  readonly isSnapshot: boolean
}

/** Types that lead to another resource (R4 ElementDefinition.type.targetProfile). */
const TARGETED: ReadonlySet<string> = new Set(['Reference', 'canonical', 'CodeableReference'])
/** What definitions call a type within a resource. */
const WITHIN: ReadonlySet<string> = new Set(['BackboneElement', 'Element'])
/** Types that no binding suits (R4 eld-11). */
const UNBINDABLE: ReadonlySet<string> = new Set([
  ...['boolean', 'integer', 'integer64', 'decimal', 'unsignedInt', 'positiveInt', 'date', 'dateTime', 'instant', 'time', 'base64Binary'],
  ...['HumanName', 'Address', 'ContactPoint', 'Identifier', 'Reference', 'Period', 'Range', 'Ratio', 'Attachment', 'SampledData', 'Timing'],
])

export function checkElement(context: Context, element: JsonObject, place: ElementPlace): void {
  const { issues, model } = context
  const { path, type } = place
  const name = textOf(element.path)
  if (name === undefined) return
  if (name.split('.')[0] !== type.name) {
    issues.add('definition_path', path, { expected: `a path that begins with ${type.name}` })
    return
  }
  if (!name.includes('.') && element.slicing !== undefined) issues.add('definition_slicing', path, { expected: 'no slicing of the root' })
  checkCardinality(context, element, path)
  checkWidening(context, element, place)
  const found = findElement(name, type, model)
  const own = objectsIn(element.type)
  const codes = own.length > 0 ? own.flatMap(({ code }) => textOf(code) ?? []) : (found?.types ?? [])
  checkConstraints(context, element, { codes: own.length > 0 ? codes : (found?.codes ?? []), path, model })
  checkTypes(context, own, { ...place, known: found?.types })
  if (found?.element && !place.isSnapshot) checkNarrowing(context, element, found.element, place)
  checkValues(context, element, { codes, path, model })
  const isBound = isObject(element.binding) && !place.isSnapshot
  if (isBound && codes.length > 0 && codes.every((code) => UNBINDABLE.has(code))) {
    issues.add('definition_type', [...path, 'binding'], { expected: 'no binding of this type' })
  }
  checkSlicing(context, element, { codes: codes.flatMap((code) => (WITHIN.has(code) ? (found?.codes ?? []) : code)), path })
}

function checkCardinality({ issues }: Context, { min, max }: JsonObject, path: JsonPath): void {
  if (typeof min === 'number' && typeof max === 'string' && max !== '*' && min > Number(max)) {
    issues.add('definition_content', path, { expected: 'a minimum that is not above the maximum' })
  }
}

/** A profile narrows what the base type allows, and never widens it (R4 5.1.0.4). */
function checkWidening({ issues, model }: Context, element: JsonObject, { path, type }: ElementPlace): void {
  const { min, max, sliceName } = element
  const found = findElement(textOf(element.path) ?? '', type, model)?.element
  const isSlice = sliceName !== undefined || namesSlice(textOf(element.id) ?? '')
  if (!found || found.choice) return
  const isWider = (max === '*' || Number(max) > 1) && !found.list
  if (isWider) issues.add('definition_content', path, { expected: 'a maximum of 1, as the base definition has it' })
  if (min === 0 && found.required && !isSlice && max !== '0')
    issues.add('definition_content', path, { expected: 'a minimum of 1, as the base definition has it' })
}

const STRENGTHS = ['example', 'preferred', 'extensible', 'required']

/** A binding stays at least as strong, and references point only to types that the base definition allows (R4 5.1.0.4). */
function checkNarrowing({ issues, model }: Context, element: JsonObject, base: ElementPlan, { path, profiles }: ElementPlace): void {
  const strength = isObject(element.binding) ? STRENGTHS.indexOf(String(element.binding.strength)) : -1
  if (base.binding && strength >= 0 && strength < STRENGTHS.indexOf(base.binding.strength))
    issues.add('definition_content', [...path, 'binding'], { expected: `a binding that is at least ${base.binding.strength}` })
  const targets = new Set(base.types.flatMap((type) => (TARGETED.has(type.code) ? type.targets : [])))
  const isOpen = base.types.some((type) => TARGETED.has(type.code) && type.targets.length === 0)
  if (isOpen || targets.size === 0) return
  objectsIn(element.type).forEach(({ targetProfile }, i) => {
    textsIn(targetProfile).forEach((canonical, j) => {
      const type = profiles?.typeOf(canonical)
      if (type === undefined || [...targets].some((each) => model.isA(type, each) || model.isA(each, type))) return
      issues.add('definition_type', [...path, 'type', i, 'targetProfile', j], { expected: [...targets].join(' | ') })
    })
  })
}

function checkConstraints({ issues }: Context, element: JsonObject, { codes, path, model }: ValueCheck): void {
  objectsIn(element.constraint).forEach(({ expression }, i) => {
    const text = textOf(expression)
    if (text === undefined) return
    const parsed = parsedOf(text)
    const known = codes.filter((code) => model.type(code) && !WITHIN.has(code))
    // A choice has the elements of all its types: one rule may name elements of several.
    const isUnknown = parsed !== undefined && known.length === codes.length && codes.length > 0 && namesUnknownElement(parsed, model, known)
    const error = syntaxErrorOf(text) ?? (isUnknown ? `elements of ${codes.join(' | ')}` : undefined)
    if (error !== undefined) issues.add('definition_expression', [...path, 'constraint', i], { expected: error })
  })
}

function checkTypes(
  { issues, model }: Context,
  types: readonly JsonObject[],
  place: ElementPlace & { readonly known: readonly string[] | undefined },
): void {
  types.forEach(({ code, profile, targetProfile }, i) => {
    const name = textOf(code)
    if (name === undefined || name.includes(':')) return
    const at = [...place.path, 'type', i]
    const isKnown = !place.known || place.known.some((each) => model.isA(name, each) || each.includes(':'))
    if (!isKnown) issues.add('definition_type', at, { expected: place.known!.join(' | ') })
    if (targetProfile !== undefined && !TARGETED.has(name)) issues.add('definition_type', at, { expected: 'no targetProfile of this type' })
    // A profile of a type within a resource names the element that it is for.
    if (WITHIN.has(name)) return
    textsIn(profile).forEach((canonical, j) => {
      const constrained = place.profiles?.typeOf(canonical)
      const isAbove = constrained !== undefined && model.type(name)?.abstract === true && model.isA(constrained, name)
      if (constrained === undefined || isAbove || model.isA(name, constrained)) return
      issues.add('definition_type', [...at, 'profile', j], { expected: `a profile of ${name}` })
    })
  })
}

interface ValueCheck {
  readonly codes: readonly string[]
  readonly path: JsonPath
  readonly model: FhirModel
}

/** What is fixed or a pattern is of a type of the element. */
function checkValues({ issues }: Context, element: JsonObject, { codes, path, model }: ValueCheck): void {
  if (codes.length === 0 || codes.some((code) => code.includes(':'))) return
  const members = new Set(codes.map((code) => code[0]!.toUpperCase() + code.slice(1)))
  for (const name of Object.keys(element)) {
    const type = /^(?:fixed|pattern|defaultValue)([A-Z]\w*)$/.exec(name)?.[1]
    if (type === undefined || members.has(type) || codes.some((code) => model.type(code)?.abstract)) continue
    // SimpleQuantity and its like are profiles of Quantity.
    if (type === 'Quantity' && codes.some((code) => model.isA(code, 'Quantity'))) continue
    issues.add('definition_type', [...path, name], { expected: codes.join(' | ') })
  }
}

function checkSlicing(
  { issues, model }: Context,
  { slicing }: JsonObject,
  { codes, path }: { readonly codes: readonly string[]; readonly path: JsonPath },
): void {
  if (!isObject(slicing) || codes.length === 0 || codes.some((code) => !model.type(code))) return
  objectsIn(slicing.discriminator).forEach((discriminator, i) => {
    const text = textOf(discriminator.path)
    if (text === undefined || text.includes('resolve()') || text.includes('extension(')) return
    const parsed = parsedOf(text)
    const isWrong = !parsed || codes.every((code) => namesUnknown(parsed, model, code))
    if (isWrong)
      issues.add('definition_slicing', [...path, 'slicing', 'discriminator', i], { expected: `a path from ${codes.join(' | ')}` })
  })
}

/** `Patient.name:official`: the last part of the id has the name of a slice. */
function namesSlice(id: string): boolean {
  return id.lastIndexOf(':') > id.lastIndexOf('.')
}
