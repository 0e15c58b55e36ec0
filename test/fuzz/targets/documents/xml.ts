// The XML reader: refused with a place inside the document, or read the same from text and from bytes.
import { ProblemError } from '../../../../src/core/problem.ts'
import { readXml } from '../../../../src/formats/xml/read-xml.ts'
import { bytesOf, expectThat, type FuzzTarget, refusable, textOf } from '../../engine/target.ts'

const SEEDS = [
  '<?xml version="1.0" encoding="UTF-8"?><a xmlns="urn:x" xmlns:b="urn:y" b:c="1&amp;2"><!-- c --><b:d><![CDATA[<x>]]>&#x41;&lt;</b:d><?pi x?></a>',
  "<!DOCTYPE a><a b='&quot;'>\r\n<c/>text\u00e4</a>",
  '<?xml version="1.1" encoding="ISO-8859-1" standalone="yes"?>\n<root><x y=""/></root>',
]

export const target: FuzzTarget = {
  covers: ['src/formats/xml'],
  dictionary: [
    '<!DOCTYPE',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?',
    '?>',
    '</',
    '/>',
    '&#x',
    '&#',
    '&amp;',
    'xmlns',
    'xmlns:b',
    '<!ENTITY x "y">',
    'UTF-16',
    '\ufeff',
  ],
  seeds: () => [...SEEDS.map(bytesOf), Buffer.from(`\ufeff${SEEDS[0]!.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
  run(input) {
    const fromBytes = refusable(() => readXml(input))
    if (fromBytes instanceof ProblemError) {
      const at = fromBytes.at?.byteOffset
      expectThat(at === undefined || (at >= 0 && at <= input.length), 'a refusal is at a place of the document')
      return
    }
    const text = textOf(input)
    if (Buffer.compare(bytesOf(text), input) !== 0 || /encoding/i.test(text.slice(0, 200))) return
    const fromText = refusable(() => readXml(text))
    if (!(fromText instanceof ProblemError)) expectThat(outline(fromText.root) === outline(fromBytes.root), 'text and bytes read the same')
  },
}

function outline(node: unknown): string {
  return JSON.stringify(node, (key, value) => (key === 'parent' || /offset|start|end/i.test(key) ? undefined : value))
}
