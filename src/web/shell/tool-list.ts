// The list of the tools, and the description of each, loaded when it is first shown.
import type { ToolDescription } from '../../core/describe.ts'
import type { PageSettings } from '../../core/page-settings.ts'

export interface ToolEntry {
  readonly id: string
  readonly category: string
  readonly title: string
  readonly summary: string
  /** Address of the description, relative to the page. */
  readonly description: string
}

export async function loadTools({ tools, offered }: PageSettings): Promise<readonly ToolEntry[]> {
  const list = (await loadJson(tools)) as { tools: readonly ToolEntry[] }
  return list.tools.filter(({ id }) => offered.includes(id))
}

export function loadDescription(entry: ToolEntry): Promise<ToolDescription> {
  return loadJson(entry.description) as Promise<ToolDescription>
}

async function loadJson(address: string): Promise<unknown> {
  const response = await fetch(address, { credentials: 'omit' })
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  return response.json()
}

/** Tools whose id, title or summary holds every word. */
export function findTools(tools: readonly ToolEntry[], query: string): readonly ToolEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return tools.filter(({ id, title, summary }) => {
    const text = `${id} ${title} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const CATEGORY_NAMES: Readonly<Record<string, string>> = { hl7: 'HL7 v2', dicom: 'DICOM', fhir: 'FHIR', phi: 'PHI', cda: 'CDA', x12: 'X12' }

/** `HL7 v2` of `hl7`, `Text` of `text`. */
export function categoryName(category: string): string {
  return CATEGORY_NAMES[category] ?? category.charAt(0).toUpperCase() + category.slice(1)
}
