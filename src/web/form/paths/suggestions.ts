// The paths that a field offers: those of the document that go on from what was typed.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PathSource } from '../../../core/view.ts'
import { h } from '../../draw.ts'
import type { DataElement } from '../../views/tag-tree.ts'
import type { DocumentValue } from '../form-state.ts'
import type { Completion } from './completion.ts'
import { type DicomPath, dicomPathsOf } from './dicom-paths.ts'
import { completeFhirPath, type ElementNames, elementNamesOf } from './fhir-paths.ts'
import { lastRun } from './last-run.ts'
import { messagePathsOf } from './message-paths.ts'

export interface Suggestion {
  /** The whole text of the field. */
  readonly value: string
  /** What stands there. */
  readonly label: string
}

type Complete = (typed: string) => readonly Suggestion[]

interface Props {
  readonly id: string
  readonly typed: string
  readonly completion: Completion
}

const MOST = 60
/** Longer documents are not read for this. */
const MAX_TEXT = 2_000_000
const PAUSE_MS = 250

export function Suggestions({ id, typed, completion }: Props): VNode {
  const { source, document } = completion
  const [complete, setComplete] = useState<Complete>(() => none)
  useEffect(() => {
    let current = true
    // Not at each key that is typed in the document, which may be long.
    const timer = setTimeout(() => void readPaths(source, completion).then((read) => current && setComplete(() => read)), PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [document, source.syntax])
  return h(
    'datalist',
    { id },
    complete(typed)
      .slice(0, MOST)
      .map(({ value, label }) => h('option', { key: value, value, label })),
  )
}

function none(): readonly Suggestion[] {
  return []
}

async function readPaths({ syntax }: PathSource, { document, ask }: Completion): Promise<Complete> {
  if (!document) return none
  if (syntax === 'dicom') return completeFrom(await readElements(document, ask))
  const text = await textOf(document)
  if (text === undefined) return none
  if (syntax === 'hl7') return completeFrom(messagePathsOf(text))
  const names: ElementNames = elementNamesOf(text)
  return (typed) => completeFhirPath(names, typed)
}

/** The last path of the field is completed: a condition may have several. */
function completeFrom(paths: readonly Suggestion[] | readonly DicomPath[]): Complete {
  return (typed) => {
    const last = lastRun(typed, /[\w[\].-]/)
    const before = typed.slice(0, typed.length - last.length)
    const small = last.toLowerCase()
    const begin = paths.filter(({ value }) => value.toLowerCase().startsWith(small))
    const found =
      small === '' || begin.length > 0 ? begin : paths.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(small))
    return found.map(({ value, label }) => ({ value: before + value, label }))
  }
}

async function textOf(document: DocumentValue): Promise<string | undefined> {
  if ('text' in document) return document.text.length <= MAX_TEXT ? document.text : undefined
  if (!('file' in document) || document.file.size > MAX_TEXT) return undefined
  return document.file.text().catch(() => undefined)
}

async function readElements(document: DocumentValue, ask: Completion['ask']): Promise<readonly DicomPath[]> {
  if ('json' in document) return []
  const outcome = await ask('dicom/inspect', { file: document }, { maxValueBytes: 64 })
  const elements = 'done' in outcome ? outcome.done.value?.elements : undefined
  return Array.isArray(elements) ? dicomPathsOf(elements as readonly DataElement[]) : []
}
