// Validates one resource: one walk by the element plans, then what needs the whole document.
import type { FoundProblem } from '../document/fhir-document.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { valueSetsOf } from '../model/value-sets.ts'
import { followsSyntax } from '../terminology/code-syntax.ts'
import type { XmlProblemKind } from '../xml/xml-problem.ts'
import { checkAttachment } from './attachment.ts'
import { Bindings } from './binding.ts'
import { checkBundle } from './bundle.ts'
import type { Context, Visit } from './context.ts'
import { Invariants } from './invariant.ts'
import type { IssueCode } from './issue-codes.ts'
import { type Issue, IssueList, type RuleLevels } from './issue-list.ts'
import { checkNarrative } from './narrative.ts'
import { References } from './reference.ts'
import { Walker } from './walk.ts'

export interface ResourceValidation {
  readonly issues: readonly Issue[]
  readonly counts: { readonly error: number; readonly warning: number; readonly info: number }
  readonly checkedCodes: number
  /** Codes that only a terminology that is not here could judge, by the address of their system. */
  readonly unchecked: ReadonlyMap<string, number>
  /** Canonicals of profiles that the resource claims, in its order. */
  readonly claimedProfiles: number
}

/**
 * @param maxIssues issues that are kept; all are counted
 * @param problems what is wrong in the XML of the resource and cannot be seen in its value
 */
export function validateResource(
  value: JsonObject,
  model: FhirModel,
  levels: RuleLevels,
  maxIssues: number,
  problems: readonly FoundProblem[] = [],
): ResourceValidation {
  const issues = new IssueList(levels, maxIssues)
  for (const { kind, path } of problems) {
    const code = CODES[kind]
    if (code) issues.add(code, path)
  }
  const context: Context = { model, issues, resources: [], references: [], unchecked: new Map(), checkedCodes: 0 }
  const references = new References(context)
  const bindings = new Bindings(context, valueSetsOf(model.version))
  const invariants = new Invariants(context)
  const isOn = { binding: issues.checks('binding'), invariant: issues.checks('invariant') || issues.checks('bestPractice') }
  let claimedProfiles = 0
  const walker = new Walker(context, {
    complex(visit) {
      const { plan, path } = visit
      if (isOn.binding) checkCoded(context, bindings, visit)
      if (isOn.invariant) invariants.check(visit)
      if (plan.name === 'Reference') collectReference(context, visit)
      else if (plan.name === 'Attachment') checkAttachment(context, visit.value, path)
      else if (plan.name === 'Meta') claimedProfiles += checkProfiles(context, visit)
    },
    primitive(visit) {
      const { plan, value, resource } = visit
      if (isOn.binding && visit.element?.binding) bindings.check(visit)
      if (isOn.invariant) invariants.check(visit)
      if (plan.name === 'xhtml') checkNarrative(context, visit)
      else if (typeof value === 'string' && value.startsWith('#') && (plan.name === 'canonical' || plan.name === 'uri')) {
        references.use(value.slice(1), resource)
      }
    },
  })
  walker.root(value)
  if (issues.checks('reference')) references.check()
  for (const node of context.resources) if (node.plan.name === 'Bundle') checkBundle(context, node, references)
  return { issues: issues.issues, counts: issues.counts, checkedCodes: context.checkedCodes, unchecked: context.unchecked, claimedProfiles }
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

const CODED: ReadonlySet<string> = new Set(['Coding', 'CodeableConcept', 'CodeableReference', 'Quantity'])

function checkCoded(context: Context, bindings: Bindings, visit: Visit & { readonly value: JsonObject }): void {
  const { plan, value, path } = visit
  if (CODED.has(plan.name)) bindings.check(visit)
  if (plan.name !== 'Coding') return
  const { system, code } = value
  if (typeof system === 'string' && typeof code === 'string' && followsSyntax(system, code) === false) {
    context.issues.add('code_syntax', [...path, 'code'], { expected: system })
  }
}

function collectReference(context: Context, { value, path, element, resource }: Visit & { readonly value: JsonObject }): void {
  const targets = element?.types.find(({ code }) => code === 'Reference')?.targets ?? []
  context.references.push({ value, path: [...path], resource, targets })
}

/** No profile is loaded: that a resource was not checked against the one that it claims is said. */
function checkProfiles({ issues, model }: Context, { value, path }: Visit & { readonly value: JsonObject }): number {
  const { profile } = value
  if (!Array.isArray(profile)) return 0
  let count = 0
  for (const [i, canonical] of profile.entries()) {
    if (typeof canonical !== 'string') continue
    const type = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/([A-Za-z]{1,60})$/.exec(canonical)?.[1]
    if (type !== undefined && model.type(type)) continue
    issues.add('profile_unknown', [...path, 'profile', i])
    count++
  }
  return count
}
