// Codes against the value sets that their elements are bound to.
import { isObject, type JsonObject, type JsonPath, type JsonValue } from '../json/json-value.ts'
import type { Binding } from '../model/element-plan.ts'
import type { EnumeratedSet } from '../model/value-sets.ts'
import { breaksRules, isInNoSet } from './code-rules.ts'
import type { Context, Visit } from './context.ts'
import type { IssueList } from './issue-list.ts'

/** Sets that are a grammar rather than a list. */
const GRAMMARS: Readonly<Record<string, string>> = {
  'http://hl7.org/fhir/ValueSet/mimetypes': 'urn:ietf:bcp:13',
  'http://www.rfc-editor.org/bcp/bcp13.txt': 'urn:ietf:bcp:13',
  'http://hl7.org/fhir/ValueSet/all-languages': 'urn:ietf:bcp:47',
  'http://hl7.org/fhir/ValueSet/languages': 'urn:ietf:bcp:47',
  'http://hl7.org/fhir/ValueSet/currencies': 'urn:iso:std:iso:4217',
  'http://hl7.org/fhir/ValueSet/ucum-units': 'http://unitsofmeasure.org',
}

export type FindSet = (url: string) => EnumeratedSet | undefined

/** Whether a code is in a set: `unknown` where only a terminology that is not here could tell. */
export type Membership = 'in' | 'out' | 'unknown'

function isMember(set: EnumeratedSet | undefined, system: string | undefined, code: string): Membership {
  if (!set) return 'unknown'
  const missing: Membership = set.partial ? 'unknown' : 'out'
  if (system !== undefined) {
    if (!set.systems.has(system)) return missing
    const codes = set.systems.get(system)
    return codes ? (codes.has(code) ? 'in' : missing) : 'unknown'
  }
  for (const codes of set.systems.values()) if (codes?.has(code)) return 'in'
  return set.closed ? 'out' : 'unknown'
}

export class Bindings {
  private readonly context: Context
  private readonly findSet: FindSet
  private readonly issues: IssueList

  constructor(context: Context, findSet: FindSet, issues = context.issues) {
    this.context = context
    this.findSet = findSet
    this.issues = issues
  }

  /** Judges a value of a coded type by the bindings of its element. */
  check({ value, path, plan, element }: Visit): void {
    if (!element) return
    const { binding, maxValueSet } = element
    if (binding && binding.strength !== 'preferred') this.against(binding, plan.name, value, path)
    if (maxValueSet !== undefined) this.against({ strength: 'required', valueSet: maxValueSet }, plan.name, value, path)
  }

  /**
   * @param profile canonical of the profile that binds, where it is not the base definition
   * @param set where it is not the one that the program has of the name
   */
  against(binding: Binding, type: string, value: JsonValue, path: JsonPath, profile?: string, set = this.findSet(binding.valueSet)): void {
    const membership = this.membership(set, binding.valueSet, type, value, path)
    if (membership === 'unknown') return
    this.context.checkedCodes++
    if (membership === 'in') return
    // A text alone is right wherever a set of codes may be left.
    if (binding.strength !== 'required' && isObject(value) && type === 'CodeableConcept' && !Array.isArray(value.coding)) return
    const expected = `a code of ${binding.valueSet}`
    const code = binding.strength === 'required' ? 'binding_required' : 'binding_extensible'
    this.issues.add(code, path, { expected, profile })
  }

  /** Whether a value of a coded type is in a set. */
  membership(set: EnumeratedSet | undefined, url: string, type: string, value: JsonValue, path: JsonPath): Membership {
    if (typeof value === 'string') {
      const grammar = GRAMMARS[url]
      if (grammar === undefined) return this.count(isMember(set, undefined, value), url)
      if (!breaksRules(grammar, value)) return 'unknown'
      if (isInNoSet(grammar, value)) return 'out'
      this.issues.add('code_syntax', path, { expected: grammar })
      return 'unknown'
    }
    if (!isObject(value)) return 'unknown'
    if (type === 'CodeableConcept') return this.concept(set, url, value)
    if (type === 'CodeableReference') return isObject(value.concept) ? this.concept(set, url, value.concept) : 'unknown'
    return this.coding(set, url, value)
  }

  private coding(set: EnumeratedSet | undefined, url: string, { system, code }: JsonObject): Membership {
    if (typeof code !== 'string') return 'unknown'
    if (typeof system !== 'string') return set?.closed ? 'out' : 'unknown'
    if (isInNoSet(system, code)) return 'out'
    return this.count(isMember(set, system, code), GRAMMARS[url] ?? system)
  }

  /** One coding in the set is enough; a text alone satisfies no required binding (R4 4.1.5). */
  private concept(set: EnumeratedSet | undefined, url: string, { coding, text }: JsonObject): Membership {
    // A concept of extensions alone says why there is none.
    if (!Array.isArray(coding)) return typeof text === 'string' && set?.closed ? 'out' : 'unknown'
    let best: Membership = 'out'
    for (const each of coding) {
      const membership: Membership = isObject(each) ? this.coding(set, url, each) : 'unknown'
      if (membership === 'in') return 'in'
      if (membership === 'unknown') best = 'unknown'
    }
    return best
  }

  private count(membership: Membership, system: string): Membership {
    if (membership === 'unknown') this.context.unchecked.set(system, (this.context.unchecked.get(system) ?? 0) + 1)
    return membership
  }
}
