// Types of FHIRPath: what an item is, by the names of FHIR and of System.
import type { EvaluationContext } from '../context.ts'
import type { Item, Items } from '../item.ts'

/** @param type `Patient`, `FHIR.Patient`, `System.String`; `String` is the system's where FHIR has no such type */
export function isOfType({ settings }: EvaluationContext, item: Item, type: string): boolean {
  const [namespace, name] = type.includes('.') ? (type.split('.') as [string, string]) : ['', type]
  if (item.kind === 'type') return false
  if (item.kind === 'system') return namespace !== 'FHIR' && item.type === name
  if (namespace === 'System') return false
  return settings.model.isA(item.plan.name, name)
}

/** A primitive is of its own type alone: a code is no string here. */
export function allOfType(context: EvaluationContext, items: Items, type: string): Items {
  const name = type.slice(type.indexOf('.') + 1)
  return items.filter(
    (item) => isOfType(context, item, type) && !(item.kind === 'node' && item.plan.kind === 'primitive' && item.plan.name !== name),
  )
}

const SYSTEM: ReadonlySet<string> = new Set([
  'Boolean',
  'String',
  'Integer',
  'Long',
  'Decimal',
  'Date',
  'DateTime',
  'Time',
  'Quantity',
  'Any',
])

/** Whether there is a type of the name. */
export function isTypeName({ settings }: EvaluationContext, type: string): boolean {
  const name = type.slice(type.indexOf('.') + 1)
  // No value is of a type of System that there is not; whoever asks is told so.
  if (type.startsWith('System.')) return /^[A-Z][A-Za-z]*$/.test(name)
  return settings.model.type(name) !== undefined || (!type.includes('.') && SYSTEM.has(name))
}
