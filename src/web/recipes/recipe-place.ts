// The page of recipes: steps, a document or a folder, and what comes out. The same recipe as a file runs on the command line and by the API.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import type { Handed, Handover } from '../intake/handover.ts'
import { t } from '../language/language.ts'
import { loadDescription } from '../language/load.ts'
import type { PageTool } from '../run/page-tool.ts'
import { RECIPE_ID } from '../shell/address.ts'
import { copyText } from '../shell/copy-text.ts'
import { saveFile } from '../shell/save-file.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import { ToolPanel } from '../shell/tool-panel.ts'
import { describeRecipe, hasSecrets, PRESETS, type Recipe, readRecipe, withoutSecrets } from './recipe-model.ts'
import { StepsEditor } from './steps-editor.ts'

export interface RecipePlaceProps {
  readonly tools: readonly ToolEntry[]
  /** Of the link that led here. */
  readonly recipe: unknown
  readonly handed: Handover | undefined
  readonly openWorker: () => Worker
  readonly onOpen: (toolId: string, handed: Handed) => void
}

export function RecipePlace({ tools, recipe: given, handed, openWorker, onOpen }: RecipePlaceProps): VNode {
  const [recipe, setRecipe] = useState<Recipe>(() => readRecipe(given) ?? PRESETS[0]!)
  const [described, setDescribed] = useState<ReadonlyMap<string, PageTool>>(new Map())
  const [notice, setNotice] = useState('')
  const chooser = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Which tools read a document is in their descriptions; each is small and kept by the browser.
    void Promise.all(tools.map((entry) => loadDescription(entry).catch(() => undefined))).then((all) =>
      setDescribed(new Map(all.flatMap((tool) => (tool ? [[tool.id, tool]] : [])))),
    )
  }, [tools])
  useEffect(() => {
    const value = handed && 'documents' in handed ? handed.documents[0] : undefined
    if (value && 'text' in value) open(value.text)
    else if (value && 'file' in value) void value.file.text().then(open)
  }, [handed])
  const readers = tools.filter(({ id }) => described.get(id)?.document)
  const known = recipe.steps.flatMap(({ tool }) => described.get(tool) ?? [])
  const isWhole = known.length === recipe.steps.length && known[0]?.document
  function open(text: string): void {
    const read = readRecipe(parse(text))
    if (read) setRecipe(read)
    setNotice(read ? t('Recipe opened.') : t('This file is not a recipe.'))
  }
  const share = async () => {
    const link = `#/${RECIPE_ID}?${new URLSearchParams({ recipe: JSON.stringify(withoutSecrets(recipe, described)) })}`
    setNotice(
      (await copyText(new URL(link, document.baseURI).href))
        ? t('Link copied. It has no keys.')
        : t('The browser does not let this page copy.'),
    )
  }
  const save = () => {
    saveFile(new Blob([`${JSON.stringify(recipe, undefined, 2)}\n`], { type: 'application/json' }), 'recipe.json')
    setNotice(hasSecrets(recipe, described) ? t('Saved. The file has the keys of its steps: protect it like a password.') : t('Saved.'))
  }
  const editor = h(
    'div',
    { class: 'recipe' },
    h(
      'div',
      { class: 'card-head' },
      h('h2', null, t('Steps')),
      h(
        'select',
        {
          'aria-label': t('Begin with a recipe'),
          value: '',
          onChange: (event: Event) => {
            const select = event.currentTarget as HTMLSelectElement
            setRecipe(PRESETS[Number(select.value)]!)
            select.value = ''
          },
        },
        h('option', { value: '', disabled: true }, t('Begin with')),
        PRESETS.map(({ name }, i) => h('option', { key: name, value: String(i) }, t(name))),
      ),
    ),
    h(StepsEditor, { recipe, described, tools: readers, onRecipe: setRecipe }),
    h(
      'div',
      { class: 'picture-bar' },
      h('button', { type: 'button', class: 'plain', onClick: save }, t('Save recipe')),
      h('button', { type: 'button', class: 'plain', onClick: () => chooser.current?.click() }, t('Open recipe')),
      h('button', { type: 'button', class: 'plain', onClick: () => void share() }, t('Copy recipe link')),
      h('input', {
        ref: chooser,
        type: 'file',
        class: 'away',
        tabIndex: -1,
        'aria-label': t('Recipe file'),
        onChange: (event: Event) => {
          const input = event.currentTarget as HTMLInputElement
          void input.files?.[0]?.text().then(open)
          input.value = ''
        },
      }),
      h('span', { class: 'quiet', role: 'status' }, notice),
    ),
  )
  if (described.size === 0) return h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
  if (!isWhole) {
    return h(
      'article',
      { class: 'tool one-pane' },
      h('h1', null, t('Recipe')),
      h('p', { class: 'problem', role: 'alert' }, t('This server does not have all tools of the recipe. Choose others.')),
      h('section', { class: 'card' }, editor),
    )
  }
  return h(ToolPanel, {
    // Another first tool has another form; the document of the form stays while only later steps change.
    key: known[0]!.id,
    tool: describeRecipe(recipe, known),
    tools,
    options: {},
    handed: undefined,
    openWorker,
    onOpen,
    recipe,
    above: editor,
  })
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
