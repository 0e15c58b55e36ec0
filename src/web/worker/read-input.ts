// Makes the input of a tool from what the page has, by the rules that the API has for the parts of a form.
import { fieldKind } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import type { Fields, FieldValue } from '../run/messages.ts'

/** @throws ProblemError `invalid_input` where a text field is not UTF-8, `body_too_large` before anything is read */
export async function readInput(tool: Tool, fields: Fields): Promise<Record<string, unknown>> {
  const bytes = Object.values(fields).reduce((sum, field) => sum + ('file' in field ? field.file.size : 0), 0)
  if (bytes > tool.maxInputBytes) {
    throw new ProblemError(`The documents of one call can have at most ${tool.maxInputBytes} bytes.`, {
      code: 'body_too_large',
      facts: { limitBytes: tool.maxInputBytes },
    })
  }
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) input[name] = await readField(tool, name, field)
  return input
}

async function readField(tool: Tool, name: string, field: FieldValue): Promise<unknown> {
  if ('json' in field) return field.json
  if ('text' in field) return field.text
  const bytes = 'bytes' in field ? field.bytes : await readFile(field.file)
  return fieldKind(tool.input.shape[name]!) === 'text' ? decodeText(bytes, name) : bytes
}

async function readFile(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new ProblemError('The file cannot be read: it was moved or changed, or is larger than the memory of the tab.', {
      code: 'io_error',
      cause,
    })
  }
}

function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ProblemError('The input does not match the schema of the tool.', {
      code: 'invalid_input',
      errors: [{ pointer: `/${name}`, code: 'invalid_encoding', detail: 'the bytes are not valid utf-8' }],
    })
  }
}
