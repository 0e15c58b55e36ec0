// Profiles of a document after its base validation: those that resources claim, those that the caller asks for, and definitions of extensions.
import { isObject, type JsonObject, type JsonPath, type JsonValue } from '../json/json-value.ts'
import { VITAL_SIGNS } from '../model/vital-signs.ts'
import { jsonPathOf, type NodeItem } from '../path/item.ts'
import type { GuideSets } from '../terminology/expand.ts'
import type { Context, ResourceNode } from '../validate/context.ts'
import { ProfileChecker } from './check-profile.ts'
import type { Profiles } from './compile-profile.ts'
import { crossVersionOf, isElementName } from './cross-version.ts'
import type { CompiledProfile } from './element-rule.ts'
import { mayStandHere } from './extension-context.ts'
import { checkResponses } from './responses.ts'

/** What profiles are taken from; shared by the resources of a call. */
export interface LoadedGuides {
  readonly profiles: Profiles
  readonly sets: GuideSets
}

/** Where a profile was named: by the caller, by meta.profile, or by a code that FHIR has a profile for. */
export type ProfileOrigin = 'option' | 'meta' | 'code'

export interface AppliedProfile {
  /** Canonical of the definition that was used. */
  readonly url: string
  readonly from: ProfileOrigin
}

/** An extension with an address of its own, met on the way. */
export interface ExtensionPlace {
  readonly url: string
  readonly path: JsonPath
  readonly resource: ResourceNode
}

export interface ProfileRequest {
  readonly guides: LoadedGuides
  /** Of the caller, for the outermost resource. */
  readonly canonicals: readonly string[]
  /** Severity of an extension whose definition is not loaded. */
  readonly unknownExtensions: 'off' | 'warning' | 'error'
}

/** @returns the profiles that were applied, each as often as it was */
export function validateProfiles(
  context: Context,
  { guides, canonicals, unknownExtensions }: ProfileRequest,
  extensions: readonly ExtensionPlace[],
): AppliedProfile[] {
  // Most resources have nothing to check here.
  let opened: ProfileChecker | undefined
  const checkerOf = (): ProfileChecker => {
    opened ??= new ProfileChecker(context, guides.profiles, guides.sets)
    return opened
  }
  const applied: AppliedProfile[] = []
  const apply = (resource: ResourceNode, profile: CompiledProfile, from: ProfileOrigin): void => {
    const checker = checkerOf()
    const node = checker.nodes.ofResource(resource)
    if (!node) return
    checker.check(node, profile)
    applied.push({ url: profile.url, from })
  }
  const [root] = context.resources
  for (const resource of context.resources) {
    for (const { canonical, path } of claimsOf(resource)) {
      const profile = usable(context, guides.profiles, resource, canonical, { path, from: 'meta' })
      if (profile) apply(resource, profile, 'meta')
    }
    const vital = vitalSignOf(resource)
    const known = vital === undefined ? undefined : guides.profiles.get(vital)
    if (known && 'profile' in known) apply(resource, known.profile, 'code')
  }
  for (const canonical of root ? canonicals : []) {
    const profile = usable(context, guides.profiles, root!, canonical, { path: root!.path, from: 'option' })
    if (profile) apply(root!, profile, 'option')
  }
  if (context.issues.checks('questionnaire')) checkResponses(context, guides, () => checkerOf().nodes)
  if (context.issues.checks('extension')) checkExtensions(context, guides.profiles, checkerOf, extensions, unknownExtensions)
  return applied
}

/** The profile, where it is loaded and for a resource of this type; else that is reported. */
function usable(
  { issues, model }: Context,
  profiles: Profiles,
  { plan }: ResourceNode,
  canonical: string,
  { path, from }: { readonly path: JsonPath; readonly from: ProfileOrigin },
): CompiledProfile | undefined {
  const found = profiles.get(canonical)
  if (!found) {
    const core = profiles.coreType(canonical)
    if (!core) issues.add('profile_unknown', path)
    else if (!model.isA(plan.name, core.name)) issues.add('profile_type', path, { expected: core.name })
    return undefined
  }
  if ('problem' in found) {
    const { url, reason, isIncomplete } = found.problem
    // A caller who asks for a profile is to know that it was not checked; what a resource claims beyond that is its own.
    issues.add(isIncomplete && from === 'meta' ? 'profile_unknown' : 'profile_faulty', path, { profile: url, expected: reason })
    return undefined
  }
  const { profile } = found
  if (model.isA(plan.name, profile.structure.type)) return profile
  issues.add('profile_type', path, { profile: profile.url, expected: profile.structure.type })
  return undefined
}

