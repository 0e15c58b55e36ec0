// Texts of the caller's lists that could not be obeyed: those that are called an identifier and none at the same time, because whichever were
// believed, the other would be ignored; and those without a letter or digit, which are all that texts are compared by.
import { ProblemError } from '../../../core/problem.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { bareText } from '../known/known-values.ts'

type Lists = Pick<DetectOptions, 'allow' | 'deny' | 'known'>

/**
 * @throws ProblemError `invalid_input` with a pointer for every text of `allow` that `deny` has, or that is a value of `known` or words of one, and for every
 * text of all lists that has neither letter nor digit
 */
export function checkLists({ allow = [], deny = [], known = {} }: Lists): void {
  checkTexts({ allow, deny, known })
  if (allow.length === 0) return
  const denied = new Set(deny.map(bareOf))
  const given = new Set(Object.values(known).flatMap((values) => (values ?? []).flatMap(partsOf)))
  const errors = allow.flatMap((text, i) => {
    const list = denied.has(bareOf(text)) ? 'deny' : given.has(bareOf(text)) ? 'known' : undefined
    return list === undefined ? [] : [{ pointer: `/options/allow/${i}`, code: 'contradiction', detail: `${list} has the same text` }]
  })
  if (errors.length > 0) throw new ProblemError('The options contradict each other.', { code: 'invalid_input', errors })
}

function checkTexts({ allow = [], deny = [], known = {} }: Lists): void {
  const lists: (readonly [string, readonly string[] | undefined])[] = [
    ['allow', allow],
    ['deny', deny],
    ...Object.entries(known).map(([name, values]) => [`known/${name}`, values] as const),
  ]
  const errors = lists.flatMap(([name, values = []]) =>
    values.flatMap((text, i) =>
      bareOf(text) === '' ? [{ pointer: `/options/${name}/${i}`, code: 'no_letters', detail: 'has neither a letter nor a digit' }] : [],
    ),
  )
  if (errors.length > 0) throw new ProblemError('A text in the options cannot be searched.', { code: 'invalid_input', errors })
}

function bareOf(text: string): string {
  return bareText(text.normalize('NFKC'))
}

/** More words than any name or address has: a longer value counts as a whole alone. */
const MOST_WORDS = 20

/** A value and every run of its words: the surname of a known person is no word to leave alone. */
function partsOf(value: string): string[] {
  const words = value.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')
  if (words.length > MOST_WORDS) return [bareOf(value)]
  const runs = words.flatMap((_, first) => words.slice(first).map((__, count) => bareOf(words.slice(first, first + count + 1).join(' '))))
  return [bareOf(value), ...runs]
}
