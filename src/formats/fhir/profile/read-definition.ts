// Reads StructureDefinition, ValueSet and CodeSystem resources from their JSON.
import { isObject, type JsonObject, type JsonValue, numberText } from '../json/json-value.ts'
import { objectsIn, textOf, textsIn } from '../json/members.ts'
import type { Severity } from '../validate/issue-codes.ts'
import type {
  BindingRule,
  Canonical,
  CodeSystemDefinition,
  Concept,
  ConstraintRule,
  Definition,
  ElementControls,
  ElementRow,
  ExtensionContext,
  SlicingRule,
  StructureDefinition,
  TypedValue,
  TypeRule,
  ValueSetDefinition,
  ValueSetPart,
} from './definitions.ts'

const BASE = 'http://hl7.org/fhir/StructureDefinition/'
const MAX_VALUE_SET = `${BASE}elementdefinition-maxValueSet`
const BEST_PRACTICE = `${BASE}elementdefinition-bestpractice`

/** The definition that a resource is; undefined for another resource and for one without a canonical. */
export function readDefinition(resource: JsonObject): Definition | undefined {
  const url = textOf(resource.url)
  if (url === undefined) return undefined
  const canonical = { url, version: textOf(resource.version) }
  switch (resource.resourceType) {
    case 'StructureDefinition':
      return { kind: 'structure', structure: readStructure(resource, canonical) }
    case 'ValueSet':
      return { kind: 'valueSet', valueSet: readValueSet(resource, canonical) }
    case 'CodeSystem':
      return { kind: 'codeSystem', codeSystem: readCodeSystem(resource, canonical) }
    case 'Questionnaire':
    case 'Measure':
    case 'SearchParameter':
      return { kind: 'resource', definition: { ...canonical, resource } }
    default:
      return undefined
  }
}

function readStructure(resource: JsonObject, canonical: Canonical): StructureDefinition {
  const rowsOf = (view: JsonValue | undefined) => (isObject(view) ? objectsIn(view.element).map(readElementRow) : undefined)
  return {
    ...canonical,
    name: textOf(resource.name) ?? '',
    type: lastOf(textOf(resource.type) ?? ''),
    kind: textOf(resource.kind) ?? '',
    base: textOf(resource.baseDefinition),
    abstract: resource.abstract === true,
    isConstraint: resource.derivation === 'constraint',
    isLater: false,
    contexts: objectsIn(resource.context).map(({ type, expression }) => contextOf(textOf(type) ?? '', textOf(expression) ?? '')),
    contextInvariants: textsIn(resource.contextInvariant),
    differential: rowsOf(resource.differential) ?? [],
    snapshot: rowsOf(resource.snapshot),
  }
}

/** @param type may be cut to its first letter: an expression that is an address is of an extension */
export function contextOf(type: string, expression: string): ExtensionContext {
  if (type === 'f' || type === 'fhirpath') return { type: 'fhirpath', expression }
  const isExtension = type === 'extension' || (type === 'e' && expression.includes(':'))
  return { type: isExtension ? 'extension' : 'element', expression }
}

/** An element in the JSON of its definition, whole or as the packed tables have it. */
export function readElementRow(element: JsonObject): ElementRow {
  const { min, max, type, slicing, maxLength, isModifier } = element
  const binding = isObject(element.binding) ? element.binding : undefined
  return {
    id: textOf(element.id),
    path: textOf(element.path),
    sliceName: textOf(element.sliceName),
    min: wholeOf(min),
    max: max === '*' ? Number.POSITIVE_INFINITY : typeof max === 'string' && /^\d{1,9}$/.test(max) ? Number(max) : undefined,
    types: Array.isArray(type) ? objectsIn(type).map(readType) : undefined,
    contentReference: textOf(element.contentReference),
    binding: binding && readBinding(binding),
    maxValueSet: binding && maxValueSetOf(binding),
    constraints: objectsIn(element.constraint).map(readConstraint),
    slicing: isObject(slicing) ? readSlicing(slicing) : undefined,
    fixed: typedMember(element, 'fixed')?.value,
    pattern: typedMember(element, 'pattern')?.value,
    minValue: typedMember(element, 'minValue'),
    maxValue: typedMember(element, 'maxValue'),
    maxLength: wholeOf(maxLength),
    modifier: typeof isModifier === 'boolean' ? isModifier : undefined,
    controls: readControls(element),
  }
}

const LATER = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-ElementDefinition.'

