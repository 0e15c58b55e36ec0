// Whether a value is of a type by the code that profiles have for it.
import type { FhirModel, TypePlan } from '../model/element-plan.ts'

/** A code is no string where a string is asked for; a Patient is a DomainResource. */
export function isOfCode(model: FhirModel, { kind, name }: TypePlan, code: string): boolean {
  return name === code || (kind === 'resource' && model.isA(name, code))
}
