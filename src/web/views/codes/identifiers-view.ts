// Identifiers line by line: their parts in colour with labels, and the schemes that they fit, the most telling first.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { labelOf, labelWords } from '../../form/field-schema.ts'
import { msg, msgs, plural, t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import type { ViewProps } from '../view-props.ts'
import { partsOfId } from './id-parts.ts'
import { type LabelledPart, LabelledText, visible } from './labelled-text.ts'
import { wordsOf } from './words.ts'

interface Match {
  readonly type: string
  readonly name: string
  readonly country: string | null
  readonly valid: boolean
  readonly checked: readonly string[]
  readonly normalized: string
  readonly formatted: string
  readonly reason: string | null
  readonly position: number | null
  readonly issued: string | null
  readonly decoded: Readonly<Record<string, string>> | null
  readonly converted: Readonly<Record<string, readonly string[]>> | null
  readonly strength: number
  readonly tool: string | null
}

interface Identifier {
  readonly index: number
  readonly status: string
  readonly digitsFolded: boolean
  readonly matches: readonly Match[]
}

const STEP = 50
const MAX_MATCHES = 5
const BADGES: Readonly<Record<string, string>> = { valid: 'good', invalid: 'error', ambiguous: 'warning', unknown: 'warning' }
const REASONS: Readonly<Record<string, string>> = msgs({
  length: 'The length is wrong.',
  character: 'This character is not allowed here.',
  range: 'The number is in no range that is issued.',
  date: 'The date in it does not exist.',
  region: 'The region in it does not exist.',
  check_digit: 'The check digit is wrong.',
  not_in_use_yet: 'Numbers like this are not in use yet.',
})

export function IdentifiersView({ shown, value, view }: ViewProps<'identifiers'>): VNode {
  const { results } = value as { readonly results: readonly Identifier[] }
  const { count, more } = useMoreRows(results.length, STEP)
  const lines = shown.texts[view.of]?.split(/\r\n?|\n/)
  if (results.length === 0) return h('p', { class: 'quiet' }, t('No identifiers.'))
  return h(
    'div',
    null,
    h(
      'ul',
      { class: 'code-cards' },
      results
        .slice(0, count)
        .map((identifier) =>
          h(
            'li',
            { key: identifier.index, class: identifier.status === 'invalid' ? 'error' : '' },
            h(IdentifierCard, { identifier, line: lines?.[identifier.index] }),
          ),
        ),
    ),
    more,
  )
}

function IdentifierCard({ identifier, line }: { identifier: Identifier; line: string | undefined }): VNode {
  const { status, digitsFolded, matches } = identifier
  const [first, ...others] = matches
  return h(
    'div',
    null,
    h(
      'p',
      { class: 'card-line' },
      h('span', { class: `badge ${BADGES[status] ?? ''}` }, wordsOf(status)),
      first && h('strong', null, first.name),
      first?.country && h('span', { class: 'quiet' }, first.country),
      others.length > 0 && h('span', { class: 'quiet' }, plural(others.length, 'and {count} other scheme', 'and {count} other schemes')),
    ),
    first?.valid
      ? h(LabelledText, { parts: labelledParts(first), label: t('Parts of the identifier') })
      : h(InputText, { text: line ?? first?.normalized ?? '', position: first?.position ?? null }),
    first?.reason && h('p', { class: 'sentences error' }, REASONS[first.reason] ? t(REASONS[first.reason]!) : `${wordsOf(first.reason)}.`),
    !first && h('p', { class: 'quiet' }, t('It matches no known scheme.')),
    digitsFolded && h('p', { class: 'quiet' }, t('Digits of another script were read as ASCII digits.')),
    first && h(MatchFacts, { match: first }),
    others.length > 0 && h(OtherMatches, { matches: others }),
  )
}

/** The identifier as it is printed where its parts can be found in it, else without separators. */
function labelledParts({ type, normalized, formatted, checked }: Match): LabelledPart[] {
  const parts = partsOfId(type, normalized)
  const text = places(normalized, formatted) ? formatted : normalized
  const at = places(normalized, text)!
  if (parts.length === 0) return [{ text, label: checked.includes('check') ? t('Number with check') : t('Number'), hue: 0 }]
  const shown: LabelledPart[] = []
  let last = 0
  for (const [hue, { name, start, end }] of parts.entries()) {
    const from = at[start]!
    const to = at[end - 1]! + 1
    if (from > last) shown.push({ text: text.slice(last, from), label: '', hue: 0 })
    shown.push({ text: text.slice(from, to), label: t(name), hue })
    last = to
  }
  if (last < text.length) shown.push({ text: text.slice(last), label: '', hue: 0 })
  return shown
}

/** For each character its place in the printed text; undefined where that text is another one. */
function places(normalized: string, printed: string): number[] | undefined {
  const found: number[] = []
  let at = 0
  for (const char of normalized) {
    at = printed.indexOf(char, at)
    if (at < 0) return undefined
    found.push(at++)
  }
  return found
}

function InputText({ text, position }: { text: string; position: number | null }): VNode {
  const isPlaced = position !== null && position < text.length
  return h(
    'p',
    { class: 'given mono' },
    isPlaced
      ? [visible(text.slice(0, position)), h('mark', { class: 'wrong' }, visible(text[position]!)), visible(text.slice(position + 1))]
      : visible(text),
  )
}

function MatchFacts({ match }: { match: Match }): VNode {
  const { checked, issued, decoded, converted, tool } = match
  const facts: (readonly [string, string])[] = [
    [t('Checked'), checked.join(', ')],
    ...(issued === null ? [] : [[t('Known'), wordsOf(issued)] as const]),
    ...Object.entries(decoded ?? {}).map(([name, text]) => [labelOf(name), text] as const),
    ...Object.entries(converted ?? {}).map(([name, forms]) => [t('As {label}', { label: labelWords(name) }), forms.join(', ')] as const),
    ...(tool === null ? [] : [[t('Tool that reads its parts'), tool] as const]),
  ]
  return h(
    'dl',
    { class: 'meaning' },
    facts.map(([name, text]) => h('div', { key: name }, h('dt', null, name), h('dd', null, text))),
  )
}

function OtherMatches({ matches }: { matches: readonly Match[] }): VNode {
  const strongest = Math.max(1, ...matches.map(({ strength }) => strength))
  return h(
    'details',
    { class: 'rows', open: matches.length <= MAX_MATCHES },
    h('summary', null, t('Other schemes, most specific first')),
    h(
      'ol',
      { class: 'ranked' },
      matches.map(({ type, name, country, valid, checked, reason, strength }) =>
        h(
          'li',
          { key: type },
          h('span', { class: 'rank-name' }, name, h('span', { class: 'quiet' }, [country, type].filter(Boolean).join(', '))),
          h('span', { class: 'rank-bar', 'aria-hidden': 'true' }, h('span', { style: { width: `${(100 * strength) / strongest}%` } })),
          h(
            'span',
            { class: 'quiet' },
            valid ? t('checked {checked}', { checked: checked.join(', ') }) : t(REASONS[reason ?? ''] ?? msg('Does not fit')),
          ),
        ),
      ),
    ),
  )
}
