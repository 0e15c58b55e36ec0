// Characters that XML does not allow are refused wherever they are; indentations are read unchanged.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import type { XmlElement } from '../../../src/formats/xml/node.ts'
import { readXml } from '../../../src/formats/xml/read-xml.ts'

function placeOf(source: string): unknown {
  try {
    readXml(source)
  } catch (error) {
    if (error instanceof ProblemError) return error.at
    throw error
  }
  throw new Error('the document was read')
}

const LONG = 'x'.repeat(200)
const PLACES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'a text': ['<a>b', 'c</a>'],
  'a long text': [`<a>${LONG}`, `${LONG}</a>`],
  'a text of references': ['<a>&amp;', '&lt;</a>'],
  'an indentation': ['<a>\n  ', '  <b/></a>'],
  'a text of one character': ['<a>', '</a>'],
  'a CDATA section': ['<a><![CDATA[b', ']]></a>'],
  'a long CDATA section': [`<a><![CDATA[${LONG}`, ']]></a>'],
  'a comment': ['<a><!--b', '--></a>'],
  'a comment before the root': ['<!--b', '--><a/>'],
  'an instruction': ['<a><?b c', '?></a>'],
  'the target of an instruction': ['<a><?b', '?></a>'],
  'a value': ['<a b="c', '"/>'],
  'a long value': [`<a b="${LONG}`, '"/>'],
  'a value of references': ['<a b="&amp;', '"/>'],
  'the name of an element': ['<a', '/>'],
  'the name of an attribute': ['<a b', '="c"/>'],
  'an end tag': ['<a></a', '>'],
  'the blanks of a tag': ['<a ', ' b="c"/>'],
  'the blanks before a value': ['<a b=', '"c"/>'],
  'the blanks of an end tag': ['<a></a ', '>'],
  'the end of the document': ['<a/>', ''],
  'the declaration': ['<?xml version="1.0"', '?><a/>'],
}
const UNITS = ['\0', '\x01', '\x08', '\x0b', '\x0c', '\x0e', '\x1f', '\ufffe', '\uffff', '\ud800', '\udc00']

describe.each(Object.entries(PLACES))('in %s', (_, [before, after]) => {
  test.each(UNITS.map((unit) => [unit.charCodeAt(0).toString(16), unit]))('%s is refused', (_code, unit) => {
    expect(placeOf(before + unit + after)).toMatchObject({ line: expect.any(Number) })
  })
})

test.each(['\n', '\n  ', '\n\t', '\n\t\t\t', '  ', '\t', '\n\n', '\n \t ', ' \n', `\n${' '.repeat(500)}`])(
  '%j is read unchanged',
  (blanks) => {
    const { children } = readXml(`<a>${blanks}<b/>${blanks.replaceAll('\n', '\r\n')}<b/>${blanks.replaceAll('\n', '\r')}</a>`).root
    const texts = children.filter((child) => child.kind === 'text')
    expect(texts.map(({ value, isBlank }) => [value, isBlank])).toEqual(new Array(3).fill([blanks, true]))
  },
)

test('only blanks are blank', () => {
  const { children } = readXml('<a>\n\u00a0<b/>\n x<b/> &#32;<b/><![CDATA[ ]]></a>').root as XmlElement
  expect(children.filter((child) => child.kind === 'text').map(({ isBlank }) => isBlank)).toEqual([false, false, false, false])
})
