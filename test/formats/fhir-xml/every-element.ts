// Resources that fill every element of a type, with values that are hard to carry: for tests of forms.
import type { JsonArray, JsonObject, JsonValue } from '../../../src/formats/fhir/json/json-value.ts'
import { NumberText } from '../../../src/formats/fhir/json/number-text.ts'
import type { FhirModel, Property, TypePlan } from '../../../src/formats/fhir/model/element-plan.ts'

const NARRATIVE = '<div xmlns="http://www.w3.org/1999/xhtml" id="n">a &amp; b<br/>\r\n<!-- c --><p title=\'"\'>&#955; λ 😀</p></div>'
const TEXT = ' "a" & <b>\t\n\r c 😀 é ]]> \u00a0'

/** One resource for each choice of types: every element stands in each, a choice with another type in each. */
export function sampleResource(model: FhirModel, name: string, round: number): JsonObject {
  return { resourceType: name, ...fill(model, model.resource(name)!, round, 0) }
}

/** How many resources have every type of every choice; those of extensions and parameters have all types, which one resource goes through. */
export function roundsOf(model: FhirModel, name: string): number {
  const type = name === 'Parameters' ? model.type('Extension')! : model.resource(name)!
  return Math.max(1, ...type.elements.map(({ properties }) => properties.length))
}

function fill(model: FhirModel, plan: TypePlan, round: number, depth: number): JsonObject {
  const object: JsonObject = {}
  for (const { properties, prohibited, list, attribute, name } of plan.elements) {
    if (prohibited || (depth > 0 && isPassedOver(name, plan, depth))) continue
    const property = properties[round % properties.length]!
    if (attribute) object[property.name] = `a-${depth}`
    else if (property.type.plan.kind === 'primitive') primitive(property, list, object, round + depth)
    else {
      const value = () => complex(model, property, round, depth)
      object[property.name] = list ? [value(), value()] : value()
    }
  }
  return object
}

/** Deep down only what a type must have something of. */
function isPassedOver(name: string, plan: TypePlan, depth: number): boolean {
  if (plan.name === 'Extension') return name === 'extension' || depth > 3
  return depth > 1 || name === 'extension' || name === 'contained' || name === 'modifierExtension' || name === 'resource'
}

function complex(model: FhirModel, { type }: Property, round: number, depth: number): JsonObject {
  if (type.plan.kind === 'resource') return { resourceType: 'Basic', id: 'c', code: { text: TEXT } }
  const object = fill(model, type.plan, round, depth + 1)
  return Object.keys(object).length > 0 ? object : { id: `e-${depth}` }
}

function primitive({ name, type, element }: Property, list: boolean, object: JsonObject, round: number): void {
  const value = sampleValue(type.plan.name)
  if (type.plan.name === 'xhtml') {
    object[name] = value
    return
  }
  const extras: JsonObject = { id: 'x', extension: [{ url: 'http://example.org/e', valueDecimal: new NumberText('1.0') }] }
  const kind = (round + element.order) % 3
  if (!list) {
    if (kind !== 1) object[name] = value
    if (kind !== 0) object[`_${name}`] = extras
    return
  }
  object[name] = [value, null, value] satisfies JsonArray
  object[`_${name}`] = [null, extras, kind === 0 ? extras : null] satisfies JsonArray
}

function sampleValue(type: string): JsonValue {
  switch (type) {
    case 'boolean':
      return false
    case 'decimal':
      return new NumberText('-1.2300E+2')
    case 'integer':
    case 'unsignedInt':
      return 0
    case 'positiveInt':
      return 2147483647
    case 'integer64':
      return '-9223372036854775808'
    case 'xhtml':
      return NARRATIVE
    default:
      return TEXT
  }
}
