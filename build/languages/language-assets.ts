// The files of a language that the page loads: its texts at once, those of later parts, the list of the tools, and each tool.
import type { Tool } from '../../src/core/tool.ts'
import type { Texts } from '../../src/web/language/language.ts'
import type { ToolEntry } from '../../src/web/shell/tool-list.ts'
import type { LanguageFile } from './languages.ts'
import { pageTexts } from './page-texts.ts'
import { composeExamples, composePageTool } from './page-tools.ts'

export interface WebFile {
  readonly name: string
  readonly bytes: Uint8Array
}

interface Sources {
  readonly tools: readonly Tool[]
  /** Source files whose texts the page needs at once, relative to the project folder. */
  readonly first: ReadonlySet<string>
  readonly languages: Readonly<Record<string, LanguageFile>>
  hashed(stem: string, ending: string, content: string): WebFile
}

interface LanguageAssets {
  readonly files: readonly WebFile[]
  /** Name of the English list of the tools. */
  readonly tools: string
  /** Names of the files by the tags of the other languages. */
  readonly languages: Readonly<Record<string, { readonly page: string; readonly tools: string }>>
}

export function composeLanguages({ tools, first, languages, hashed }: Sources): LanguageAssets {
  const files: WebFile[] = []
  const put = (stem: string, content: string): string => {
    const file = hashed(stem, 'json', content)
    files.push(file)
    return file.name
  }
  const examples = tools.map((tool) => `assets/${put(`examples-${stemOf(tool)}`, composeExamples(tool))}`)
  const list = (texts: Texts, ending: string): string => {
    const entries = tools.map((tool, i): ToolEntry => {
      const described = composePageTool(tool, examples[i]!, texts)
      const { id, category, title, summary } = described
      return { id, category, title, summary, description: `assets/${put(`tool-${stemOf(tool)}${ending}`, JSON.stringify(described))}` }
    })
    return put(`tools${ending}`, JSON.stringify({ tools: entries }))
  }
  const isFirst = (places: readonly string[]) => places.some((place) => first.has(place.replace(/:\d+$/, '')))
  const page = pageTexts()
  const english = list({}, '')
  const named = Object.entries(languages).map(([tag, { texts }]) => {
    const pick = (now: boolean) =>
      Object.fromEntries(
        page.flatMap(({ text, places }) => (texts[text] !== undefined && isFirst(places) === now ? [[text, texts[text]]] : [])),
      )
    const later = `assets/${put(`texts-${tag}`, JSON.stringify(pick(false)))}`
    return [tag, { page: put(`language-${tag}`, JSON.stringify({ texts: pick(true), later })), tools: list(texts, `-${tag}`) }] as const
  })
  return { files, tools: english, languages: Object.fromEntries(named) }
}

function stemOf({ id }: Tool): string {
  return id.replace('/', '-')
}
