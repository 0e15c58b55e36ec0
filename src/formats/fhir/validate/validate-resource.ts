// Validates one resource: one walk by the element plans, then what needs the whole document.

import { checkArtifacts } from '../artifacts/check-artifacts.ts'
import type { FoundProblem } from '../document/fhir-document.ts'
import type { JsonObject, JsonPath } from '../json/json-value.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { valueSetsOf } from '../model/value-sets.ts'
import {
  type AppliedProfile,
  type ExtensionPlace,
  type LoadedGuides,
  type ProfileRequest,
  validateProfiles,
} from '../profile/validate-profiles.ts'
import { unknownCodeSeverity } from '../terminology/known-concepts.ts'
import type { XmlProblemKind } from '../xml/xml-problem.ts'
import { checkAttachment } from './attachment.ts'
import { Bindings, type FindSet } from './binding.ts'
import { checkBundle } from './bundle.ts'
import { breaksRules } from './code-rules.ts'
import type { Context, Visit } from './context.ts'
import { Invariants } from './invariant.ts'
import type { IssueCode } from './issue-codes.ts'
import { type Issue, IssueList, type RuleLevels } from './issue-list.ts'
import { checkNarrative } from './narrative.ts'
import { References } from './reference.ts'
import { checkCanonical, checkCodingSystem, checkIdentifierSystem } from './systems.ts'
import { Walker } from './walk.ts'

export interface ResourceValidation {
  readonly issues: readonly Issue[]
  readonly counts: { readonly error: number; readonly warning: number; readonly info: number }
  readonly checkedCodes: number
  /** Codes that only a terminology that is not here could judge, by the address of their system. */
  readonly unchecked: ReadonlyMap<string, number>
  /** Each as often as it was. */
  readonly applied: readonly AppliedProfile[]
}

/**
 * @param request without it the resource is held to the base definitions alone
 * @param maxIssues issues that are kept; all are counted
 * @param problems what is wrong in the XML of the resource and cannot be seen in its value
 */
export function validateResource(
  value: JsonObject,
  model: FhirModel,
  levels: RuleLevels,
  maxIssues: number,
  request?: ProfileRequest,
  problems: readonly FoundProblem[] = [],
): ResourceValidation {
  const issues = new IssueList(levels, maxIssues)
  for (const { kind, path } of problems) {
    const code = CODES[kind]
    if (code) issues.add(code, path)
  }
  const context: Context = { model, issues, resources: [], references: [], unchecked: new Map(), checkedCodes: 0 }
  const references = new References(context)
  const sets = request?.guides.sets
  const findSet: FindSet = sets ? (url) => sets.find(url) : valueSetsOf(model.version)
  const isValueSet = (url: string): boolean => url.includes('/ValueSet/') && findSet(url) !== undefined
  const bindings = new Bindings(context, findSet)
  const invariants = new Invariants(context)
  const isOn = { binding: issues.checks('binding'), invariant: issues.checks('invariant') || issues.checks('bestPractice') }
  const extensions: ExtensionPlace[] = []
  const walker = new Walker(context, {
    complex(visit) {
      const { plan, path } = visit
      if (isOn.binding) checkCoded(context, bindings, visit, request?.guides)
      if (isOn.invariant) invariants.check(visit)
      if (plan.name === 'Reference') collectReference(context, visit)
      else if (plan.name === 'Quantity' && isOn.invariant) checkSimpleQuantity(context, visit)
      else if (plan.name === 'Attachment') checkAttachment(context, visit.value, path)
      else if (plan.name === 'Coding') checkCodingSystem(context, visit.value, path, isValueSet)
      else if (plan.name === 'Identifier') checkIdentifierSystem(context, visit.value, path)
      else if (plan.name === 'Extension') {
        if (isOn.invariant) checkContent(context, visit.value, path)
        collectExtension(context, extensions, visit)
      }
    },
    primitive(visit) {
      const { plan, value } = visit
      if (isOn.binding && visit.element?.binding) bindings.check(visit)
      if (isOn.invariant) invariants.check(visit)
      if (plan.name === 'xhtml') checkNarrative(context, visit)
      else if (typeof value === 'string') checkText(context, references, visit, value)
    },
  })
  walker.root(value)
  if (issues.checks('reference')) references.check()
  for (const node of context.resources) if (node.plan.name === 'Bundle') checkBundle(context, node, references)
  checkArtifacts(context, request?.guides)
  const applied = request ? validateProfiles(context, request, extensions) : []
  return { issues: issues.issues, counts: issues.counts, checkedCodes: context.checkedCodes, unchecked: context.unchecked, applied }
}

