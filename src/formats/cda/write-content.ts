// The narratives of a document as one text, Markdown or HTML, under the titles of their sections: what a person reads, and what is searched.
import { collapse } from './cda-reading.ts'
import type { CdaDocument } from './document.ts'
import type { ShownSection } from './shown-section.ts'

type Form = 'none' | 'text' | 'markdown' | 'html'

/** HTML has six levels of headings. */
const DEEPEST = 6

/** @param sections those that are shown, with their narratives in the form */
export function writeContent({ header, nonXmlBody }: CdaDocument, sections: readonly ShownSection[], form: Form): string {
  if (form === 'none') return ''
  const parts = [headingOf(typeof header.title === 'string' ? header.title : '', 1, form), escapeFor(nonXmlBody?.text ?? '', form)]
  for (const section of sections) writeSection(section, 2, form, parts)
  const text = parts.filter((part) => part !== '').join('\n\n')
  return text === '' ? '' : `${text}\n`
}

function writeSection(section: ShownSection, level: number, form: Form, parts: string[]): void {
  const title = typeof section.title === 'string' ? section.title : (section.code?.display ?? section.name ?? '')
  parts.push(headingOf(title, level, form), section.text ?? '')
  for (const inner of section.sections) writeSection(inner, Math.min(level + 1, DEEPEST), form, parts)
}

function headingOf(title: string, level: number, form: Form): string {
  const text = escapeFor(collapse(title), form)
  if (text === '' || form === 'text') return text
  return form === 'markdown' ? `${'#'.repeat(level)} ${text}` : `<h${level}>${text}</h${level}>`
}

function escapeFor(text: string, form: Form): string {
  if (form === 'markdown') return text.replace(/[\\`*_[\]<>|#~&]/g, '\\$&')
  return form === 'html' ? text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`) : text
}
