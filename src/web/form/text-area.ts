// A control for a text of any length. A long one is shown in parts, which follow each other by buttons and by the keys at their ends.
import type { VNode } from 'preact'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { formatCount, t } from '../language/language.ts'
import { isShownAs, MOST_SHOWN, offsetInText, partAfter, partAround, partBefore, shownText, type TextPart, withTyped } from './text-part.ts'

interface Props {
  readonly text: string
  readonly rows: number
  readonly placeholder: string
  readonly onText: (text: string) => void
  readonly id?: string
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly area?: { current: HTMLTextAreaElement | null }
}

interface Shown {
  readonly text: string
  readonly part: TextPart
  /** A part that the page chose has a control of its own: undoing what was typed in another part would write that part here. */
  readonly turn: number
  /** Where the page puts the caret, in the text. */
  readonly caret?: number
  readonly hasFocus?: boolean
}

export function TextArea({ text, rows, placeholder, onText, id, label, describedBy, area }: Props): VNode {
  const own = useRef<HTMLTextAreaElement>(null)
  const control = area ?? own
  const [view, setView] = useState<Shown>(() => ({ text, part: partAround(text, 0), turn: 0 }))
  const [isAllChosen, setAllChosen] = useState(false)
  const replacesAll = useRef(false)
  const placeId = useId()
  // A text from elsewhere is shown from its beginning.
  const part = view.text === text ? view.part : partAround(text, 0)
  const piece = text.slice(part.start, part.end)
  const value = useMemo(() => shownText(piece), [piece])
  const isInParts = piece.length < text.length
  useLayoutEffect(() => {
    if (view.caret === undefined || !control.current) return
    const at = shownText(text.slice(part.start, view.caret)).length
    control.current.setSelectionRange(at, at)
    if (view.hasFocus) control.current.focus()
  }, [view.turn])

  const show = (next: string, shown: TextPart | undefined, caret: number) => {
    if (!shown) return false
    setAllChosen(false)
    setView({ text: next, part: shown, turn: view.turn + 1, caret, hasFocus: document.activeElement === control.current })
    if (next !== text) onText(next)
    return true
  }
  const replaceAll = (next: string) => show(next, partAround(next, next.length), next.length)
  const type = (typed: string) => {
    const changed = replacesAll.current ? typed : withTyped(piece, typed)
    const [before, behind] = replacesAll.current ? ['', ''] : [text.slice(0, part.start), text.slice(part.end)]
    const next = before + changed + behind
    const shown = { start: before.length, end: before.length + changed.length }
    if (!isShownAs(next, shown)) {
      const caret = before.length + offsetInText(changed, control.current!.selectionEnd)
      return void show(next, partAround(next, caret), caret)
    }
    setView({ text: next, part: shown, turn: view.turn })
    onText(next)
  }
  /** All that is shown stands for the whole text: a new document would else be mixed with the rest of the old one. */
  const hasAllChosen = () => {
    const { selectionStart, selectionEnd } = control.current!
    return isInParts && selectionStart === 0 && selectionEnd === value.length
  }
  const beforeInput = (event: InputEvent) => {
    const isAll = hasAllChosen()
    // An input method cannot be stopped: what it writes takes the place of all.
    if (!event.cancelable) replacesAll.current ||= isAll
    const added = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
    if (!event.cancelable || (!isAll && added.length <= MOST_SHOWN / 2)) return
    event.preventDefault()
    if (isAll) return void replaceAll(event.inputType === 'insertLineBreak' ? '\n' : added)
    const { selectionStart, selectionEnd } = control.current!
    const start = part.start + offsetInText(piece, selectionStart)
    const next = text.slice(0, start) + added + text.slice(part.start + offsetInText(piece, selectionEnd))
    show(next, partAround(next, start + added.length), start + added.length)
  }
  const endComposition = () => {
    if (!replacesAll.current) return
    replacesAll.current = false
    replaceAll(text)
  }
  const copyAll = (event: ClipboardEvent) => {
    if (!hasAllChosen()) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    if (event.type === 'cut') replaceAll('')
  }
  const onward = () => show(text, partAfter(text, part), part.end)
  const back = () => show(text, partBefore(text, part), part.start)
  const first = () => show(text, partAround(text, 0), 0)
  const last = () => show(text, partAround(text, text.length), text.length)
  const press = (event: KeyboardEvent) => {
    const turn = isInParts ? turnOf(event, control.current!) : undefined
    if (turn && { onward, back, first, last }[turn]()) event.preventDefault()
  }
  return h(
    'div',
    null,
    h('textarea', {
      key: view.turn,
      ref: control,
      id,
      class: 'code',
      rows,
      spellcheck: false,
      'aria-label': label,
      'aria-describedby': [describedBy, isInParts && placeId].filter(Boolean).join(' ') || undefined,
      placeholder,
      value,
      onBeforeInput: beforeInput,
      onInput: (event: Event) => type((event.currentTarget as HTMLTextAreaElement).value),
      onCompositionEnd: endComposition,
      onKeyDown: press,
      onSelect: () => setAllChosen(hasAllChosen()),
      onCopy: copyAll,
      onCut: copyAll,
    }),
    isInParts && h(PartBar, { id: placeId, part, length: text.length, isAllChosen, onBack: back, onOnward: onward }),
  )
}

/** The part that a key leads to: from an end of the part that is shown, or to an end of the text. */
function turnOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent, { selectionStart, selectionEnd, value }: HTMLTextAreaElement) {
  if (shiftKey || altKey) return undefined
  if (ctrlKey || metaKey) {
    if (key === 'End' || (metaKey && key === 'ArrowDown')) return 'last'
    return key === 'Home' || (metaKey && key === 'ArrowUp') ? 'first' : undefined
  }
  if (selectionStart !== selectionEnd) return undefined
  if (selectionEnd === value.length && ['ArrowDown', 'ArrowRight', 'PageDown', 'Delete'].includes(key)) return 'onward'
  return selectionStart === 0 && ['ArrowUp', 'ArrowLeft', 'PageUp', 'Backspace'].includes(key) ? 'back' : undefined
}

interface BarProps {
  readonly id: string
  readonly part: TextPart
  readonly length: number
  readonly isAllChosen: boolean
  readonly onBack: () => void
  readonly onOnward: () => void
}

function PartBar({ id, part, length, isAllChosen, onBack, onOnward }: BarProps): VNode {
  const place = { first: formatCount(part.start + 1), last: formatCount(part.end), length: formatCount(length) }
  return h(
    'div',
    { class: 'drop-bar part-bar' },
    h('button', { type: 'button', class: 'plain', disabled: part.start === 0, onClick: onBack }, t('Previous part')),
    h('button', { type: 'button', class: 'plain', disabled: part.end === length, onClick: onOnward }, t('Next part')),
    h('span', { class: 'quiet', id }, t('Characters {first} to {last} of {length}', place)),
    h('span', { class: 'quiet', role: 'status' }, isAllChosen && t('The whole document is selected.')),
  )
}
