// The types that a profile allows for a value: the type itself, the profiles of it, and what a reference may lead to.
import { isObject } from '../json/json-value.ts'
import { jsonPathOf, type NodeItem } from '../path/item.ts'
import type { TypeRule } from './definitions.ts'
import type { CompiledProfile, ElementRule } from './element-rule.ts'
import { isOfType, type ProfileCheck, type Run } from './profile-check.ts'
import { isOfCode, referenceOf, statedType } from './profile-nodes.ts'

/** @param rule one that has types */
export function checkTypes(checker: ProfileCheck, rule: ElementRule, node: NodeItem, run: Run): void {
  const types = rule.types!
  const allowed = types.filter((type) => isAllowed(checker, type, node))
  if (allowed.length === 0) {
    checker.add(run, 'type', jsonPathOf(node), { expected: types.map(({ code }) => code).join(' | ') })
    return
  }
  // A type without a profile allows every value of it.
  if (allowed.every(({ profiles }) => profiles.length > 0)) {
    checkProfiles(checker, rule, node, [...new Set(allowed.flatMap(({ profiles }) => profiles))], run)
  }
  const targets = allowed.filter(({ targetProfiles }) => targetProfiles.length > 0)
  if (targets.length > 0 && targets.length === allowed.length) {
    checkTarget(checker, rule, node, [...new Set(targets.flatMap(({ targetProfiles }) => targetProfiles))], run)
  }
  const modes = new Set(allowed.flatMap(({ aggregation }) => aggregation))
  if (modes.size > 0) checkAggregation(checker, node, modes, run)
}

/** Types within a resource and those of FHIRPath are not chosen by a profile. */
function isAllowed({ nodes: { model } }: ProfileCheck, { code }: TypeRule, { plan }: NodeItem): boolean {
  return plan.kind === 'backbone' || code.includes(':') || !model.type(code) || isOfCode(model, plan, code)
}

/** The value conforms to at least one of the profiles. */
function checkProfiles(checker: ProfileCheck, rule: ElementRule, node: NodeItem, canonicals: readonly string[], run: Run): void {
  const { profiles, nodes } = checker
  const usable: CompiledProfile[] = []
  let missing: string | undefined
  for (const canonical of canonicals) {
    const found = profiles.get(canonical, rule.package)
    const core = found ? undefined : profiles.coreType(canonical)
    if (found && 'profile' in found) usable.push(found.profile)
    else if (!core) missing ??= canonical
    else if (nodes.model.isA(node.plan.name, core.name)) return
  }
  const [only] = usable
  if (only && canonicals.length === 1 && isOfType(checker, node, only)) {
    if (!run.isSilent) checker.check(node, only)
    else if (!checker.conforms(node, only)) checker.add(run, 'profile_mismatch', jsonPathOf(node), { expected: only.url })
    return
  }
  const fitting = usable.find((profile) => isOfType(checker, node, profile) && checker.conforms(node, profile))
  if (fitting) {
    if (!run.isSilent) checker.check(node, fitting)
  } else if (missing === undefined) checker.add(run, 'profile_mismatch', jsonPathOf(node), { expected: canonicals.join(' | ') })
  // An extension whose definition is not loaded is reported where it stands.
  else if (node.plan.name !== 'Extension') checker.reportUnusable(run, missing, jsonPathOf(node), rule.package)
}

/** What a reference leads to conforms to at least one of the profiles; outside of the document its type is all that is known. */
function checkTarget(checker: ProfileCheck, rule: ElementRule, node: NodeItem, canonicals: readonly string[], run: Run): void {
  const { profiles, nodes } = checker
  const reference = referenceOf(node)
  if (node.plan.name === 'canonical' || !run.issues.checks('reference')) return
  const target = reference === undefined ? undefined : nodes.resolve(reference, node)
  const type = target ? target.plan.name : statedType(node, nodes.model)
  if (type === undefined) return
  const isFine = canonicals.some((canonical) => {
    const wanted = profiles.typeOf(canonical, rule.package)
    if (wanted === undefined) return true
    if (!nodes.model.isA(type, wanted)) return false
    return !target || (checker.conformsTo(target, canonical, rule.package) ?? true)
  })
  if (!isFine) checker.add(run, 'reference_target', jsonPathOf(node), { expected: canonicals.join(' | ') })
}

function checkAggregation(checker: ProfileCheck, node: NodeItem, modes: ReadonlySet<string>, run: Run): void {
  const reference = isObject(node.value) ? referenceOf(node) : undefined
  if (reference === undefined) return
  const isContained = reference.startsWith('#')
  const isBundled = !isContained && checker.nodes.resolve(reference, node) !== undefined
  const isFine = isContained ? modes.has('contained') : modes.has('referenced') || (isBundled && modes.has('bundled'))
  if (!isFine) checker.add(run, 'reference_target', jsonPathOf(node), { expected: [...modes].join(' | ') })
}
