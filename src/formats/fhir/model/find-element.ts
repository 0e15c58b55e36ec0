// Finds what a path of a definition leads to: `Patient.contact.name`, `Observation.value[x].coding`, `Extension.valueCode`.
import type { ElementPlan, FhirModel, TypePlan } from './element-plan.ts'

export interface FoundElement {
  /** The last one; undefined for the root. */
  readonly element: ElementPlan | undefined
  /** Names of the types that the base allows; a type of FHIRPath is an address. */
  readonly types: readonly string[]
  /** The same, with types within a resource by their paths. */
  readonly codes: readonly string[]
}

/** Undefined where the path leads through an element of any type, or to nothing. */
export function findElement(path: string, type: TypePlan, model: FhirModel): FoundElement | undefined {
  const steps = path.split('.').slice(1)
  let plans: readonly TypePlan[] = [type]
  let types: readonly string[] = [type.name]
  let element: ElementPlan | undefined
  for (const step of steps) {
    const found = plans.map((plan) => stepInto(plan, step)).filter((each) => each !== undefined)
    if (found.length === 0) return undefined
    element = found[0]!.element
    types = [...new Set(found.flatMap(({ codes }) => codes))]
    plans = types.flatMap((code) => model.type(code) ?? [])
  }
  return { element, types: types.map((code) => nameOf(code, model)), codes: types }
}

function stepInto(plan: TypePlan, step: string): { readonly element: ElementPlan; readonly codes: readonly string[] } | undefined {
  const name = step.endsWith('[x]') ? step.slice(0, -3) : step
  const element = plan.byName.get(name)
  if (element) return { element, codes: element.types.map(({ code }) => code) }
  const property = plan.properties.get(name)
  return property && { element: property.element, codes: [property.type.code] }
}

/** Types within a resource are BackboneElement or Element in definitions. */
function nameOf(code: string, model: FhirModel): string {
  const plan = model.type(code)
  return plan?.kind === 'backbone' ? (plan.base ?? code) : code
}
