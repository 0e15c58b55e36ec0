// The fenced blocks of the administrator's guide: `sh` is run and `yaml` is merged into the configuration, in
// order. `console` needs a scene of its own: another machine, another package, a key that only the builder has. `yml` configures another program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../binary/program.ts'

export interface GuideBlock {
  readonly language: string
  readonly text: string
  /** Line of the opening fence, from 1. */
  readonly line: number
}

export const guideFolder = join(projectFolder, 'docs', 'admin')

export function readChapter(name: string): string {
  return readFileSync(join(guideFolder, `${name}.md`), 'utf8')
}

export function listBlocks(markdown: string): GuideBlock[] {
  const lines = markdown.split('\n')
  const blocks: GuideBlock[] = []
  let open: { language: string; line: number; indent: number; body: string[] } | undefined
  for (const [i, line] of lines.entries()) {
    const fence = /^(\s*)```(.*)$/.exec(line)
    if (fence && !open) open = { language: fence[2]!, line: i + 1, indent: fence[1]!.length, body: [] }
    else if (fence && open) {
      blocks.push({ language: open.language, text: open.body.join('\n'), line: open.line })
      open = undefined
    } else open?.body.push(line.slice(open.indent))
  }
  if (open) throw new Error(`line ${open.line}: the block is not closed`)
  return blocks
}

type Tree = { readonly [name: string]: unknown }

/** The settings of a block over those of the file: sections are merged, all else is replaced. */
export function mergeSettings(base: unknown, over: unknown): unknown {
  if (!isTree(base) || !isTree(over)) return over
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over)) merged[name] = name === 'plans' ? value : mergeSettings(base[name], value)
  return merged
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
