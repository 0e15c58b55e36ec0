// Judges equal values in equal places once within a document, which repeats few codes, addresses and labels thousands of times.
import type { ElementPlan } from '../../../fhir/model/element-plan.ts'
import { type FhirLeaf, textAt } from '../fhir-leaf.ts'
import { isCodedLabel } from '../search-texts.ts'
import type { FhirVerdict, JudgeMeans } from './fhir-verdict.ts'
import { judgeValue } from './judge-value.ts'

/** Longer texts seldom repeat. */
const LONGEST = 200

export class JudgedValues {
  readonly #means: JudgeMeans
  /** By element, by what else decides, by text. */
  readonly #known = new Map<ElementPlan, Map<string, Map<string, FhirVerdict>>>()

  constructor(means: JudgeMeans) {
    this.#means = means
  }

  /** @returns what judgeValue says of the value */
  verdictOf(leaf: FhirLeaf, text: string): FhirVerdict {
    const context = text.length > LONGEST ? undefined : contextOf(leaf)
    if (context === undefined) return judgeValue(leaf, text, this.#means)
    const known = this.#verdictsAt(leaf.element, context)
    let verdict = known.get(text)
    if (verdict === undefined) {
      verdict = judgeValue(leaf, text, this.#means)
      known.set(text, verdict)
    }
    return verdict
  }

  #verdictsAt(element: ElementPlan, context: string): Map<string, FhirVerdict> {
    return entryOf(entryOf(this.#known, element), context)
  }
}

function entryOf<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const known = maps.get(key)
  if (known) return known
  const made = new Map<L, V>()
  maps.set(key, made)
  return made
}

/** All that judgeValue reads besides the element and the text; undefined for treatments that are fast to judge, or that depend on more. */
function contextOf(leaf: FhirLeaf): string | undefined {
  const { treatment, type, beside, definition } = leaf
  switch (treatment) {
    case 'text':
    case 'definition':
    case 'expression':
      return `${treatment} ${type}`
    case 'label':
      if (definition === 'CodeableConcept.text') return `${treatment} ${type} ${isCodedLabel(leaf)}`
      return `${treatment} ${type} ${textAt(beside, 'system')}`
    case 'code': {
      const system = textAt(beside, 'system')
      return system === undefined ? `${treatment} ${type}` : `${treatment} ${type} ${system}`
    }
    default:
      return undefined
  }
}
