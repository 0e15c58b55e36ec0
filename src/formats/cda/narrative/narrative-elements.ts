// The elements of narratives (CDA R2, 4.3.5), and what is kept of their attributes.

export const NARRATIVE_ELEMENTS: ReadonlySet<string> = new Set([
  'text',
  'content',
  'linkHtml',
  'sub',
  'sup',
  'br',
  'footnote',
  'footnoteRef',
  'renderMultiMedia',
  'paragraph',
  'list',
  'item',
  'caption',
  'table',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
])

/** Others, such as widths and borders, say how a narrative looks and nothing else. */
export const NARRATIVE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'ID',
  'id',
  'styleCode',
  'listType',
  'colspan',
  'rowspan',
  'href',
  'referencedObject',
])
