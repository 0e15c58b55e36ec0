// Bodies: sections within sections, narratives of all forms, and statements of many kinds with people in them.

import type { Writer } from './make-cda.ts'
import { makeEntry } from './make-entry.ts'
import { makeRemark } from './remarks.ts'
import { spellNarrative } from './spelling.ts'

const SECTIONS = [
  '11450-4',
  '10160-0',
  '48765-2',
  '30954-2',
  '8716-3',
  '11369-6',
  '47519-4',
  '46240-8',
  '29762-2',
  '10157-6',
  '18776-5',
  '51848-0',
]

export function makeBody(w: Writer): string {
  if (w.style === 'unstructured') return w.tag('component', w.tag('nonXMLBody', unstructured(w)))
  const sections = Array.from({ length: w.random.int(3, 8) }, () => section(w, 0)).join('\n')
  return w.tag('component', w.tag('structuredBody', sections))
}

/** A letter as plain text, readable or in base64. */
function unstructured(w: Writer): string {
  const letter = Array.from({ length: 12 }, () => makeRemark(w.someone(), w.random)).join('\n')
  if (w.random.chance(0.5)) return w.text('text', letter, ' mediaType="text/plain"')
  return w.tag('text', Buffer.from(letter).toString('base64'), ' mediaType="text/plain" representation="B64"')
}

function section(w: Writer, depth: number): string {
  const { tag, random } = w
  const code = random.pick(SECTIONS)
  const entries = Array.from({ length: random.int(0, 4) }, () => tag('entry', makeEntry(w), ' typeCode="DRIV"'))
  const inner = depth < (w.style === 'nested' ? 4 : 1) && random.chance(0.4) ? section(w, depth + 1) : ''
  const author = random.chance(0.2) ? makeEntry(w, 'author') : ''
  return tag(
    'component',
    tag(
      'section',
      [
        tag('code', '', ` code="${code}" codeSystem="2.16.840.1.113883.6.1"`),
        w.text('title', random.chance(0.2) ? `Notes of ${w.someone().given} ${w.someone().family}` : 'Findings'),
        tag('text', narrative(w)),
        author,
        ...entries,
        inner,
      ].join('\n'),
      w.nothing(),
    ),
  )
}

function narrative(w: Writer): string {
  return Array.from({ length: w.random.int(1, 4) }, () => block(w)).join('\n')
}

function remark(w: Writer): string {
  return spellNarrative(makeRemark(w.someone(), w.random), w.random, w.tag)
}

function block(w: Writer): string {
  const { tag, random } = w
  switch (random.int(0, 6)) {
    case 0:
      return tag('paragraph', `${remark(w)}${tag('br')}${remark(w)}`)
    case 1:
      return tag(
        'list',
        `${tag('caption', remark(w))}${tag('item', remark(w))}${tag('item', tag('paragraph', remark(w)))}`,
        ' listType="ordered"',
      )
    case 2:
      return table(w)
    case 3:
      return remark(w)
    case 4:
      return tag('content', remark(w), ' ID="c1" styleCode="Italics"') + tag('footnote', remark(w))
    case 5:
      return tag(
        'paragraph',
        tag('content', remark(w)) + tag('linkHtml', remark(w), w.attribute('href', `https://portal.example/${w.someone().record}`)),
      )
    default:
      return tag('paragraph', tag('sub', remark(w)) + tag('sup', 'x') + remark(w))
  }
}

/** A table whose columns name people, numbers and telephones. */
function table(w: Writer): string {
  const { tag, random } = w
  const head = tag('thead', tag('tr', ['Provider', 'Phone', 'Remark'].map((each) => tag('th', each)).join('')))
  const rows = Array.from({ length: random.int(1, 3) }, () => {
    const person = w.someone()
    const cells = [`${person.given} ${person.family}`, person.phone, makeRemark(person, random)]
    return tag('tr', cells.map((each) => tag('td', spellNarrative(each, random, tag))).join(''))
  })
  return tag('table', head + tag('tbody', rows.join('')), random.chance(0.3) ? w.attribute('summary', makeRemark(w.someone(), random)) : '')
}
