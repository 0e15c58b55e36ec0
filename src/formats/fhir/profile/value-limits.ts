// minValue and maxValue of a profile: whether a value is within them.
import { ProblemError } from '../../../core/problem.ts'
import type { FhirModel } from '../model/element-plan.ts'
import type { NodeItem } from '../path/item.ts'
import { compare } from '../path/operators.ts'
import type { TypedValue } from './definitions.ts'

/** True also where the two cannot be compared: other units, other precision, a limit that counts from today. */
export function isWithinLimits(node: NodeItem, { type, value }: TypedValue, side: 'least' | 'greatest', model: FhirModel): boolean {
  const plan = model.type(type[0]!.toLowerCase() + type.slice(1)) ?? model.type(type)
  if (!plan) return true
  const limit: NodeItem = { kind: 'node', plan, value, extras: undefined, element: undefined, parent: undefined, step: '', index: -1 }
  try {
    const order = compare([node], [limit])
    return order === undefined || (side === 'least' ? order >= 0 : order <= 0)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return true
  }
}
