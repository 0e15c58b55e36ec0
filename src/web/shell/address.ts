// The part of the page's address behind #: which tool is shown, with its options. What is put in there goes into the browser's history,
// so the page itself writes only options that hold names, numbers and switches; free text only where a person asks for a link.
import { isClosedValue } from '../form/field-schema.ts'
import { BrokenJson, propertiesOf, withoutSecrets } from '../form/form-state.ts'
import type { PageTool } from '../run/page-tool.ts'

/** The place of recipes, which is no tool. */
export const RECIPE_ID = 'recipes/run'

/** The place that de-identifies files of any kind. */
export const DEIDENTIFY_ID = 'deidentify/files'

export interface Place {
  readonly toolId: string | undefined
  readonly options: Readonly<Record<string, unknown>>
}

/** Reads `#/text/diff?granularity="word"`; what cannot be read is left out. */
export function readPlace(fragment: string): Place {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?', 2)
  const options: Record<string, unknown> = {}
  for (const [name, text] of new URLSearchParams(query)) {
    try {
      Object.defineProperty(options, name, { value: JSON.parse(text), enumerable: true, configurable: true, writable: true })
    } catch {
      // An option of a link that somebody has cut short.
    }
  }
  return { toolId: path === '' ? undefined : path, options }
}

type Options = Readonly<Record<string, unknown>>

/** What the address bar shows. */
export function closedPlace(tool: PageTool, options: Options): string {
  const schemas = new Map(propertiesOf(tool.schemas.options))
  return writePlace(tool.id, options, (name, value) => isClosedValue(schemas.get(name) ?? {}, value))
}

/** What a person copies: every option but secrets and what is known of a patient. */
export function sharedPlace(tool: PageTool, options: Options): string {
  return writePlace(tool.id, withoutSecrets(tool.schemas.options, options) as Options, (_, value) => !(value instanceof BrokenJson))
}

function writePlace(toolId: string, options: Options, mayStand: (name: string, value: unknown) => boolean): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options)) if (mayStand(name, value)) query.set(name, JSON.stringify(value))
  const text = query.toString()
  return `#/${toolId}${text === '' ? '' : `?${text}`}`
}
