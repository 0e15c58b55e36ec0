// Narratives: as text, Markdown and harmless HTML, with the parts that statements refer to.
import { describe, expect, test } from 'vitest'
import { documentOf, parse, sectionOf } from './cda-samples.ts'

const narrativeOf = (text: string, narrative: 'text' | 'markdown' | 'html' = 'text') =>
  parse(documentOf(sectionOf('X', '', text)), { narrative }).sections[0]!.text

const TABLE = `<table border="1"><caption>List</caption>
  <thead><tr><th>A</th><th colspan="2">B</th></tr></thead>
  <tbody><tr><td>1</td><td>2<br/>3</td><td><paragraph>4</paragraph><paragraph>5</paragraph></td></tr></tbody></table>`
const LISTS = '<list listType="ordered"><item>One</item><item>Two<list><item>in <sub>n</sub>er</item></list></item></list>'

describe('text', () => {
  test.each([
    ['blanks are one', 'a  b\n\t c', 'a b c'],
    ['blanks at edges of elements', '<content> a </content><content>b</content> <content>c</content>', 'a b c'],
    ['no blank where there is none', 'H<sub>2</sub>O', 'H2O'],
    ['breaks', 'a<br/>b<br/><br/>c', 'a\nb\nc'],
    ['paragraphs', '<paragraph>a</paragraph><paragraph>b</paragraph>c', 'a\n\nb\n\nc'],
    ['a table', TABLE, 'List\nA | B\n1 | 2; 3 | 4; 5'],
    ['lists', LISTS, '1. One\n2. Two\n   - in ner'],
    ['a link', '<linkHtml href="http://a.example/">b</linkHtml>, <linkHtml href="#c">d</linkHtml>', 'b (http://a.example/), d'],
    ['media', 'a <renderMultiMedia referencedObject="MM1"><caption>b</caption></renderMultiMedia>', 'a\nb\n[media MM1]'],
    ['references, CDATA and comments', '&lt;a&gt; <![CDATA[<b>]]><!-- c -->', '<a> <b>'],
    ['elements that CDA does not define', '<div>a<script>b</script></div>', 'ab'],
    ['nothing', ' <paragraph/> ', ''],
  ])('%s', (_title, narrative, expected) => {
    expect(narrativeOf(narrative)).toBe(expected)
  })

  test('none', () => {
    const [section] = parse(documentOf(sectionOf('X', '', 'a')), { narrative: 'none' }).sections
    expect([section!.text, section!.anchors]).toEqual([null, []])
  })
})

describe('Markdown', () => {
  test.each([
    [
      'marks are escaped',
      '*a* _b_ [c](d) `e` <![CDATA[<f>]]> g|h # 1 &amp;lt;',
      '\\*a\\* \\_b\\_ \\[c\\](d) \\`e\\` \\<f\\> g\\|h \\# 1 \\&lt;',
    ],
    ['marks that begin lines', '- a<br/>1. b<br/>+ c<br/>2 d', '\\- a\n1\\. b\n\\+ c\n2 d'],
    ['emphasis', 'a<content styleCode="Bold"> b* </content>c <content styleCode="xItalics Italics">d</content>', 'a **b\\*** c *d*'],
    [
      'no emphasis around nothing or blocks',
      '<content styleCode="Bold"> </content><content styleCode="Bold"><paragraph>a</paragraph></content>',
      'a',
    ],
    ['a table', TABLE, 'List\n\n| A | B | |\n| --- | --- | --- |\n| 1 | 2<br>3 | 4<br>5 |'],
    ['a table without heads', '<table><tbody><tr><td>1</td><td/></tr></tbody></table>', '|  |  |\n| --- | --- |\n| 1 |  |'],
    ['lists', LISTS, '1. One\n2. Two\n   - in ner'],
  ])('%s', (_title, narrative, expected) => {
    expect(narrativeOf(narrative, 'markdown')).toBe(expected)
  })
})

describe('HTML', () => {
  test.each([
    [
      'a table',
      '<table><thead><tr><th colspan="2">A</th></tr></thead><tbody><tr ID="r&quot;1"><td>1</td></tr></tbody></table>',
      '<table><thead><tr><th colspan="2">A</th></tr></thead><tbody><tr data-id="r&#34;1"><td>1</td></tr></tbody></table>',
    ],
    ['lists', LISTS, '<ol><li>One</li><li>Two<ul><li>in <sub>n</sub>er</li></ul></li></ol>'],
    ['styles', '<content styleCode="Bold Underline">a</content>', '<span><b><u>a</u></b></span>'],
    ['a link', '<linkHtml href="javascript:alert(1)">a</linkHtml>', '<span>a</span>'],
    ['a script', '<script>alert(1)</script><content onclick="x" style="y">a</content>', '<span>alert(1)</span><span>a</span>'],
    ['markup in CDATA', '<![CDATA[<script>"\'&]]>', '&#60;script&#62;&#34;&#39;&#38;'],
    ['a span that is none', '<table><tr><td colspan="2&quot; x=&quot;">a</td></tr></table>', '<table><tr><td>a</td></tr></table>'],
    ['media', '<renderMultiMedia referencedObject="&lt;b>"/>', '<span>[media &#60;b&#62;]</span>'],
  ])('%s', (_title, narrative, expected) => {
    expect(narrativeOf(narrative, 'html')).toBe(expected)
  })
})

