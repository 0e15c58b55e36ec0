// The same call for a shell: text inline, files by the names that the person's own files have.
import { jsonOf, routeOf } from './ask-server.ts'
import type { Fields } from './messages.ts'
import type { PageTool } from './page-tool.ts'

/** @param base address of the page; the key is taken from the variable KEY */
export function composeCurl(tool: PageTool, input: Fields, options: Readonly<Record<string, unknown>>, base: string): string {
  const lines = [`curl -sS ${quote(new URL(routeOf(tool.id), base).href)}`, `-H "Authorization: Bearer $KEY"`]
  const files = Object.values(input).some((field) => 'file' in field)
  if (files) lines.push(...formArguments(tool, input, options))
  else lines.push(`-H 'Content-Type: application/json'`, `--data-raw ${quote(JSON.stringify(bodyOf(input, options)))}`)
  return lines.join(' \\\n  ')
}

function bodyOf(input: Fields, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.keys(options).length === 0 ? jsonOf(input) : { ...jsonOf(input), options }
}

function formArguments(tool: PageTool, input: Fields, options: Readonly<Record<string, unknown>>): string[] {
  const partOf = new Map(tool.parts.map(({ part, field }) => [field, part]))
  const fields = Object.entries(input).map(([name, field]) => {
    const part = partOf.get(name) ?? name
    if (!('file' in field)) return `--form-string ${quote(`${part}=${textOf(jsonOf({ [name]: field })[name])}`)}`
    const path = 'name' in field.file ? String(field.file.name) : 'file'
    // In double quotes curl takes a name with its commas and semicolons; the neutral name is what the server is told.
    return `-F ${quote(`${part}=@"${path.replace(/[\\"]/g, '\\$&')}";filename=document`)}`
  })
  return Object.keys(options).length === 0 ? fields : [...fields, `--form-string ${quote(`options=${JSON.stringify(options)}`)}`]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** For a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
