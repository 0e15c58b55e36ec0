// The documents for developers: what they point to is there, and the tool of the guide works as it is written.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { projectFolder } from '../../build/project-folder.ts'
import { runTool } from '../../src/core/run.ts'
import type { Tool } from '../../src/core/tool.ts'

const docs = join(projectFolder, 'docs')
const decisions = readdirSync(join(docs, 'decisions')).sort()
const pages = ['architecture.md', 'contributing.md', 'glossary.md', ...decisions.map((name) => `decisions/${name}`)]
const textOf = (name: string): string => readFileSync(join(docs, name), 'utf8')

/** Paths in code marks and links, from the project's root, from `src`, or beside the page. The guide's own tool is not there yet. */
function listBroken(page: string, text: string): string[] {
  const marked = [...text.matchAll(/`((?:[a-z0-9-]+\/)+[a-z0-9.-]*)`/g)].map(([, path]) => path!)
  const files = [...text.matchAll(/\]\(([a-z][\w./-]*\.md)\)/g)].map(([, path]) => join('docs', page, '..', path!))
  const places = (path: string): string[] => [path, `src/${path}`, `src/formats/dicom/deidentify/${path}`, `src/access/keys/${path}`]
  return [...marked, ...files].filter(
    (path) =>
      !path.includes('text/reverse') && !/^dist\//.test(path) && !places(path).some((each) => existsSync(join(projectFolder, each))),
  )
}

describe('the documents for developers', () => {
  test.each(pages)('%s points to what exists', (page) => {
    expect(listBroken(page, textOf(page)).filter((path) => !isToolOrMediaType(path))).toEqual([])
  })

  test('a pointer to nothing is found', () => {
    expect(listBroken('architecture.md', 'See `core/gone.ts`, `core/run.ts` and [a](gone.md).')).toEqual(['core/gone.ts', 'docs/gone.md'])
  })

  test('every decision is in the list', () => {
    const listed = [...textOf('decisions/README.md').matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name]) => name)
    expect(listed.sort()).toEqual(decisions.filter((name) => name !== 'README.md'))
  })
})

function isToolOrMediaType(path: string): boolean {
  return /^(?:application|text|hl7|fhir|dicom|phi|code|data)\/[a-z0-9+-]+$/.test(path)
}

test('the first tool of the guide works as it is written', async () => {
  const guide = textOf('contributing.md')
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(guide) ?? []
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? []
  const folder = mkdtempSync(join(projectFolder, 'dist', 'first-tool-'))
  try {
    const file = join(folder, 'reverse.ts')
    writeFileSync(file, code.replaceAll("'../../core/", `'${pathToFileURL(join(projectFolder, 'src', 'core')).href}/`))
    const { textReverse } = (await import(file)) as { textReverse: Tool }
    for (const { input, output } of [...textReverse.examples, JSON.parse(json) as Tool['examples'][number]])
      expect(await runTool(textReverse, input)).toEqual(output)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
