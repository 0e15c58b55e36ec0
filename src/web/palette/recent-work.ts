// What a person has run: in memory, so it ends with the tab. Only who turns that on keeps it in the browser, where others may read it.
import { BrokenJson, type DocumentValue, type FormState, propertiesOf } from '../form/form-state.ts'
import { keepValue, readKept } from '../kept-value.ts'
import type { PageTool } from '../run/page-tool.ts'

export interface Work {
  readonly toolId: string
  readonly form: FormState
  readonly at: Date
}

const MAX_WORK = 20
const NAME = 'recent-work'
/** Characters; browsers keep about five million for a site. */
const MOST_KEPT = 1_000_000

let works: readonly Work[] = readStored()
/** Names of options and fields that are never kept. */
const secrets = new Map<string, ReadonlySet<string>>()

export function noteWork(tool: Pick<PageTool, 'id' | 'schemas'>, form: FormState): void {
  const { id: toolId, schemas } = tool
  const all = [...propertiesOf(schemas.input), ...propertiesOf(schemas.options)]
  secrets.set(toolId, new Set(all.filter(([, { writeOnly }]) => writeOnly).map(([name]) => name)))
  const isSame = (work: Work) =>
    work.toolId === toolId && JSON.stringify(work.form.options) === JSON.stringify(form.options) && work.form.fields === form.fields
  works = [{ toolId, form, at: new Date() }, ...works.filter((work) => !isSame(work))].slice(0, MAX_WORK)
  if (keepsWork()) storeWork()
}

export function recentWork(): readonly Work[] {
  return works
}

export function forgetWork(): void {
  works = []
  if (keepsWork()) storeWork()
}

export function keepsWork(): boolean {
  return readKept('localStorage', NAME) !== undefined
}

/** @param keeps false deletes what was kept; what is in memory stays there until the tab is closed */
export function setKeepsWork(keeps: boolean): void {
  if (keeps) storeWork()
  else keepValue('localStorage', NAME, undefined)
}

/** Neither files are kept nor what was run with them, and no keys. */
function storeWork(): void {
  const kept: string[] = []
  let size = 0
  for (const { toolId, form, at } of works) {
    if (!Object.values(form.fields).every(isText) || Object.values(form.options).some(isUnfinished)) continue
    const isSecret = (name: string) => secrets.get(toolId)?.has(name) ?? false
    const text = JSON.stringify({ toolId, form: { fields: without(form.fields, isSecret), options: without(form.options, isSecret) }, at })
    size += text.length
    if (size > MOST_KEPT) break
    kept.push(text)
  }
  // A browser that is full keeps what was there before: nothing is better than what a person takes for all.
  if (!keepValue('localStorage', NAME, `[${kept.join(',')}]`)) keepValue('localStorage', NAME, undefined)
}

function isText(value: DocumentValue): boolean {
  return 'text' in value || ('json' in value && !isUnfinished(value.json))
}

function isUnfinished(value: unknown): boolean {
  return value instanceof BrokenJson
}

function without<T>(members: Readonly<Record<string, T>>, isSecret: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !isSecret(name)))
}

function readStored(): readonly Work[] {
  try {
    const all = JSON.parse(readKept('localStorage', NAME) ?? '[]') as (Omit<Work, 'at'> & { readonly at: string })[]
    return all.map(({ toolId, form: { fields, options }, at }) => ({ toolId, form: { fields, options }, at: new Date(at) }))
  } catch {
    return []
  }
}
