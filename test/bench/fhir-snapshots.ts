// Agreement of compiled differentials with the snapshots that packages publish: cardinality, types, values, bindings, slicing and rules of each element.
// Usage: node test/bench/fhir-snapshots.ts PACKAGE.tgz … | FOLDER (of definitions as JSON) …
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '../../src/formats/fhir/json/read-json.ts'
import { type ElementPlan, modelOf, type TypePlan } from '../../src/formats/fhir/model/element-plan.ts'
import { isSameJson } from '../../src/formats/fhir/path/operators.ts'
import { Profiles } from '../../src/formats/fhir/profile/compile-profile.ts'
import type { ElementRow } from '../../src/formats/fhir/profile/definitions.ts'
import { identifyRows } from '../../src/formats/fhir/profile/element-ids.ts'
import type { CompiledProfile, ElementRule } from '../../src/formats/fhir/profile/element-rule.ts'
import { Guides } from '../../src/formats/fhir/profile/guides.ts'
import { collect, type GuidePackage, newDefinitions, readPackage } from '../../src/formats/fhir/profile/read-package.ts'

const model = modelOf('R4')
const packages = process.argv
  .slice(2)
  .map((place) => (statSync(place).isDirectory() ? readFolder(place) : readPackage(readFileSync(place))))
const published = packages.flatMap(({ structures }) => structures).filter(({ isConstraint, kind }) => isConstraint && kind !== 'logical')
const bare = packages.map((each) => ({ ...each, structures: each.structures.map((structure) => ({ ...structure, snapshot: undefined })) }))
const profiles = new Profiles(model, new Guides('R4', bare))

const differences = new Map<string, number>()
const counts = { profiles: 0, whole: 0, faulty: 0, without: 0, elements: 0, fields: 0, equal: 0 }
for (const structure of published) {
  const { snapshot } = structure
  if (!snapshot || structure.differential.length === 0) {
    counts.without++
    continue
  }
  counts.profiles++
  const result = profiles.get(`${structure.url}${structure.version === undefined ? '' : `|${structure.version}`}`)
  if (!result || 'problem' in result) {
    counts.faulty++
    note(`${structure.url}: ${result ? result.problem.reason : 'unknown'}`)
    continue
  }
  const before = counts.fields - counts.equal
  for (const { steps, row } of identifyRows(snapshot)) {
    counts.elements++
    compare(structure.url, result.profile, steps, row)
  }
  if (counts.fields - counts.equal === before) counts.whole++
}
console.log(counts, `${((100 * counts.equal) / counts.fields).toFixed(2)} % of fields equal`)
for (const [text, count] of [...differences].sort(([, a], [, b]) => b - a).slice(0, 60)) console.log(count, text)

/** The rules that hold for an element, those that win last, and the element of the type. */
interface Effective {
  readonly rules: readonly ElementRule[]
  readonly element: ElementPlan | undefined
  readonly plan: TypePlan | undefined
}

function effectiveOf(profile: CompiledProfile, steps: readonly string[]): Effective | undefined {
  let at: Effective = { rules: [profile.root], element: undefined, plan: profile.root.plan }
  for (const step of steps.slice(1)) {
    const [full = '', ...slice] = step.split(':')
    const name = full.replace('[x]', '')
    const plan = at.plan ?? model.type('Element')!
    const element: ElementPlan | undefined = plan.byName.get(name) ?? plan.properties.get(name)?.element
    if (!element) return undefined
    const own = at.rules.flatMap((rule) => rule.children.get(element.name) ?? [])
    const slices = slice.length > 0 ? own.flatMap((rule) => slicesOf(rule, slice.join(':'))) : []
    const rules = [...own, ...slices].flatMap((rule) => [...typeRules(rule), rule])
    const typed = [...rules].reverse().find((each) => each.plan !== undefined && each.plan !== element.types[0]?.plan)?.plan
    at = { rules, element, plan: typed ?? (element.types.length === 1 ? element.types[0]!.plan : rules.at(-1)?.plan) }
  }
  return at
}

function slicesOf(rule: ElementRule, name: string): ElementRule[] {
  return rule.slices.flatMap((slice) => {
    if (slice.sliceName === name) return [slice]
    return name.startsWith(`${slice.sliceName}/`) ? [slice, ...slicesOf(slice, name)] : []
  })
}

/** Of the profile that the type demands. */
function typeRules(rule: ElementRule): ElementRule[] {
  const canonicals = (rule.types ?? []).flatMap((type) => type.profiles)
  if (canonicals.length !== 1) return []
  const found = profiles.get(canonicals[0]!, rule.package)
  return found && 'profile' in found ? [found.profile.root] : []
}