/** R5 has elements for the first two; R4 and R4B carry them as extensions. */
function readControls(element: JsonObject): ElementControls | undefined {
  if (element.extension === undefined && element.mustHaveValue === undefined && element.valueAlternatives === undefined) return undefined
  const extensions = objectsIn(element.extension)
  const values = (url: string): JsonValue[] =>
    extensions.filter((each) => each.url === url).map((each) => typedMember(each, 'value')?.value ?? null)
  const controls = {
    mustHaveValue: element.mustHaveValue === true || values(`${LATER}mustHaveValue`).includes(true),
    valueAlternatives: textsIn([...values(`${LATER}valueAlternatives`), ...textsIn(element.valueAlternatives)]),
    languages: textsIn(values(`${BASE}narrative-language-control`)).map((each) => each.replace(/^[_#]/, '')),
    missingSource: severityOf(textsIn(values(`${BASE}narrative-source-control`))[0]),
  }
  const { mustHaveValue, valueAlternatives, languages, missingSource } = controls
  return mustHaveValue || missingSource || valueAlternatives.length > 0 || languages.length > 0 ? controls : undefined
}

/** Of the value set issue-severity. */
function severityOf(code: string | undefined): Severity | undefined {
  if (code === undefined || code === 'success') return undefined
  return code === 'warning' ? 'warning' : code === 'information' ? 'info' : 'error'
}

function readType({ code, profile, targetProfile, aggregation }: JsonObject): TypeRule {
  return {
    code: textOf(code) ?? '',
    profiles: textsIn(profile),
    targetProfiles: textsIn(targetProfile),
    aggregation: textsIn(aggregation),
  }
}

function readConstraint({ key, severity, human, expression, extension }: JsonObject): ConstraintRule {
  return {
    key: textOf(key) ?? '',
    severity: severity === 'warning' ? 'warning' : 'error',
    human: textOf(human) ?? '',
    expression: textOf(expression) ?? '',
    bestPractice: objectsIn(extension).some(({ url, valueBoolean }) => url === BEST_PRACTICE && valueBoolean === true),
  }
}

const STRENGTHS: ReadonlySet<string> = new Set(['required', 'extensible', 'preferred', 'example'])

function readBinding({ strength, valueSet }: JsonObject): BindingRule | undefined {
  const url = textOf(valueSet)
  if (url === undefined || typeof strength !== 'string' || !STRENGTHS.has(strength)) return undefined
  return { strength: strength as BindingRule['strength'], valueSet: url }
}

function maxValueSetOf({ extension }: JsonObject): string | undefined {
  const bound = objectsIn(extension).find(({ url }) => url === MAX_VALUE_SET)
  return bound && (textOf(bound.valueCanonical) ?? textOf(bound.valueUri))
}

function readSlicing({ discriminator, rules, ordered }: JsonObject): SlicingRule {
  return {
    discriminators: objectsIn(discriminator).map(({ type, path }) => ({ type: textOf(type) ?? '', path: textOf(path) ?? '' })),
    rules: rules === 'closed' || rules === 'openAtEnd' ? rules : 'open',
    ordered: ordered === true,
  }
}

/** The member whose name begins so and goes on with a type: `fixedCode`, `patternCodeableConcept`. */
function typedMember(element: JsonObject, beginning: string): TypedValue | undefined {
  for (const name of Object.keys(element)) {
    const type = name.startsWith(beginning) ? name.slice(beginning.length) : ''
    if (/^[A-Z]/.test(type)) return { type, value: element[name]! }
  }
  return undefined
}

function readCodeSystem(resource: JsonObject, canonical: Canonical): CodeSystemDefinition {
  return {
    ...canonical,
    content: textOf(resource.content) ?? '',
    caseSensitive: resource.caseSensitive !== false,
    compositional: resource.compositional === true,
    concepts: objectsIn(resource.concept).map(readConcept),
  }
}

function readConcept({ code, property, concept }: JsonObject): Concept {
  return {
    code: textOf(code) ?? '',
    properties: objectsIn(property).flatMap((each) => {
      const value = typedMember(each, 'value')?.value
      const text = isObject(value)
        ? textOf(value.code)
        : (numberText(value) ?? (typeof value === 'boolean' ? String(value) : textOf(value)))
      return text === undefined ? [] : [{ code: textOf(each.code) ?? '', value: text }]
    }),
    children: objectsIn(concept).map(readConcept),
  }
}

function readValueSet(resource: JsonObject, canonical: Canonical): ValueSetDefinition {
  const compose = isObject(resource.compose) ? resource.compose : {}
  return {
    ...canonical,
    include: objectsIn(compose.include).map(readPart),
    exclude: objectsIn(compose.exclude).map(readPart),
    expansion: isObject(resource.expansion) ? readExpansion(resource.expansion) : undefined,
  }
}

function readPart({ system, concept, filter, valueSet }: JsonObject): ValueSetPart {
  return {
    system: textOf(system),
    codes: Array.isArray(concept) ? objectsIn(concept).map(({ code }) => textOf(code) ?? '') : undefined,
    filters: objectsIn(filter).map(({ property, op, value }) => {
      return { property: textOf(property) ?? '', op: textOf(op) ?? '', value: textOf(value) ?? '' }
    }),
    valueSets: textsIn(valueSet),
  }
}

/** Undefined for a page of an expansion: what it does not hold may be in the set all the same. */
function readExpansion({ contains, total, offset, parameter }: JsonObject): ValueSetDefinition['expansion'] {
  const codes: { system: string; code: string }[] = []
  const visit = (entries: readonly JsonObject[]): void => {
    for (const { system, code, abstract, contains: below } of entries) {
      if (typeof system === 'string' && typeof code === 'string' && abstract !== true) codes.push({ system, code })
      visit(objectsIn(below))
    }
  }
  visit(objectsIn(contains))
  const isPaged = typeof offset === 'number' && offset > 0
  const isCut = typeof total === 'number' && total > codes.length
  const isLimited = objectsIn(parameter).some(({ name }) => name === 'limitedExpansion')
  return isPaged || isCut || isLimited || codes.length === 0 ? undefined : codes
}

function lastOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

function wholeOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
