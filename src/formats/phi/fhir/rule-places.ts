// Rules of the caller: a FHIRPath and what is done with what it gives, and with all that lies below.
import { Fault } from '../../../core/fault.ts'
import type { FhirModel } from '../../fhir/model/element-plan.ts'
import { compileExpression } from '../../fhir/path/compile.ts'
import { evaluate } from '../../fhir/path/evaluate.ts'
import { formatNode, rootNode } from '../../fhir/path/item.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import type { Walked } from './fhir-leaf.ts'

export interface RuleAction {
  /** FHIRPath from each resource, those of Bundles too. */
  readonly fhirPath: string
  readonly action: PhiAction
}

/** @throws Fault `invalid_input` with the pointer of a rule whose expression is none */
export function checkRules(rules: readonly RuleAction[]): void {
  for (const [i, { fhirPath }] of rules.entries()) compileRule(fhirPath, i)
}

function compileRule(fhirPath: string, i: number) {
  try {
    return compileExpression(fhirPath)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const pointer = `/options/rules/${i}/fhirPath`
    const errors = [{ pointer, code: 'invalid_value', detail: error.message }]
    throw new Fault('A rule cannot be used.', { code: 'invalid_input', at: { pointer }, errors })
  }
}

export class RulePlaces {
  /** By place in the document and path. */
  readonly #actions = new Map<string, PhiAction>()

  /** A later rule wins over an earlier one for the same place. */
  constructor(rules: readonly RuleAction[], walked: readonly Walked[], model: FhirModel) {
    const compiled = rules.map(({ fhirPath, action }, i) => ({ expression: compileRule(fhirPath, i), action }))
    if (compiled.length === 0) return
    walked.forEach(({ resources }, index) => {
      for (const { value, path } of resources) {
        const root = rootNode(model, value)!
        for (const { expression, action } of compiled) {
          for (const item of evaluate(expression, root, { model, variables: new Map(), now: undefined })) {
            if (item.kind !== 'node') continue
            const formatted = formatNode(item)
            this.#actions.set(`${index} ${path}${formatted.slice(root.step.length)}`, action)
          }
        }
      }
    })
  }

  /** What a rule says of a place: the one for it, else that for the nearest place above. */
  actionAt(index: number, path: string): PhiAction | undefined {
    if (this.#actions.size === 0) return undefined
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const bare = /\[\d+\]$/.test(at) ? at.slice(0, at.lastIndexOf('[')) : undefined
      const action = this.#actions.get(`${index} ${at}`) ?? (bare === undefined ? undefined : this.#actions.get(`${index} ${bare}`))
      if (action !== undefined) return action
    }
    return undefined
  }
}
