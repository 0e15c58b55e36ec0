// Checks what the extensions of an element definition require: a value, and the languages and sources of a narrative.
import { isObject } from '../json/json-value.ts'
import { jsonPathOf, type NodeItem } from '../path/item.ts'
import type { Severity } from '../validate/issue-codes.ts'
import { narrativeTexts } from '../validate/narrative.ts'
import type { ElementControls } from './definitions.ts'
import type { ProfileCheck, Run } from './profile-check.ts'
import { resourceOf } from './profile-nodes.ts'

export function checkControls(checker: ProfileCheck, controls: ElementControls, node: NodeItem, run: Run): void {
  const { mustHaveValue, valueAlternatives } = controls
  const hasValue = node.value !== undefined && node.value !== null
  if (node.plan.kind === 'primitive' && !hasValue) {
    const urls = checker.nodes.childrenOf(node, 'extension').map(({ value }) => (isObject(value) ? value.url : undefined))
    if (mustHaveValue) checker.add(run, 'required', jsonPathOf(node), { expected: 'a value, not only extensions' })
    else if (valueAlternatives.length > 0 && !valueAlternatives.some((each) => urls.includes(each)))
      checker.add(run, 'required', jsonPathOf(node), { expected: `a value or an extension ${valueAlternatives.join(' | ')}` })
  }
  if (node.plan.name === 'Narrative') checkNarrative(checker, controls, node, run)
}

const SOURCES = /(?:^|\s)(?:boilerplate|generated|original|extensions|additional)(?:\s|$)/

function checkNarrative(checker: ProfileCheck, { languages, missingSource }: ElementControls, node: NodeItem, run: Run): void {
  const div = isObject(node.value) ? node.value.div : undefined
  if (typeof div !== 'string' || !run.issues.checks('narrative')) return
  const add = (expected: string, severity?: Severity): void =>
    checker.add(run, 'xhtml', jsonPathOf(node), { expected, ...(severity && { severity }) })
  const texts = [...narrativeTexts(div)]
  if (missingSource && texts.some(({ classes }) => !classes.some((each) => SOURCES.test(each))))
    add('the source of each text as a class', missingSource)
  const sections = new Set(texts.flatMap(({ language }) => (language === undefined ? [] : [language])))
  const owner = resourceOf(node)?.value
  for (const each of languages) {
    const requested = each === 'resource' ? (isObject(owner) ? owner.language : undefined) : each
    if (each === 'no' && sections.size > 0) add('no sections by language')
    else if (each === 'yes' && sections.size === 0) add('sections by language')
    else if (each !== 'no' && each !== 'yes' && typeof requested === 'string' && !sections.has(requested)) add('a section for the language')
  }
}
