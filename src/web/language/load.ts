// Brings the texts of a language in parts: what the page needs at once, what its other parts need, and each tool.
import type { PageSettings } from '../../core/page-settings.ts'
import type { PageExample, PageTool } from '../run/page-tool.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import { addTexts, setTexts, type Texts } from './language.ts'

interface PageTexts {
  readonly texts: Texts
  /** Address of the texts of parts that are loaded later. */
  readonly later: string
}

let later: Promise<void> = Promise.resolve()
/** Ids of tools that were shown. */
const described = new Set<string>()
let turn = 0

/**
 * Sets the texts of the page when all are there.
 * @returns the tools that this server offers, with their names in that language; undefined if another language was chosen meanwhile
 */
export async function loadLanguage(settings: PageSettings, language: string): Promise<readonly ToolEntry[] | undefined> {
  turn++
  const mine = turn
  const files = settings.languages[language]
  const [{ tools: all }, page] = await Promise.all([
    loadJson<{ tools: readonly ToolEntry[] }>(files?.tools ?? settings.tools),
    files ? loadJson<PageTexts>(files.page) : undefined,
  ])
  const tools = all.filter(({ id }) => settings.offered.includes(id))
  const shown = await Promise.all(tools.filter(({ id }) => described.has(id)).map(({ description }) => loadJson<PageTool>(description)))
  if (mine !== turn) return undefined
  setTexts(language, Object.assign({}, page?.texts, ...shown.map(({ labels }) => labels)))
  later = page ? loadJson<Texts>(page.later).then(addTexts) : Promise.resolve()
  // What was shown before the change needs them at once.
  if (described.size > 0) await later
  return tools
}

/** Resolved when the texts of all parts are there. */
export function laterTexts(): Promise<void> {
  return later
}

export async function loadDescription(entry: ToolEntry): Promise<PageTool> {
  const tool = await loadJson<PageTool>(entry.description)
  addTexts(tool.labels)
  described.add(entry.id)
  return tool
}

export function loadExamples({ examples }: PageTool): Promise<readonly PageExample[]> {
  return loadJson<readonly PageExample[]>(examples.address)
}

async function loadJson<T>(address: string): Promise<T> {
  const response = await fetch(address, { credentials: 'omit' })
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  return response.json() as Promise<T>
}