function claimsOf({ value, path }: ResourceNode): { readonly canonical: string; readonly path: JsonPath }[] {
  const profiles = isObject(value.meta) ? value.meta.profile : undefined
  if (!Array.isArray(profiles)) return []
  return profiles.flatMap((canonical, i) => (typeof canonical === 'string' ? [{ canonical, path: [...path, 'meta', 'profile', i] }] : []))
}

function vitalSignOf({ plan, value }: ResourceNode): string | undefined {
  if (plan.name !== 'Observation') return undefined
  for (const { system, code } of codingsOf(value.code)) {
    const name =
      system === 'http://loinc.org' && typeof code === 'string' && Object.hasOwn(VITAL_SIGNS, code) ? VITAL_SIGNS[code] : undefined
    if (name !== undefined) return `http://hl7.org/fhir/StructureDefinition/${name}`
  }
  return undefined
}

function codingsOf(concept: JsonValue | undefined): JsonObject[] {
  const coding = isObject(concept) ? concept.coding : undefined
  return Array.isArray(coding) ? coding.filter(isObject) : []
}

/** The name that FHIR uses for examples (RFC 2606): nobody can publish definitions there. */
const RESERVED = /^https?:\/\/(?:[^/]+\.)?example\.org(?:[/:]|$)/

/** By the definition of each: where it stands, and what it holds. */
function checkExtensions(
  { issues, model }: Context,
  profiles: Profiles,
  checkerOf: () => ProfileChecker,
  extensions: readonly ExtensionPlace[],
  unknownExtensions: ProfileRequest['unknownExtensions'],
): void {
  const unknown = new Set<string>()
  for (const { url, path, resource } of extensions) {
    const found = profiles.get(url)
    const crossing = found ? undefined : crossVersionOf(url, model)
    if (crossing === 'wrong') issues.add('extension_context', path, { expected: 'an element that only the other version of FHIR has' })
    if (crossing) {
      checkCrossingParts(checkerOf().nodes, outermostOf(resource), path, issues)
      continue
    }
    if (!found) {
      if (!unknown.has(url) && unknownExtensions !== 'off')
        issues.add('extension_unknown', path, { severity: RESERVED.test(url) ? 'warning' : unknownExtensions })
      unknown.add(url)
      continue
    }
    if ('problem' in found) {
      if (!unknown.has(url)) issues.add('profile_faulty', path, { profile: found.problem.url, expected: found.problem.reason })
      unknown.add(url)
      continue
    }
    const { profile } = found
    const outermost = outermostOf(resource)
    const checker = checkerOf()
    const node = checker.nodes.at(outermost, path)
    if (node?.plan.name !== 'Extension') continue
    const list = profile.structure.isLater ? issues.forWarnings() : issues
    if (!mayStandHere(node, profile.structure, model) || !isModifierWhereItShould(node, profile)) {
      list.add('extension_context', path, { profile: profile.url, expected: contextsOf(profile) })
    }
    checker.check(node, profile)
    checkParts(checker, node, profile, list)
  }
}

function outermostOf(resource: ResourceNode): ResourceNode {
  let found = resource
  while (found.parent) found = found.parent
  return found
}

/** The base definition of extensions is of one that modifies nothing. */
function isModifierWhereItShould({ step }: NodeItem, { root, structure }: CompiledProfile): boolean {
  const modifier = root.modifier ?? structure.snapshot?.[0]?.modifier ?? false
  return modifier === (step === 'modifierExtension')
}

function contextsOf({ structure: { contexts }, root }: CompiledProfile): string {
  return `${root.modifier ? 'modifierExtension of ' : ''}${contexts.map(({ expression }) => expression).join(' | ')}`
}

function checkCrossingParts(nodes: ProfileChecker['nodes'], outermost: ResourceNode, path: JsonPath, issues: Context['issues']): void {
  const node = nodes.at(outermost, path)
  for (const part of node ? nodes.childrenOf(node, 'extension') : []) {
    const name = isObject(part.value) ? part.value.url : undefined
    if (typeof name === 'string' && !name.includes(':') && !isElementName(name))
      issues.add('extension_part', jsonPathOf(part), { expected: 'the name of an element' })
  }
}

/** Parts of an extension have no definition of their own: what its definition does not name is not allowed. */
function checkParts({ nodes }: ProfileChecker, node: NodeItem, { url, root }: CompiledProfile, issues: Context['issues']): void {
  const parts = root.children.get('extension')?.slices ?? []
  const names = new Set(parts.flatMap(({ children, sliceName }) => [children.get('url')?.fixed ?? sliceName]))
  for (const part of nodes.childrenOf(node, 'extension')) {
    const name = isObject(part.value) ? part.value.url : undefined
    if (typeof name !== 'string' || name.includes(':') || names.has(name)) continue
    issues.add('extension_part', jsonPathOf(part), { profile: url, expected: [...names].join(' | ') })
  }
}