/** Of problems of XML; the others leave a value behind in which they are found. */
const CODES: Readonly<Partial<Record<XmlProblemKind, IssueCode>>> = {
  unknown_element: 'unknown_element',
  unknown_attribute: 'unknown_attribute',
  text: 'text',
  no_resource: 'empty',
  repeated: 'max',
  order: 'element_order',
}

const MARKUP = /<\/?[A-Za-z][A-Za-z\d]*(?:\s[^<>]*)?\/?>/

function checkText(context: Context, references: References, visit: Visit, value: string): void {
  const { plan, path, resource } = visit
  if (plan.name === 'canonical' || plan.name === 'uri') {
    if (value.startsWith('#')) references.use(value.slice(1), resource)
    checkCanonical(context, value, path, visit)
  } else if (plan.name === 'string' && value.includes('<') && MARKUP.test(value)) context.issues.add('markup', path)
}

const QUANTITIES: ReadonlySet<string> = new Set(['Quantity', 'Age', 'Count', 'Distance', 'Duration'])
const CODED: ReadonlySet<string> = new Set(['Coding', 'CodeableConcept', 'CodeableReference', 'Quantity'])

function checkCoded(
  context: Context,
  bindings: Bindings,
  visit: Visit & { readonly value: JsonObject },
  guides: LoadedGuides | undefined,
): void {
  const { plan, value, path } = visit
  if (CODED.has(plan.name)) bindings.check(visit)
  if (plan.name !== 'Coding' && !QUANTITIES.has(plan.name)) return
  const { system, code, version } = value
  if (typeof system !== 'string' || typeof code !== 'string') return
  if (breaksRules(system, code)) context.issues.add('code_syntax', [...path, 'code'], { expected: system })
  if (plan.name !== 'Coding') return
  const means = { guides, model: context.model, version: typeof version === 'string' ? version : undefined }
  const severity = unknownCodeSeverity(system, code, means)
  if (severity) context.issues.add('code_unknown', [...path, 'code'], { severity, expected: `a code of ${system}` })
}

function collectReference(context: Context, { value, path, element, resource }: Visit & { readonly value: JsonObject }): void {
  const targets = element?.types.find(({ code }) => code === 'Reference')?.targets ?? []
  context.references.push({ value, path: [...path], resource, targets })
}

/** Where the base definition demands a SimpleQuantity, whose definition is no type of its own. */
function checkSimpleQuantity({ issues }: Context, { value, path, element }: Visit & { readonly value: JsonObject }): void {
  if (value.comparator === undefined) return
  const uses = element?.types.filter(({ code }) => code === 'Quantity') ?? []
  if (uses.length === 0 || !uses.every(({ profiles }) => profiles.includes('SimpleQuantity'))) return
  issues.add('invariant', [...path, 'comparator'], { rule: 'sqty-1', expected: 'The comparator is not used on a SimpleQuantity' })
}

/** ext-1: the tables leave out the invariants that every type has. */
function checkContent({ issues }: Context, value: JsonObject, path: JsonPath): void {
  const hasValue = Object.keys(value).some((name) => /^_?value[A-Z]/.test(name))
  const hasParts = Array.isArray(value.extension) && value.extension.length > 0
  if (hasValue !== hasParts) return
  issues.add('invariant', path, { rule: 'ext-1', expected: 'Must have either extensions or value[x], not both' })
}

/** Only the parts of an extension have relative URLs; all others are absolute (R4 2.4.0.1). */
function collectExtension(
  { issues }: Context,
  extensions: ExtensionPlace[],
  { value, path, owner, resource }: Visit & { readonly value: JsonObject },
): void {
  const { url } = value
  if (typeof url !== 'string') return
  if (url.includes(':')) extensions.push({ url, path: [...path], resource })
  else if (url !== '' && owner?.name !== 'Extension') issues.add('canonical_relative', [...path, 'url'], { expected: 'an absolute URL' })
}
