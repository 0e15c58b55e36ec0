// ValueSet: systems are absolute and no value sets, filters have values of their operator, listed codes exist (R4 4.9).
import { RE2JS } from 're2js'
import type { JsonObject, JsonPath } from '../json/json-value.ts'
import { objectsIn, textOf } from '../json/members.ts'
import type { LoadedGuides } from '../profile/validate-profiles.ts'
import { unknownCodeSeverity } from '../terminology/known-concepts.ts'
import type { Context, ResourceNode } from '../validate/context.ts'

/** Properties of every code system whose values are true or false (R4 4.8.10). */
const BOOLEAN_PROPERTIES: ReadonlySet<string> = new Set(['inactive', 'notSelectable'])
const ABSOLUTE = /^[A-Za-z][A-Za-z\d+.-]*:/

export function checkValueSet(context: Context, { value, path }: ResourceNode, guides: LoadedGuides | undefined): void {
  const { compose } = value
  if (typeof compose !== 'object' || compose === null) return
  for (const name of ['include', 'exclude'] as const) {
    for (const [i, part] of objectsIn((compose as JsonObject)[name]).entries())
      checkPart(context, part, [...path, 'compose', name, i], guides)
  }
}

function checkPart(context: Context, part: JsonObject, path: JsonPath, guides: LoadedGuides | undefined): void {
  const { issues } = context
  const system = textOf(part.system)
  if (system !== undefined && !ABSOLUTE.test(system)) issues.add('canonical_relative', [...path, 'system'], { expected: 'an absolute URI' })
  if (system !== undefined && isValueSet(system, guides)) issues.add('definition_type', [...path, 'system'], { expected: 'a code system' })
  for (const [i, filter] of objectsIn(part.filter).entries()) checkFilter(context, filter, [...path, 'filter', i])
  if (system === undefined) return
  const means = { guides, model: context.model, version: textOf(part.version) }
  objectsIn(part.concept).forEach(({ code }, i) => {
    const severity = typeof code === 'string' && unknownCodeSeverity(system, code, means)
    if (severity) issues.add('definition_code', [...path, 'concept', i], { severity, expected: 'a code of the system' })
  })
}

/** Whether an address is that of a value set rather than of a code system. */
function isValueSet(url: string, guides: LoadedGuides | undefined): boolean {
  if (url.startsWith('http://hl7.org/fhir/ValueSet/')) return true
  const loaded = guides?.profiles.guides
  return loaded !== undefined && loaded.codeSystem(url) === undefined && loaded.valueSet(url) !== undefined
}

function checkFilter({ issues }: Context, filter: JsonObject, path: JsonPath): void {
  const [property, op, value] = [textOf(filter.property), textOf(filter.op), textOf(filter.value)]
  if (op === undefined || value === undefined) return
  const isBoolean = op === 'exists' || (op === '=' && property !== undefined && BOOLEAN_PROPERTIES.has(property))
  if (isBoolean && value !== 'true' && value !== 'false') issues.add('definition_content', path, { expected: 'true or false' })
  if (op === 'regex' && !isPattern(value)) issues.add('definition_expression', path, { expected: 'a regular expression' })
}

function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text)
    return true
  } catch {
    // RE2 has no look-around and no back references; what only those need is not an error of the definition.
    return /\(\?[=!<]|\\[1-9]/.test(text)
  }
}
