// A QuestionnaireResponse against its Questionnaire: items, how often, in which order, whether they are enabled, and their answers.
import { isObject, type JsonObject } from '../json/json-value.ts'
import { jsonPathOf, type NodeItem } from '../path/item.ts'
import type { ProfileNodes } from '../profile/profile-nodes.ts'
import type { Bindings, FindSet } from '../validate/binding.ts'
import type { IssueCode } from '../validate/issue-codes.ts'
import type { IssueList } from '../validate/issue-list.ts'
import { checkAnswer } from './check-answer.ts'
import { isAnswer, isEnabled } from './enable-when.ts'
import { type QuestionnaireItem, readQuestionnaire } from './read-questionnaire.ts'

export interface ResponseMeans {
  readonly nodes: ProfileNodes
  readonly issues: IssueList
  readonly bindings: Bindings
  /** Also of a set that the Questionnaire contains: `#id`. */
  readonly findSet: FindSet
}

/** Statuses of responses that are not finished: what is required may still come. */
const UNFINISHED: ReadonlySet<unknown> = new Set(['in-progress', 'stopped', 'entered-in-error'])

/** Reports what is wrong in the answers to a Questionnaire. */
export function checkResponse(response: NodeItem, questionnaire: JsonObject, means: ResponseMeans): void {
  const { status, language }: JsonObject = isObject(response.value) ? response.value : {}
  const isTranslated = language !== undefined && language !== questionnaire.language
  new ResponseCheck(means, !UNFINISHED.has(status), isTranslated).items(readQuestionnaire(questionnaire), response, [response])
}

class ResponseCheck {
  private readonly means: ResponseMeans
  private readonly isFinished: boolean
  private readonly isTranslated: boolean

  constructor(means: ResponseMeans, isFinished: boolean, isTranslated: boolean) {
    this.means = means
    this.isFinished = isFinished
    this.isTranslated = isTranslated
  }

  /** @param holders the response, groups and answers around the items, the innermost first */
  items(expected: readonly QuestionnaireItem[], holder: NodeItem, holders: readonly NodeItem[]): void {
    const found = this.means.nodes.childrenOf(holder, 'item')
    this.order(expected, found)
    for (const item of expected) {
      const own = found.filter((each) => linkIdOf(each) === item.linkId)
      if (isEnabled(item, holders, this.means.nodes)) this.item(item, own, holder, holders)
      else for (const each of own) if (this.hasAnswer(each)) this.add('answer_disabled', each, 'an item that is enabled')
    }
  }

  private order(expected: readonly QuestionnaireItem[], found: readonly NodeItem[]): void {
    let last = 0
    for (const each of found) {
      const place = expected.findIndex(({ linkId }) => linkId === linkIdOf(each))
      if (place < 0) this.add('answer_unknown', each, 'a linkId that the questionnaire has here')
      else if (place < last) this.add('answer_order', each, 'the order of the questionnaire')
      last = Math.max(last, place)
    }
  }

  private item(item: QuestionnaireItem, found: readonly NodeItem[], holder: NodeItem, holders: readonly NodeItem[]): void {
    const { type, required, repeats } = item
    for (const each of found) this.text(item, each)
    if (type === 'display') {
      for (const each of found) if (this.answersOf(each).length > 0) this.add('answer_type', each, 'no answer')
      return
    }
    // A group repeats as items, a question as answers.
    if (found.length > 1 && (type !== 'group' || !repeats)) this.add('answer_repeated', found[1]!, 'one item of this linkId')
    if (found.length === 0 && required && this.isFinished) this.add('answer_required', holder, 'an item that is required')
    for (const each of found) {
      if (type === 'group') this.group(item, each, holders)
      else this.question(item, each, holders)
    }
  }

  /** A response in another language has other texts. */
  private text({ texts }: QuestionnaireItem, node: NodeItem): void {
    const text = isObject(node.value) ? node.value.text : undefined
    if (this.isTranslated || typeof text !== 'string' || texts.length === 0) return
    if (!texts.some((each) => plain(each) === plain(text))) this.add('answer_text', node, 'the text of the questionnaire')
  }

  private group(item: QuestionnaireItem, node: NodeItem, holders: readonly NodeItem[]): void {
    if (this.answersOf(node).length > 0) this.add('answer_type', node, 'a group, which has no answer')
    this.items(item.items, node, [node, ...holders])
  }

  private question(item: QuestionnaireItem, node: NodeItem, holders: readonly NodeItem[]): void {
    const answers = this.answersOf(node)
    const { required, repeats, minOccurs = 0, maxOccurs = Number.POSITIVE_INFINITY } = item
    if (answers.length === 0 && required && this.isFinished) this.add('answer_required', node, 'an answer')
    else if (answers.length < minOccurs && this.isFinished) this.add('answer_required', node, `at least ${minOccurs} answers`)
    if (answers.length > 1 && !repeats) this.add('answer_repeated', answers[1]!, 'one answer')
    else if (answers.length > maxOccurs) this.add('answer_repeated', answers[maxOccurs]!, `at most ${maxOccurs} answers`)
    for (const answer of answers) {
      for (const value of this.means.nodes.childrenOf(answer, 'value')) this.value(item, value, answers.length)
      if (item.items.length > 0) this.items(item.items, answer, [answer, ...holders])
    }
  }

  private value(item: QuestionnaireItem, value: NodeItem, count: number): void {
    const { nodes, bindings, findSet } = this.means
    if (value.value === undefined) return
    const error = checkAnswer(item, value, nodes.model)
    if (error) {
      this.add(error.code, value, error.expected)
      return
    }
    if (count > 1 && item.options.some((option) => option.isExclusive && isAnswer(value, option.value))) {
      this.add('answer_option', value, 'no other answer beside this option')
    }
    if (item.valueSet === undefined || value.plan.name !== 'Coding' || value.value === null) return
    // A question that takes other answers as well takes other codes, too.
    const strength = item.isOpen ? 'extensible' : 'required'
    bindings.against({ strength, valueSet: item.valueSet }, 'Coding', value.value, jsonPathOf(value), undefined, findSet(item.valueSet))
  }

  private answersOf(node: NodeItem): readonly NodeItem[] {
    return this.means.nodes.childrenOf(node, 'answer')
  }

  private hasAnswer(node: NodeItem): boolean {
    return this.answersOf(node).length > 0 || this.means.nodes.childrenOf(node, 'item').some((each) => this.hasAnswer(each))
  }

  private add(code: IssueCode, node: NodeItem, expected: string): void {
    this.means.issues.add(code, jsonPathOf(node), { expected })
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function linkIdOf({ value }: NodeItem): unknown {
  return isObject(value) ? value.linkId : undefined
}