function compare(url: string, profile: CompiledProfile, steps: readonly string[], row: ElementRow): void {
  const id = steps.join('.')
  // The value of a primitive is no element of JSON.
  if (/\.value$/.test(id) && effectiveOf(profile, steps.slice(0, -1))?.plan?.kind === 'primitive') return
  const effective = effectiveOf(profile, steps)
  if (!effective) {
    check(url, id, 'element', true, false)
    return
  }
  const { rules, element } = effective
  // How often a profile of a type stands is not for the profile to say.
  const last = <K extends keyof ElementRule>(name: K): ElementRule[K] | undefined =>
    rules.reduce<ElementRule[K] | undefined>((value, rule) => {
      const isRoot = !rule.element && (name === 'min' || name === 'max')
      return (isRoot ? undefined : rule[name]) ?? value
    }, undefined)
  if (element && !element.attribute) {
    check(url, id, 'min', last('min') ?? (element.required ? 1 : 0), row.min ?? 0)
    check(url, id, 'max', last('max') ?? (element.prohibited ? 0 : element.list ? Number.POSITIVE_INFINITY : 1), row.max)
    if (!row.contentReference) check(url, id, 'types', typesOf(last('types'), element), typesOf(row.types, element))
  }
  check(url, id, 'fixed', last('fixed') ?? null, row.fixed ?? null)
  check(url, id, 'pattern', last('pattern') ?? null, row.pattern ?? null)
  check(url, id, 'maxLength', last('maxLength') ?? null, row.maxLength ?? null)
  check(url, id, 'binding', bindingOf(last('binding') ?? element?.binding), bindingOf(row.binding))
  // Slices of extensions by their address are understood; a slice does not inherit the slicing of its list.
  const isImplied = element?.name === 'extension' || element?.name === 'modifierExtension'
  const isSlice = steps.at(-1)!.includes(':')
  const slicing = isSlice ? rules.at(-1)?.slicing : last('slicing')
  if (!isImplied) check(url, id, 'slicing', slicing?.rules ?? null, row.slicing?.rules ?? null)
  const keys = new Set(rules.flatMap((rule) => rule.constraints.map(({ key }) => key)))
  const base = new Set([...(effective.plan?.invariants ?? []), ...(element?.invariants ?? [])].map(({ key }) => key))
  const missing = row.constraints.filter(({ key }) => !keys.has(key) && !base.has(key) && !/^(?:ele-1|ext-1|dom-\d)$/.test(key))
  check(url, id, 'constraints', '', missing.map(({ key }) => key).join())
}

function typesOf(types: ElementRow['types'], element: ElementPlan): string {
  const own = types?.map(
    ({ code, profiles: of, targetProfiles }) => [code, [...of].sort(), [...targetProfiles].map(lastOf).sort()] as const,
  )
  const plain = element.types.map(({ code, profiles: of, targets }) => [code, of, [...targets].sort()] as const)
  return [...new Set((own ?? plain).map(([code, of, targets]) => show(code, of, targets)))].sort().join(' | ')
}

function show(code: string, of: readonly string[], targets: readonly string[]): string {
  if (code.includes(':')) return 'string<>()'
  const isBackbone = model.type(code)?.kind === 'backbone' || code === 'Element' || code === 'BackboneElement'
  const named = targets.filter((each) => each !== 'Resource').join()
  return `${isBackbone ? 'BackboneElement' : code}<${of.map(lastOf).join()}>(${named})`
}

function lastOf(url: string): string {
  return url.split('|')[0]!.slice(url.lastIndexOf('/') + 1)
}

function bindingOf(binding: { readonly strength: string; readonly valueSet: string } | undefined): string {
  if (!binding || binding.strength === 'example' || binding.strength === 'preferred') return ''
  return `${binding.strength} ${binding.valueSet.split('|')[0]}`
}

function check(url: string, id: string, field: string, ours: unknown, theirs: unknown): void {
  counts.fields++
  if (isSameJson(ours as never, theirs as never) || ours === theirs) counts.equal++
  else note(`${field} ${lastOf(url)} ${id}: ours ${JSON.stringify(ours)}, published ${JSON.stringify(theirs)}`.slice(0, 300))
}

function note(text: string): void {
  differences.set(text, (differences.get(text) ?? 0) + 1)
}

function readFolder(folder: string): GuidePackage {
  const definitions = newDefinitions()
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.json')) collect(readJson(readFileSync(join(folder, name), 'utf8').replace(/^\uFEFF/, '')), definitions)
  }
  return { name: folder, version: '', fhirVersions: ['R4'], dependencies: {}, ...definitions }
}
