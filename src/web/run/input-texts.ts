// The texts of an input, for views that show where in them something is.
import type { Fields } from './messages.ts'

/** Longer texts are not shown with marks. */
const MAX_BYTES = 2_000_000

/** By field; what is no UTF-8 text or too long is left out. */
export async function textsOf(input: Fields): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [name, field] of Object.entries(input)) {
    if ('text' in field && field.text.length <= MAX_BYTES) texts[name] = field.text
    if ('file' in field && field.file.size <= MAX_BYTES) {
      const text = await readText(field.file)
      if (text !== undefined) texts[name] = text
    }
  }
  return texts
}

async function readText(file: Blob): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}
