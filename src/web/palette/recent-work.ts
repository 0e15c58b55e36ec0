// What a person has run: in memory, so it ends with the tab. Only who turns that on keeps it in the browser, where others may read it.
import { callOf, type DocumentValue, type FormState, propertiesOf, withoutSecrets } from '../form/form-state.ts'
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
/** By the id of the tool: what they say is secret is never kept. */
const schemasOf = new Map<string, PageTool['schemas']>()

// Another tab deleted what was kept, or added to it: this one would write it back, or over it.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === NAME && newValue !== null) works = newValue === '[]' ? [] : joinWork(works, readStored())
})

export function noteWork(tool: Pick<PageTool, 'id' | 'schemas'>, form: FormState): void {
  const { id: toolId, schemas } = tool
  schemasOf.set(toolId, schemas)
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
    if (!Object.values(form.fields).every(isText) || 'problem' in callOf(form)) continue
    const text = JSON.stringify({ toolId, form: openForm(form, schemasOf.get(toolId)), at })
    // A long text does not keep out the others.
    if (size + text.length > MOST_KEPT) continue
    size += text.length
    kept.push(text)
  }
  // A browser that is full keeps what was there before: nothing is better than what a person takes for all.
  if (!keepValue('localStorage', NAME, `[${kept.join(',')}]`)) keepValue('localStorage', NAME, undefined)
}

function isText(value: DocumentValue): boolean {
  return 'text' in value || 'json' in value
}

/** @param schemas undefined for work that was read from the browser: its secrets were left out before */
function openForm(form: FormState, schemas: PageTool['schemas'] | undefined): unknown {
  if (!schemas) return form
  const fields = propertiesOf(schemas.input).map(([name, schema]) => [name, { ...schema, properties: { json: schema } }])
  return {
    fields: withoutSecrets({ properties: Object.fromEntries(fields) }, form.fields),
    options: withoutSecrets(schemas.options, form.options),
  }
}

/** Both lists, the newest first. */
function joinWork(one: readonly Work[], other: readonly Work[]): readonly Work[] {
  const isNew = ({ toolId, at }: Work) => !one.some((work) => work.toolId === toolId && work.at.getTime() === at.getTime())
  return [...one, ...other.filter(isNew)].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_WORK)
}

function readStored(): readonly Work[] {
  try {
    const all = JSON.parse(readKept('localStorage', NAME) ?? '[]') as (Omit<Work, 'at'> & { readonly at: string })[]
    return all.map(({ toolId, form: { fields, options }, at }) => ({ toolId, form: { fields, options }, at: new Date(at) }))
  } catch {
    return []
  }
}
