// The XML reader: what is well-formed is read as the recommendations say, what is not is refused with its place, and nothing grows beyond its limit.
import { describe, expect, test } from 'vitest'
import type { ProblemError } from '../../../src/core/problem.ts'
import type { XmlElement, XmlNode } from '../../../src/formats/xml/node.ts'
import { readXml, walkXml, type XmlRules } from '../../../src/formats/xml/read-xml.ts'
import { thrownProblem } from '../../thrown-problem.ts'

/** The tree in a line: names with namespaces, attributes, texts. */
function shape(node: XmlNode): string {
  if (node.kind === 'comment') return `comment(${node.value})`
  if (node.kind === 'instruction') return `instruction(${node.target}|${node.value})`
  if (node.kind === 'text') return `${node.isCdata ? 'cdata' : 'text'}(${JSON.stringify(node.value)})`
  const name = (uri: string, local: string) => (uri === '' ? local : `{${uri}}${local}`)
  const attributes = node.attributes.map(({ uri, local, value }) => ` ${name(uri, local)}=${JSON.stringify(value)}`).join('')
  return `${name(node.uri, node.local)}${attributes}[${node.children.map(shape).join(' ')}]`
}

const errorOf = (source: string | Uint8Array, rules: XmlRules = {}): ProblemError => thrownProblem(() => readXml(source, rules))

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('well-formed documents', () => {
  test.each([
    ['an empty element', '<a/>', 'a[]'],
    ['blanks in tags (3.1)', '<a \n b = "1"\tc=\'2\' ><b ></b\n></a >', 'a b="1" c="2"[b[]]'],
    ['the five entities (4.6)', '<a b="&lt;&quot;&apos;">&amp;&gt;</a>', 'a b="<\\"\'"[text("&>")]'],
    ['character references (4.1)', '<a b="&#10;&#x9;">&#x000000000041;&#128512;</a>', 'a b="\\n\\t"[text("A😀")]'],
    ['line ends (2.11)', '<a>\r\n\r<![CDATA[\r\n]]>&#13;</a>', 'a[text("\\n\\n") cdata("\\n") text("\\r")]'],
    ['blanks of values (3.3.3)', '<a b=" 1\t2\r\n3\n4\r5 "/>', 'a b=" 1 2 3 4 5 "[]'],
    ['CDATA sections (2.7)', '<a><![CDATA[<b>&amp;]]]]></a>', 'a[cdata("<b>&amp;]]")]'],
    [
      'comments and instructions (2.5, 2.6)',
      '<a><!-- - &x <b> --><?p q?>?><?r?></a>',
      'a[comment( - &x <b> ) instruction(p|q) text("?>") instruction(r|)]',
    ],
    ['a > and ]] in text (2.4)', '<a>1 > 0 ]]</a>', 'a[text("1 > 0 ]]")]'],
    ['names of the fifth edition (2.3)', '<ä-·.1 Ω="1"/>', 'ä-·.1 Ω="1"[]'],
    [
      'the default namespace (Names 6.2)',
      '<a xmlns="u" b="1"><c xmlns=""/><d/></a>',
      '{u}a {http://www.w3.org/2000/xmlns/}xmlns="u" b="1"[c {http://www.w3.org/2000/xmlns/}xmlns=""[] {u}d[]]',
    ],
    ['a prefix before its declaration (Names 6.1)', '<p:a p:b="1" xmlns:p="u"/>', '{u}a {u}b="1" {http://www.w3.org/2000/xmlns/}p="u"[]'],
    [
      'a prefix bound anew, and back',
      '<p:a xmlns:p="u"><p:b xmlns:p="v"/><p:c/></p:a>',
      '{u}a {http://www.w3.org/2000/xmlns/}p="u"[{v}b {http://www.w3.org/2000/xmlns/}p="v"[] {u}c[]]',
    ],
    ['xml: without declaration', '<a xml:lang="en"/>', 'a {http://www.w3.org/XML/1998/namespace}lang="en"[]'],
    ['the same name in two namespaces', '<a b="1" p:b="2" xmlns:p="u"/>', 'a b="1" {u}b="2" {http://www.w3.org/2000/xmlns/}p="u"[]'],
    ['names of one hash', '<Aa Aa="1" BB="2"><BB/><Aa/><AaBB/><BBAa/></Aa>', 'Aa Aa="1" BB="2"[BB[] Aa[] AaBB[] BBAa[]]'],
    ['a version of the same major number (2.8)', '<?xml version="1.4"?><a/>', 'a[]'],
  ])('%s', (_title, text, expected) => {
    expect(shape(readXml(text).root)).toBe(expected)
  })

  test('what stands outside of the root', () => {
    const { declaration, outside, root } = readXml(
      '<?xml version="1.0" encoding=\'x-y\' standalone = "yes" ?>\n<!--a--><?b c?><r/>\n<!--d-->',
    )
    expect(declaration).toEqual({ version: '1.0', encoding: 'x-y', standalone: true, end: 56 })
    expect(outside.map(shape)).toEqual(['comment(a)', 'instruction(b|c)', 'comment(d)'])
    expect(shape(root)).toBe('r[]')
  })

  test('offsets are those of the text, from which it is put together again', () => {
    const text = '<?xml version="1.0"?>\r\n<a  b = "&lt;"><!--x--><c/>t&amp;\r\n<![CDATA[y]]><d>1</d ></a>\n'
    const { root } = readXml(text)
    const write = (node: XmlNode): string => {
      if (node.kind !== 'element') return text.slice(node.start, node.end)
      const end = text.slice(node.contentEnd, node.end)
      return text.slice(node.start, node.contentStart) + node.children.map(write).join('') + end
    }
    expect(text.slice(0, root.start) + write(root) + text.slice(root.end)).toBe(text)
    const [attribute] = root.attributes
    expect(text.slice(attribute!.start, attribute!.end)).toBe('b = "&lt;"')
    expect(text.slice(attribute!.valueStart, attribute!.end - 1)).toBe('&lt;')
    const d = root.children.at(-1) as XmlElement
    expect(text.slice(d.contentStart, d.contentEnd)).toBe('1')
    expect(d.parent).toBe(root)
  })

  test('prefixes that the caller knows are taken and named', () => {
    const { root, assumedPrefixes } = readXml('<a x:b="1"><y:c/></a>', { assumedPrefixes: { x: 'u', y: 'v', z: 'w' } })
    expect(shape(root)).toBe('a {u}b="1"[{v}c[]]')
    expect(assumedPrefixes).toEqual(['x', 'y'])
  })
})

