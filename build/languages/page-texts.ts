// The English texts of the page, as its sources name them in calls of `t`, `plural`, `rich`, `msg` and `msgs`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { PROBLEMS } from '../../src/core/problem.ts'
import { LAYOUTS } from '../../src/web/views/codes/id-parts.ts'
import { projectFolder } from '../project-folder.ts'

export interface Text {
  readonly text: string
  /** The form for one, of a text that counts. */
  readonly one?: string
  /** Files with lines, or what else shows it. */
  readonly places: readonly string[]
}

const FOLDER = 'src/web'
/** The API reference is English, as the API is. */
const SKIPPED = /^(?:docs|language\/language\.ts)/

interface Node {
  readonly type: string
  readonly loc: { readonly start: { readonly line: number } }
  readonly [member: string]: unknown
}

export function pageTexts(): Text[] {
  const found = new Map<string, { one?: string; places: string[] }>()
  const add = (text: string, place: string, one?: string) => {
    const entry = found.get(text) ?? { places: [] }
    entry.places.push(place)
    if (one !== undefined) entry.one = one
    found.set(text, entry)
  }
  const names = readdirSync(join(projectFolder, FOLDER), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => each.endsWith('.ts') && !SKIPPED.test(each)).sort()) {
    const path = `${FOLDER}/${name}`
    const source = readFileSync(join(projectFolder, path), 'utf8')
    walk(parse(source, { sourceType: 'module', plugins: ['typescript'] }).program as unknown as Node, (call) => readCall(call, path, add))
  }
  for (const { title } of Object.values(PROBLEMS)) add(title, 'src/core/problem.ts')
  for (const name of partNames()) add(name, `${FOLDER}/views/codes/id-parts.ts`)
  return [...found].map(([text, entry]) => ({ text, ...entry }))
}

/** `Number` and `Check digit` of `9 Number, 1 Check digit`. */
function partNames(): string[] {
  const parts = Object.values(LAYOUTS).flatMap((layouts) => layouts.flatMap((layout) => layout.split(', ')))
  const names = parts.map((part) => part.slice(part.indexOf(' ') + 1)).filter((name) => name !== '-')
  return [...new Set(names.flatMap((name) => (name.includes('digit') ? [name, name.replace('digit', 'letter')] : [name])))]
}

function readCall(call: Node, path: string, add: (text: string, place: string, one?: string) => void): void {
  const callee = call.callee as Node
  const args = call.arguments as readonly Node[]
  const place = `${path}:${call.loc.start.line}`
  switch (callee.type === 'Identifier' ? callee.name : undefined) {
    case 't':
    case 'rich':
    case 'msg':
      for (const text of literalsOf(args[0]!, place)) add(text, place)
      break
    case 'plural': {
      const [one, other] = [literalsOf(args[1]!, place)[0], literalsOf(args[2]!, place)[0]]
      if (one === undefined || other === undefined) throw new Error(`${place}: plural() takes literal texts`)
      add(other, place, one)
      break
    }
    case 'msgs':
      for (const { value } of (args[0] as Node).properties as readonly { value: Node }[])
        for (const text of literalsOf(value, place)) add(text, place)
      break
  }
}

/** A text that is put together has no translation. What is no literal is one of `msg` or of a tool. */
function literalsOf(node: Node, place: string): string[] {
  if (node.type === 'StringLiteral') return [node.value as string]
  if (node.type === 'TemplateLiteral' || node.type === 'BinaryExpression') throw new Error(`${place}: a text must be one literal`)
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap((branch) => literalsOf(branch as Node, place))
  return []
}

function walk(node: unknown, visit: (call: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  if (typeof node !== 'object' || node === null || typeof (node as Node).type !== 'string') return
  if ((node as Node).type === 'CallExpression') visit(node as Node)
  for (const [name, member] of Object.entries(node)) if (name !== 'loc' && typeof member === 'object') walk(member, visit)
}
