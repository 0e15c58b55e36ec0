// What has been taken from resources and put into segments, in order, so that an attempt can be taken back.

import { isNameOfTable } from '../reverse/table-names.ts'
import type { Address, DraftSegment, PutResult } from './draft-segment.ts'
import type { FhirElement } from './source-tree.ts'

/** Elements that one filling of a segment has taken: a practitioner who is named twice is read twice. */
export type Scope = Set<FhirElement>

interface Step {
  readonly kind: 'claim' | 'constant' | 'put'
  readonly scope?: Scope
  readonly element?: FhirElement
  readonly before?: string | undefined
  readonly segment?: DraftSegment
  readonly address?: Address
}

/** Why an element was not put into a field that is for it. */
export type Refusal = 'field_taken' | 'not_in_version' | 'no_repetition' | 'no_code' | 'no_form'

export class ClaimLog {
  readonly #steps: Step[] = []
  readonly refusals = new Map<FhirElement, Refusal>()
  readonly chosen = new Map<FhirElement, string>()

  mark(): number {
    return this.#steps.length
  }

  /** Notes that a field holds an element. */
  claim(scope: Scope, element: FhirElement, target: string, kind: 'claim' | 'constant' = 'claim'): void {
    if (scope.has(element)) return
    this.#steps.push({ kind, scope, element, before: element.taken })
    scope.add(element)
    element.taken = target
  }

  /** @returns whether the text stands at the address now, or need not */
  put(segment: DraftSegment, address: Address, text: string, element: FhirElement): boolean {
    // OBX-5 has the parts of whatever type OBX-2 names.
    const isObserved = segment.id === 'OBX' && address.field === 5
    if (!isObserved && !segment.isOwn(address) && isNameOfTable(element)) return true
    const before = segment.at(address)
    const result = segment.put(address, text)
    if (result === 'set' || result === 'same') {
      this.#steps.push({ kind: 'put', segment, address, before })
      return true
    }
    this.#refuse(element, result)
    return false
  }

  #refuse(element: FhirElement, result: Exclude<PutResult, 'set' | 'same'>): void {
    this.refusals.set(element, result === 'differs' ? 'field_taken' : result)
  }

  /** What has been done since a mark; constants are claims, too. */
  count(mark: number): { readonly claims: number; readonly puts: number; readonly constants: number } {
    let puts = 0
    let constants = 0
    let claims = 0
    for (let i = mark; i < this.#steps.length; i++) {
      const { kind, element } = this.#steps[i]!
      if (kind === 'put') puts++
      else if (element!.text !== undefined) claims++
      if (kind === 'constant') constants++
    }
    return { claims, puts, constants }
  }

  rollback(mark: number): void {
    while (this.#steps.length > mark) {
      const step = this.#steps.pop()!
      if (step.kind === 'put') step.segment!.restore(step.address!, step.before)
      else {
        step.scope!.delete(step.element!)
        step.element!.taken = step.before
      }
    }
  }
}