describe('documents that are not well-formed', () => {
  test.each([
    ['nothing', '', 1, 1],
    ['no tag', 'MSH|^~', 1, 1],
    ['no element', '<!-- -->', 1, 9],
    ['text before the root', '<!-- -->x<a/>', 1, 9],
    ['text behind the root', '<a/>\n x', 2, 2],
    ['a second root', '<a/>\n<b/>', 2, 1],
    ['an open element', '<a>\n<b></b>', 2, 8],
    ['another end tag', '<a>\n<b></a>', 2, 4],
    ['an end tag that begins alike', '<a></ab>', 1, 4],
    ['an end tag alone', '<a/></a>', 1, 5],
    ['attributes in an end tag', '<a></a b="1">', 1, 8],
    ['a blank before the name', '< a/>', 1, 2],
    ['a name that begins with a digit', '<1/>', 1, 2],
    ['a name with two colons', '<a:b:c xmlns:a="u"/>', 1, 2],
    ['a name that ends in a colon', '<a: xmlns:a="u"/>', 1, 2],
    ['an attribute twice', '<a b="1"\n b="2"/>', 2, 2],
    ['an attribute twice among many', `<a ${Array.from({ length: 20 }, (_, i) => `b${i % 19}=""`).join(' ')}/>`, 1, 127],
    ['an attribute twice by namespace (Names 6.3)', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 1, 36],
    ['no blank between attributes', '<a b="1"c="2"/>', 1, 9],
    ['no value', '<a b/>', 1, 5],
    ['no quotation marks', '<a b=1/>', 1, 6],
    ['a < in a value', '<a b="<"/>', 1, 7],
    ['a value that does not end', '<a b="1/>', 1, 10],
    ['a tag that does not end', '<a b="1"', 1, 9],
    ['a slash in a tag', '<a /b/>', 1, 4],
    ['an ampersand', '<a>\n1 & 2</a>', 2, 3],
    ['an entity that is not declared', '<a>&nbsp;</a>', 1, 4],
    ['an entity of an object', '<a>&toString;</a>', 1, 4],
    ['an entity without semicolon', '<a>&amp</a>', 1, 4],
    ['a reference to no character', '<a>&#0;</a>', 1, 4],
    ['a reference to half a pair', '<a>&#xD800;</a>', 1, 4],
    ['a reference beyond Unicode', '<a>&#x110000;</a>', 1, 4],
    ['a reference without digits', '<a>&#x;</a>', 1, 4],
    ['a reference with a letter', '<a>&#1a;</a>', 1, 4],
    ['a capital X', '<a>&#X41;</a>', 1, 4],
    ['a reference in a value', '<a b="&#xFFFE;"/>', 1, 7],
    ['a control character', '<a>\n\u0001</a>', 2, 1],
    ['half a pair', '<a>\ud800</a>', 1, 4],
    ['U+FFFF', '<a>\uffff</a>', 1, 4],
    [']]> in text', '<a>x]]></a>', 1, 5],
    ['two hyphens in a comment', '<a><!-- -- --></a>', 1, 9],
    ['a comment that ends in three hyphens', '<!-- ---><a/>', 1, 6],
    ['a comment that does not end', '<a><!-- ', 1, 4],
    ['CDATA that does not end', '<a><![CDATA[]]', 1, 4],
    ['CDATA outside', '<![CDATA[]]><a/>', 1, 1],
    ['cdata in small letters', '<a><![cdata[]]></a>', 1, 4],
    ['an instruction that does not end', '<a><?b ', 1, 4],
    ['an instruction called XML', '<a><?XmL ?></a>', 1, 4],
    ['an instruction with a colon (Names 7)', '<?a:b?><a/>', 1, 1],
    ['an instruction without a name', '<? a?><a/>', 1, 1],
    ['a declaration behind a blank', ' <?xml version="1.0"?><a/>', 1, 2],
    ['a declaration without version', '<?xml encoding="UTF-8"?><a/>', 1, 23],
    ['a declaration out of order', '<?xml version="1.0" standalone="yes" encoding="UTF-8"?><a/>', 1, 38],
    ['a declaration of another version', '<?xml version="2.0"?><a/>', 1, 15],
    ['a declaration with a strange member', '<?xml version="1.0" valid="no"?><a/>', 1, 21],
    ['standalone that is neither', '<?xml version="1.0" standalone="maybe"?><a/>', 1, 32],
    ['an element declaration', '<!ELEMENT a ANY><a/>', 1, 1],
    ['an unbound prefix', '<a>\n<p:b/></a>', 2, 1],
    ['an unbound prefix of an attribute', '<a p:b="1"/>', 1, 4],
    ['a prefix out of its scope', '<a><b xmlns:p="u"/><p:c/></a>', 1, 20],
    ['a prefix bound to nothing (Names 2.2)', '<a xmlns:p=""/>', 1, 4],
    ['the prefix xmlns', '<a xmlns:xmlns="u"/>', 1, 4],
    ['the prefix xml bound to another namespace', '<a xmlns:xml="u"/>', 1, 4],
    ['the namespace of xml bound to another prefix', '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>', 1, 4],
    ['the namespace of xmlns as the default', '<a xmlns="http://www.w3.org/2000/xmlns/"/>', 1, 4],
    ['an element of the prefix xmlns', '<xmlns:a/>', 1, 1],
  ])('%s', (_title, text, line, column) => {
    const { code, at, message } = errorOf(text)
    expect({ code, at }).toEqual({ code: 'unreadable_input', at: expect.objectContaining({ line, column }) })
    expect(message).toMatch(/^[A-Z].*\.$/)
  })

  test.each([
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><a>&d;</a>'],
    ['an external entity', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['a document type of a page', '<!DOCTYPE html><html/>'],
  ])('%s is refused by its DOCTYPE', (_title, text) => {
    expect(errorOf(text)).toMatchObject({ code: 'unsupported_variant', message: expect.stringContaining('DOCTYPE') })
  })

  test('wherever a document is cut, it is refused, and no character of it is told', () => {
    const text = '<?xml version="1.0"?><ZZ b="YY"><!--XX--><?WW VV?><![CDATA[UU]]>&lt;TT</ZZ>'
    for (let end = 0; end < text.length; end++) {
      const { message, at } = errorOf(text.slice(0, end))
      expect(message).not.toMatch(/([T-Z])\1/)
      expect(at?.byteOffset).toBeLessThanOrEqual(end)
    }
  })
})

describe('encodings', () => {
  const utf16 = (text: string, littleEndian: boolean, mark = true) => {
    const units = [...(mark ? ['\ufeff'] : []), ...text].join('')
    const bytes = new Uint8Array(units.length * 2)
    const view = new DataView(bytes.buffer)
    for (let i = 0; i < units.length; i++) view.setUint16(2 * i, units.charCodeAt(i), littleEndian)
    return bytes
  }

  test.each([
    ['UTF-8 without a declaration', new TextEncoder().encode('<a>é😀</a>'), 'utf-8', false, 'é😀'],
    ['UTF-8 with its mark', new TextEncoder().encode('\ufeff<?xml version="1.0" encoding="utf-8"?><a>é</a>'), 'utf-8', true, 'é'],
    ['UTF-16, little end first', utf16('<?xml version="1.0" encoding="UTF-16"?><a>é😀</a>', true), 'utf-16le', true, 'é😀'],
    ['UTF-16, big end first', utf16('<a>é</a>', false), 'utf-16be', true, 'é'],
    ['UTF-16 by its declaration', utf16('<?xml version="1.0" encoding="UTF-16LE"?><a>é</a>', true, false), 'utf-16le', false, 'é'],
    ['ISO-8859-1', bytesOf('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9\x85</a>'), 'iso-8859-1', false, 'é\x85'],
    ['windows-1252', bytesOf("<?xml version='1.0' encoding='Windows-1252'?><a>\x80\x93</a>"), 'windows-1252', false, '€“'],
    ['ISO-8859-15', bytesOf('<?xml version="1.0" encoding="iso-8859-15" standalone="no"?><a>\xa4</a>'), 'iso-8859-15', false, '€'],
    ['US-ASCII', bytesOf('<?xml version="1.0" encoding="US-ASCII"?><a>e</a>'), 'us-ascii', false, 'e'],
  ])('%s', (_title, bytes, charset, bom, content) => {
    const read = readXml(bytes)
    expect([read.charset, read.bom, shape(read.root)]).toEqual([charset, bom, `a[text(${JSON.stringify(content)})]`])
  })

  test('a text is read as it is, whatever it declares', () => {
    const read = readXml('\ufeff<?xml version="1.0" encoding="EBCDIC"?><a>é</a>')
    expect([read.charset, read.bom, read.text.startsWith('<?xml')]).toEqual([null, true, true])
  })

  test.each([
    ['a byte that is no UTF-8', bytesOf('<a>\xe9</a>'), 'unreadable_input', 3],
    ['a byte that is no ASCII', bytesOf('<?xml version="1.0" encoding="us-ascii"?><a>\xe9</a>'), 'unreadable_input', 44],
    ['half a character of UTF-16', utf16('<a>e</a>', true).slice(0, 17), 'unreadable_input', 16],
    ['UTF-16 without mark or declaration', utf16('<a/>', true, false), 'unreadable_input', 0],
    ['UTF-16 declared as UTF-8', utf16('<?xml version="1.0" encoding="UTF-8"?><a/>', true), 'unreadable_input', 0],
    ['UTF-8 declared as UTF-16', bytesOf('<?xml version="1.0" encoding="UTF-16"?><a/>'), 'unreadable_input', 0],
    [
      'a mark that the declaration contradicts',
      bytesOf('\xef\xbb\xbf<?xml version="1.0" encoding="ISO-8859-1"?><a/>'),
      'unreadable_input',
      0,
    ],
    ['an encoding that is not read', bytesOf('<?xml version="1.0" encoding="UTF-7"?><a/>'), 'unsupported_variant', 0],
  ])('%s is refused', (_title, bytes, code, byteOffset) => {
    expect(errorOf(bytes)).toMatchObject({ code, at: { byteOffset } })
  })

  test('places count the bytes that came', () => {
    const broken = '<a>\né😀<b></a>'
    expect(errorOf(broken).at).toEqual({ line: 2, column: 7, byteOffset: 13 })
    expect(errorOf(new TextEncoder().encode(`\ufeff${broken}`)).at).toEqual({ line: 2, column: 7, byteOffset: 16 })
    expect(errorOf(utf16(broken, false)).at).toEqual({ line: 2, column: 7, byteOffset: 22 })
    expect(errorOf(bytesOf('<?xml version="1.0" encoding="iso-8859-1"?><a>\r\r\n\xe9<b></a>')).at).toEqual({
      line: 3,
      column: 5,
      byteOffset: 53,
    })
  })
})

describe('limits', () => {
  test.each([
    ['depth', '<a>'.repeat(200_000), {}, { limitDepth: 512 }],
    ['attributes', `<a ${Array.from({ length: 2_000 }, (_, i) => `b${i}=""`).join(' ')}/>`, {}, { limitAttributes: 1_024 }],
    ['nodes', `<a>${'<b/>'.repeat(200)}</a>`, { maxNodes: 200 }, { limitNodes: 200 }],
    ['nodes that are attributes', `<a>${'<b c="" d=""/>'.repeat(80)}</a>`, { maxNodes: 200 }, { limitNodes: 200 }],
  ])('%s', (_title, text, rules, facts) => {
    expect(errorOf(text, rules)).toMatchObject({ code: 'resource_limit', facts })
  })

  test('just below them a document is read', () => {
    expect(readXml('<a>'.repeat(512) + '</a>'.repeat(512)).nodeCount).toBe(512)
    expect(readXml(`<a>${'<b/>'.repeat(199)}</a>`, { maxNodes: 200 }).nodeCount).toBe(200)
  })

  test('many declarations and many uses of them take no more than their sum', () => {
    const declarations = Array.from({ length: 1_000 }, (_, i) => `xmlns:p${i}="u${i}"`).join(' ')
    const nested = Array.from({ length: 20 }, (_, i) => `<e${i} ${declarations}>`)
    const uses = '<p999:x/>'.repeat(20_000)
    const text = `${nested.join('')}${uses}${nested.map((_, i) => `</e${19 - i}>`).join('')}`
    expect(readXml(text).nodeCount).toBe(20 + 20_000 + 20_000)
  })

  test('many ampersands, brackets and line ends are looked for once', () => {
    const text = `<a>${'<b>x</b>'.repeat(50_000)}&amp;\r\n<![CDATA[x]]></a>`
    expect(readXml(text).root.children).toHaveLength(50_002)
  })
})

describe('a walk without a tree', () => {
  const walked = (source: string | Uint8Array) => {
    const steps: string[] = []
    const text = walkXml(source, {
      begin: ({ uri, local, attributes, children }) =>
        steps.push(`${uri}|${local}|${attributes.map(({ local: name, value }) => `${name}=${value}`).join()}|${children.length}`),
      end: ({ local }) => steps.push(`/${local}`),
    })
    return { steps, text }
  }

  test('meets each element with its attributes and keeps no children', () => {
    const source = '<a xmlns="u" b="1&amp;2"><!-- c --><d>t<![CDATA[x]]></d><?p q?><e/></a><!-- f -->'
    const { steps, text } = walked(bytesOf(source))
    expect(steps).toEqual(['u|a|xmlns=u,b=1&2|0', 'u|d||0', '/d', 'u|e||0', '/e', '/a'])
    expect(text).toBe(source)
  })

  test.each(['<a><b></a></b>', '<a>&nbsp;</a>', '<a b="1" b="2"/>', '<a', '<a><q:b/></a>', '<a/><b/>', '<a><!-- -- --></a>'])(
    'refuses %s as readXml does',
    (source) => {
      const { message, at } = errorOf(source)
      expect(() => walked(source)).toThrow(expect.objectContaining({ message, at }) as Error)
    },
  )
})
