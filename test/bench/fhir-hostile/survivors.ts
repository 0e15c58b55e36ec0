// Finds a person's values in a text in whatever way they may be written there.
import { marksOf, type Person } from './person.ts'

/** The text itself, and what it holds in other forms: escapes, entities, percent signs, base64. */
function* formsOf(text: string, depth = 0): Generator<string> {
  yield text
  if (depth > 3) return
  const plain = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  if (plain !== text) yield plain
  const bare = plain.replace(/<[^>]{0,200}>/g, '')
  if (bare !== plain) yield bare
  const unformatted = plain.replace(/\\[a-z]{1,20}-?\d{0,6} ?|[{}]/g, '')
  if (unformatted !== plain) yield unformatted
  for (const [encoded] of text.matchAll(/[A-Za-z0-9+/]{12,}={0,2}/g)) {
    if (encoded.length % 4 === 0)
      yield* formsOf(new TextDecoder().decode(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0))), depth + 1)
  }
}

const reduced = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The marks of a person that are still in a text. */
export function survivorsIn(text: string, person: Person): string[] {
  const forms = [...formsOf(text)].map(reduced)
  const [year = '', month = '', day = ''] = person.birth.split('-')
  const spellings = [...marksOf(person), `${month}${day}${year}`, `${month}/${day}/${year}`]
  return spellings.filter((mark) => forms.some((form) => form.includes(reduced(mark))))
}
