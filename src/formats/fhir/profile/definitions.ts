// Conformance resources as a validator needs them: StructureDefinition, ValueSet and CodeSystem, cut to what is read.
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { Severity } from '../validate/issue-codes.ts'

/** A type that a profile allows for an element. */
export interface TypeRule {
  /** `Quantity`, `Extension`, `Reference`. */
  readonly code: string
  /** Canonicals that the value must conform to, at least to one of them. */
  readonly profiles: readonly string[]
  /** Canonicals that the target of a reference must conform to, at least to one of them. */
  readonly targetProfiles: readonly string[]
  /** `contained`, `referenced` or `bundled`; empty for any. */
  readonly aggregation: readonly string[]
}

export interface ConstraintRule {
  readonly key: string
  readonly severity: 'error' | 'warning'
  readonly human: string
  readonly expression: string
  readonly bestPractice: boolean
}

export interface BindingRule {
  readonly strength: 'required' | 'extensible' | 'preferred' | 'example'
  readonly valueSet: string
}

export interface Discriminator {
  /** `value`, `pattern`, `type`, `profile`, `exists` or `position`. */
  readonly type: string
  /** Restricted FHIRPath. */
  readonly path: string
}

export interface SlicingRule {
  readonly discriminators: readonly Discriminator[]
  readonly rules: 'open' | 'closed' | 'openAtEnd'
  readonly ordered: boolean
}

/** An element of a differential or snapshot; what is undefined is as the base has it. */
export interface ElementRow {
  readonly id: string | undefined
  readonly path: string | undefined
  readonly sliceName: string | undefined
  readonly min: number | undefined
  /** `*` is Infinity. */
  readonly max: number | undefined
  readonly types: readonly TypeRule[] | undefined
  readonly contentReference: string | undefined
  readonly binding: BindingRule | undefined
  /** The set that no code may leave, though the binding itself is weaker. */
  readonly maxValueSet: string | undefined
  readonly constraints: readonly ConstraintRule[]
  readonly slicing: SlicingRule | undefined
  readonly fixed: JsonValue | undefined
  readonly pattern: JsonValue | undefined
  readonly minValue: TypedValue | undefined
  readonly maxValue: TypedValue | undefined
  readonly maxLength: number | undefined
  readonly modifier: boolean | undefined
  readonly controls: ElementControls | undefined
}

/** What the extensions of an element definition require of its values. */
export interface ElementControls {
  /** An element with only extensions is an error. */
  readonly mustHaveValue: boolean
  /** URLs of extensions, one of which an element without a value needs; empty for no rule. */
  readonly valueAlternatives: readonly string[]
  /** Language sections of a narrative: `no`, `yes`, `resource` for the language of the resource, or a language. */
  readonly languages: readonly string[]
  /** Severity of a text in a narrative whose class does not say where it comes from; undefined for no rule. */
  readonly missingSource: Severity | undefined
}

/** A value of an element `[x]`, with the type that its name says. */
export interface TypedValue {
  /** As the name has it: `Date`, `Quantity`. */
  readonly type: string
  readonly value: JsonValue
}

export interface ExtensionContext {
  readonly type: 'element' | 'extension' | 'fhirpath'
  readonly expression: string
}

export interface Canonical {
  readonly url: string
  readonly version: string | undefined
}

export interface StructureDefinition extends Canonical {
  readonly name: string
  /** The type that is constrained: `Patient`, `Extension`. */
  readonly type: string
  readonly kind: string
  /** Canonical of what it constrains. */
  readonly base: string | undefined
  readonly abstract: boolean
  readonly isConstraint: boolean
  /** Of HL7's package of extensions, which grew after the version was published: findings are warnings. */
  readonly isLater: boolean
  readonly contexts: readonly ExtensionContext[]
  readonly contextInvariants: readonly string[]
  readonly differential: readonly ElementRow[]
  readonly snapshot: readonly ElementRow[] | undefined
}

export interface Concept {
  readonly code: string
  readonly properties: readonly { readonly code: string; readonly value: string }[]
  readonly children: readonly Concept[]
}

export interface CodeSystemDefinition extends Canonical {
  /** `complete`, `fragment`, `example`, `not-present` or `supplement`. */
  readonly content: string
  readonly caseSensitive: boolean
  /** Its codes can be put together by a grammar, so that the listed ones are not all. */
  readonly compositional: boolean
  readonly concepts: readonly Concept[]
}

export interface ValueSetFilter {
  readonly property: string
  readonly op: string
  readonly value: string
}

export interface ValueSetPart {
  readonly system: string | undefined
  /** Undefined where the part takes all concepts that its filters let through. */
  readonly codes: readonly string[] | undefined
  readonly filters: readonly ValueSetFilter[]
  readonly valueSets: readonly string[]
}

export interface ValueSetDefinition extends Canonical {
  readonly include: readonly ValueSetPart[]
  readonly exclude: readonly ValueSetPart[]
  /** Codes of a published expansion that is whole, by system; undefined where there is none. */
  readonly expansion: readonly { readonly system: string; readonly code: string }[] | undefined
}

/** A definition that is used as it is: Questionnaire, Measure or SearchParameter. */
export interface ResourceDefinition extends Canonical {
  readonly resource: JsonObject
}

export type Definition =
  | { readonly kind: 'structure'; readonly structure: StructureDefinition }
  | { readonly kind: 'valueSet'; readonly valueSet: ValueSetDefinition }
  | { readonly kind: 'codeSystem'; readonly codeSystem: CodeSystemDefinition }
  | { readonly kind: 'resource'; readonly definition: ResourceDefinition }
