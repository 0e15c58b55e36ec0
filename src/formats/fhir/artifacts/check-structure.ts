// StructureDefinition: its type, its elements, what it fixes and binds, its expressions and its slices (R4 5.3, 5.4).
import type { JsonObject, JsonPath, JsonValue } from '../json/json-value.ts'
import { objectsIn, textOf, textsIn } from '../json/members.ts'
import { isSameJson } from '../path/operators.ts'
import type { Profiles } from '../profile/compile-profile.ts'
import { readDefinition } from '../profile/read-definition.ts'
import type { LoadedGuides } from '../profile/validate-profiles.ts'
import type { Context, ResourceNode } from '../validate/context.ts'
import { syntaxErrorOf } from './check-expression.ts'
import { checkElement } from './check-structure-element.ts'

const CORE = 'http://hl7.org/fhir/StructureDefinition/'

export function checkStructure(context: Context, node: ResourceNode, guides: LoadedGuides | undefined): void {
  const { value, path } = node
  checkType(context, value, path)
  checkContexts(context, value, path)
  checkExtensionUrl(context, value, path)
  if (guides) checkBase(context, value, path, guides)
  const type = context.model.type(textOf(value.type) ?? '')
  if (!type || value.derivation !== 'constraint') return
  for (const view of ['differential', 'snapshot']) {
    elementsOf(value[view]).forEach((element, i) => {
      checkElement(context, element, {
        path: [...path, view, 'element', i],
        type,
        profiles: guides?.profiles,
        isSnapshot: view === 'snapshot',
      })
    })
  }
  if (guides) checkDerivation(context, node, guides)
}

function elementsOf(view: JsonValue | undefined): JsonObject[] {
  return view !== null && typeof view === 'object' && 'element' in view ? objectsIn((view as JsonObject).element) : []
}

/** A type of FHIR itself, or the address of a logical model (R4 StructureDefinition.type). */
function checkType({ issues, model }: Context, { type, kind, derivation, url }: JsonObject, path: JsonPath): void {
  if (typeof type !== 'string') return
  const isAddress = type.includes(':')
  // HL7's own patterns, as Event and Request, have plain names.
  const isWrong = isAddress ? kind !== 'logical' && derivation === 'specialization' : !model.type(type) && url !== CORE + type
  if (isWrong)
    issues.add('definition_type', [...path, 'type'], { expected: isAddress ? 'a logical model' : 'a type of FHIR, or an absolute URL' })
  else if (!isAddress && derivation === 'specialization' && url !== CORE + type) {
    issues.add('definition_type', [...path, 'derivation'], { expected: 'constraint' })
  }
}

/** A base with a URL of FHIR is a definition of this version. Others need not be loaded. */
function checkBase(
  { issues }: Context,
  { baseDefinition, derivation, kind }: JsonObject,
  path: JsonPath,
  { profiles }: LoadedGuides,
): void {
  const base = textOf(baseDefinition)
  // Logical models of R4 are derived from Base, which only R5 has.
  if (derivation !== 'constraint' || kind === 'logical') return
  if (!base?.startsWith(CORE) || base.includes('|') || profiles.typeOf(base) !== undefined) return
  issues.add('definition_type', [...path, 'baseDefinition'], { expected: 'a definition of this version of FHIR' })
}

/** The URL of an extension is the canonical of its definition (R4 5.1.0.9); a profile of an extension keeps the URL of its base. */
function checkExtensionUrl(
  { issues }: Context,
  { type, derivation, baseDefinition, url, differential, snapshot }: JsonObject,
  path: JsonPath,
): void {
  if (type !== 'Extension' || derivation !== 'constraint') return
  if (textOf(baseDefinition)?.split('|')[0] !== `${CORE}Extension`) return
  for (const [name, view] of Object.entries({ differential, snapshot })) {
    elementsOf(view).forEach((element, i) => {
      if (element.path !== 'Extension.url' || (element.id ?? element.path) !== 'Extension.url') return
      if (typeof element.fixedUri === 'string' && element.fixedUri !== url)
        issues.add('fixed', [...path, name, 'element', i, 'fixedUri'], { expected: 'the canonical URL of the definition' })
    })
  }
}

/** Contexts of type element name an element that FHIR has (R4 StructureDefinition.context). */
function checkContexts({ issues }: Context, { type: defined, context, contextInvariant }: JsonObject, path: JsonPath): void {
  const isExtension = defined === 'Extension' || typeof defined !== 'string'
  if (!isExtension && objectsIn(context).length > 0)
    issues.add('definition_content', [...path, 'context'], { expected: 'a context only of an extension' })
  objectsIn(context).forEach(({ type, expression }, i) => {
    const text = textOf(expression)
    if (type === 'fhirpath' && text !== undefined && syntaxErrorOf(text) !== undefined) {
      issues.add('definition_expression', [...path, 'context', i], { expected: 'a FHIRPath expression' })
    }
  })
  textsIn(contextInvariant).forEach((text, i) => {
    if (syntaxErrorOf(text) !== undefined)
      issues.add('definition_expression', [...path, 'contextInvariant', i], { expected: 'a FHIRPath expression' })
  })
}

/** The profile over what it is derived from: every element exists there, and the chain of bases ends. */
function checkDerivation(context: Context, { value, path }: ResourceNode, { profiles }: LoadedGuides): void {
  const { issues } = context
  const definition = readDefinition(value)
  if (definition?.kind !== 'structure' || definition.structure.differential.length === 0) return
  const result = profiles.ofDefinition(definition.structure)
  if ('problem' in result) {
    if (!result.problem.isIncomplete) issues.add('profile_faulty', path, { expected: result.problem.reason })
    return
  }
  const ids = elementsOf(value.differential)
  checkFixed(context, value, path, profiles)
  for (const { url, id } of result.profile.unknown) {
    const at = url === definition.structure.url ? ids.findIndex((each) => each.id === id || each.path === id) : -1
    if (at >= 0) issues.add('definition_path', [...path, 'differential', 'element', at], { expected: 'an element of the base definition' })
  }
}

/** What the base profile fixes stays fixed to the same value. */
function checkFixed({ issues }: Context, { baseDefinition, differential }: JsonObject, path: JsonPath, profiles: Profiles): void {
  const base = textOf(baseDefinition)
  const result = base === undefined ? undefined : profiles.get(base)
  if (!result || 'problem' in result) return
  elementsOf(differential).forEach((element, i) => {
    const before = result.profile.elements.get(textOf(element.id) ?? textOf(element.path) ?? '')?.fixed
    const name = Object.keys(element).find((each) => /^fixed[A-Z]/.test(each))
    if (before === undefined || name === undefined || isSameJson(element[name]!, before)) return
    issues.add('fixed', [...path, 'differential', 'element', i, name], {
      profile: result.profile.url,
      expected: 'the value that the base profile fixes',
    })
  })
}
