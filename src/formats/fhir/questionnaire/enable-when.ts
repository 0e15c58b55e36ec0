// Whether an item of a Questionnaire is enabled by the answers that are given (R4 Questionnaire.item.enableWhen).
import { ProblemError } from '../../../core/problem.ts'
import { isObject } from '../json/json-value.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { truth } from '../path/context.ts'
import { evaluate } from '../path/evaluate.ts'
import type { NodeItem } from '../path/item.ts'
import { isSameJson } from '../path/operators.ts'
import type { TypedValue } from '../profile/definitions.ts'
import type { ProfileNodes } from '../profile/profile-nodes.ts'
import { isWithinLimits } from '../profile/value-limits.ts'
import { compiledOf } from '../validate/invariant.ts'
import type { EnableWhen, QuestionnaireItem } from './read-questionnaire.ts'

/**
 * @param holders what holds the items around the one that is judged, the innermost first: groups, answers, the response
 */
export function isEnabled(item: QuestionnaireItem, holders: readonly NodeItem[], nodes: ProfileNodes): boolean {
  const { enableWhen, enablesOnAny, enableExpression } = item
  if (enableExpression !== undefined && !isTrue(enableExpression, holders.at(-1)!, nodes)) return false
  if (enableWhen.length === 0) return true
  const isMet = (condition: EnableWhen): boolean => isConditionMet(condition, holders, nodes)
  return enablesOnAny ? enableWhen.some(isMet) : enableWhen.every(isMet)
}

/** True for an expression that cannot be evaluated. */
function isTrue(expression: string, response: NodeItem, nodes: ProfileNodes): boolean {
  const compiled = compiledOf(expression)
  if (!compiled) return true
  try {
    return truth(evaluate(compiled, response, { model: nodes.model, resource: response }), 'A condition') ?? false
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return true
  }
}

function isConditionMet({ question, operator, answer }: EnableWhen, holders: readonly NodeItem[], nodes: ProfileNodes): boolean {
  const answers = answersTo(question, holders, nodes)
  if (operator === 'exists') return answers.length > 0 === (answer?.value !== false)
  if (!answer) return false
  if (operator === '!=') return answers.length > 0 && !answers.some((value) => isAnswer(value, answer))
  return answers.some((value) => compares(value, operator, answer, nodes.model))
}

function compares(value: NodeItem, operator: string, answer: TypedValue, model: FhirModel): boolean {
  const isSame = isAnswer(value, answer)
  switch (operator) {
    case '=':
      return isSame
    case '>=':
      return isWithinLimits(value, answer, 'least', model)
    case '<=':
      return isWithinLimits(value, answer, 'greatest', model)
    case '>':
      return !isSame && isWithinLimits(value, answer, 'least', model)
    case '<':
      return !isSame && isWithinLimits(value, answer, 'greatest', model)
    default:
      return false
  }
}

/** Whether an answer is a value: codes by system and code. */
export function isAnswer({ value }: NodeItem, { value: requested }: TypedValue): boolean {
  if (value === undefined) return false
  if (!isObject(value) || !isObject(requested) || requested.code === undefined) return isSameJson(value, requested)
  return value.code === requested.code && (requested.system === undefined || value.system === requested.system)
}

/** Answers to the question nearest to the item: beside it, else beside one of the items around it. */
function answersTo(question: string, holders: readonly NodeItem[], nodes: ProfileNodes): NodeItem[] {
  for (const holder of holders) {
    const found = itemsBelow(holder, question, nodes)
    if (found.length > 0)
      return found.flatMap((item) => nodes.childrenOf(item, 'answer')).flatMap((each) => nodes.childrenOf(each, 'value'))
  }
  return []
}

function itemsBelow(holder: NodeItem, linkId: string, nodes: ProfileNodes): NodeItem[] {
  return nodes.childrenOf(holder, 'item').flatMap((item) => {
    const answers = nodes.childrenOf(item, 'answer')
    const own = isObject(item.value) && item.value.linkId === linkId ? [item] : []
    return [...own, ...itemsBelow(item, linkId, nodes), ...answers.flatMap((answer) => itemsBelow(answer, linkId, nodes))]
  })
}