describe('narrative and statements', () => {
  const entry = (reference: string) =>
    `<entry><observation classCode="OBS" moodCode="EVN"><code code="X"/><text><reference value="${reference}"/></text></observation></entry>`

  test.each(['text', 'markdown'] as const)('the place of each part that is referred to, in %s', (narrative) => {
    const text = `<paragraph>Before</paragraph><table><tbody><tr ID="r"> <td ID="c"> a <content ID="d">b</content></td><td>c</td></tr></tbody></table>
      <list><item ID="i">d<br/>e</item></list><content ID="unused">f</content><content ID="e"/>`
    const [section] = parse(documentOf(sectionOf('X', ['#r', '#c', '#d', '#i', '#e'].map(entry).join(''), text)), { narrative }).sections
    const slices = section!.anchors.map(({ id, start, end }) => [id, section!.text!.slice(start, end)])
    const lineEnd = narrative === 'text' ? '\n' : '\n'
    expect(slices).toEqual([
      ['r', 'a b | c'],
      ['c', 'a b'],
      ['d', 'b'],
      ['i', `d${lineEnd}  e`],
      ['e', ''],
    ])
    const paths = [1, 2, 3, 4, 5].map((i) => `/ClinicalDocument/component/structuredBody/component/section/entry[${i}]/observation`)
    expect(section!.anchors.map(({ statements }) => statements)).toEqual(paths.map((path) => [path]))
  })

  test('the text of a reference is that of the part, wherever in the document it stands', () => {
    const { clinical, references } = parse(
      documentOf(
        sectionOf('X', entry('#a') + entry('a') + entry('#b') + entry('http://c.example')) +
          sectionOf('Y', '', '<content ID="a">  x\n y</content>'),
      ),
    )
    expect(clinical.other!.map(({ reference }) => reference)).toEqual([
      { id: 'a', text: 'x y', found: true },
      { id: 'a', text: 'x y', found: true },
      { id: 'b', found: false },
      { id: 'http://c.example', found: false },
    ])
    expect([references.total, references.resolved, references.dangling.map(({ id }) => id)]).toEqual([3, 2, ['b']])
  })

  test('an ID that stands twice leads to the first, and is told', () => {
    const { clinical, issues } = parse(documentOf(sectionOf('X', entry('#a'), '<content ID="a">1</content><content ID="a">2</content>')))
    expect(clinical.other![0]!.reference).toEqual({ id: 'a', text: '1', found: true })
    expect(issues.map(({ code }) => code)).toEqual(['id_repeated'])
  })

  test('a reference of a code and of a value', () => {
    const statement = '<entry><observation><code><originalText>b<reference value="#a"/></originalText></code></observation></entry>'
    const [item] = parse(documentOf(sectionOf('X', statement, '<content ID="a">1</content>'))).clinical.other!
    expect([item!.reference, item!.code]).toEqual([
      { id: 'a', text: '1', found: true },
      { originalText: 'b', reference: { id: 'a', text: '1', found: true } },
    ])
  })

  test('many references to one long part do not make the result many times as long as the document', () => {
    const long = 'x'.repeat(100_000)
    const document = documentOf(
      sectionOf('X', Array.from({ length: 500 }, () => entry('#a')).join(''), `<content ID="a">${long}</content>`),
    )
    const parsed = parse(document)
    expect(JSON.stringify(parsed).length).toBeLessThan(document.length * 12)
    expect(parsed.issues.map(({ code }) => code)).toEqual(['reference_text_omitted'])
    expect(parsed.references.resolved).toBe(500)
  })
})

describe('the narratives as one document', () => {
  const document = documentOf(
    `<component><section><title>Problems &amp; plans</title><text>Asthma <content styleCode="Bold">1_2</content></text><component><section><code code="1" displayName="Inner"/><text>Deep</text></section></component></section></component>`,
    '<title>Summary</title>',
  )
  test.each([
    ['text', 'Summary\n\nProblems & plans\n\nAsthma 1_2\n\nInner\n\nDeep\n'],
    ['markdown', '# Summary\n\n## Problems \\& plans\n\nAsthma **1\\_2**\n\n### Inner\n\nDeep\n'],
    ['none', ''],
  ])('in the form %s', (narrative, content) => {
    expect(parse(document, { narrative })).toMatchObject({ content })
  })

  test('in HTML have no markup of titles', () => {
    const { content } = parse(document.replace('Problems', '&lt;script&gt;'), { narrative: 'html' }) as unknown as {
      readonly content: string
    }
    expect(content).toContain('<h2>&#60;script&#62; &#38; plans</h2>')
  })
})

describe('a document of too many parts', () => {
  test.each([
    ['sections', '<component><section/></component>'.repeat(10_001)],
    ['entries and relationships', `<component><section>${'<entry/>'.repeat(100_001)}</section></component>`],
  ])('is refused by its %s', (what, components) => {
    expect(() => parse(documentOf(components))).toThrow(
      expect.objectContaining({ code: 'resource_limit', message: expect.stringContaining(what) }),
    )
  })
})
