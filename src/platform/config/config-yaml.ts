// Reads the YAML of a configuration with the places of its settings. A repeated key, an alias or a tag of another type is a finding.
// The messages of the YAML parser quote the file, so only their codes are used.
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, visit } from 'yaml'
import type { Finding, SettingPath, TextPlace } from './finding.ts'

export interface YamlText {
  /** Undefined where the findings forbid to read on. */
  readonly value: unknown
  readonly findings: readonly Finding[]
  /** Where a path stands, or its nearest parent that does. */
  locate(path: SettingPath): TextPlace | undefined
}

const SYNTAX: Readonly<Record<string, string>> = {
  BAD_INDENT: 'the indentation does not match the lines above, or a bracket above is not closed',
  TAB_AS_INDENT: 'the indentation has a tab; use spaces',
  MULTIPLE_DOCS: 'the file has more than one document; remove the line ---',
  MISSING_CHAR: 'a character is missing, such as a space after a colon, a closing quote or a bracket',
  NON_STRING_KEY: 'the name of a setting must be a string',
  BLOCK_IN_FLOW: 'a comma is missing between two settings or entries',
  BLOCK_AS_IMPLICIT_KEY: 'the line has a second colon; put the value in quotes, or the second setting on a line of its own',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing after the name of a setting',
  BAD_SCALAR_START: 'the value begins with a reserved character; put it in quotes',
  BAD_DQ_ESCAPE: 'unknown escape in double quotes; use single quotes for a path with backslashes',
}

const OTHER_SYNTAX = 'invalid YAML; compare the line with `health-tools config template`'

/** Types that a setting can have. YAML has further ones, such as !!binary. `!` alone stands for a string. */
const TYPES = ['str', 'int', 'float', 'bool', 'null', 'map', 'seq']
const TAGS: ReadonlySet<string> = new Set(['!', ...TYPES.map((name) => `tag:yaml.org,2002:${name}`)])

/** @param empty what a text without a value is */
export function readYaml(text: string, empty: unknown = {}): YamlText {
  const lines = new LineCounter()
  const placeOf = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    strict: true,
    uniqueKeys: false,
    // With 'silent' a second document would be dropped without an error.
    logLevel: 'error',
  })
  const locate = (path: SettingPath): TextPlace | undefined => {
    const offset = offsetOf(document, path)
    return offset === undefined ? undefined : placeOf(offset)
  }
  // The first error of a line: the parser may report it several times, and others that follow from it.
  const errors = new Map([...document.errors, ...document.warnings].reverse().map(({ code, pos }) => [placeOf(pos[0]).line, { code, pos }]))
  const findings: Finding[] = [...errors.values()].map(({ code, pos }) => ({
    path: [],
    code: 'invalid_yaml',
    detail: SYNTAX[code] ?? OTHER_SYNTAX,
    place: placeOf(pos[0]),
  }))
  if (findings.length > 0) return { value: undefined, findings, locate }
  findings.push(...findUnsupported(document, placeOf))
  if (findings.length > 0) return { value: undefined, findings, locate }
  return { value: document.toJS({ maxAliasCount: 0 }) ?? empty, findings: findDoubles(document, placeOf), locate }
}

function findUnsupported(document: Document, placeOf: (offset: number) => TextPlace): Finding[] {
  const findings: Finding[] = []
  const refuse = (node: Node, detail: string): void =>
    void findings.push({ path: [], code: 'invalid_yaml', detail, place: placeOf(node.range?.[0] ?? 0) })
  visit(document, {
    Alias(_key, node) {
      refuse(node, 'aliases are not supported; write the value again')
    },
    Value(_key, node) {
      if (node.tag !== undefined && !TAGS.has(node.tag))
        refuse(node, 'tags such as !!binary are not supported; write the value without a tag')
    },
  })
  return findings
}

function findDoubles(document: Document, placeOf: (offset: number) => TextPlace): Finding[] {
  const findings: Finding[] = []
  const search = (node: unknown, path: SettingPath): void => {
    if (isSeq(node)) for (const [i, item] of node.items.entries()) search(item, [...path, i])
    if (!isMap(node)) return
    const firstPlaces = new Map<string, TextPlace>()
    for (const pair of node.items) {
      const name = nameOf(pair)
      const place = placeOf(offsetOfNode(pair.key) ?? 0)
      const first = firstPlaces.get(name)
      if (first) findings.push({ path: [...path, name], code: 'duplicate_key', detail: `repeated; first in line ${first.line}`, place })
      else firstPlaces.set(name, place)
      search(pair.value, [...path, name])
    }
  }
  search(document.contents, [])
  return findings
}

/** The offset of the last step of the path that exists. */
function offsetOf(document: Document, path: SettingPath): number | undefined {
  let node: unknown = document.contents
  let offset: number | undefined
  for (const step of path) {
    if (isMap(node)) {
      // Of a key that stands twice the last one holds, as it does in the value.
      const pair = node.items.findLast((candidate) => nameOf(candidate) === step)
      if (!pair) return offset
      offset = offsetOfNode(pair.key)
      node = pair.value
    } else if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
      node = node.items[step]
      offset = offsetOfNode(node)
    } else {
      return offset
    }
  }
  return offset
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : ''
}

function offsetOfNode(node: unknown): number | undefined {
  return isNode(node) && !isAlias(node) ? (node as Node).range?.[0] : undefined
}

/** Whether the file itself holds a setting. */
export function isWritten(value: unknown, path: SettingPath): boolean {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return false
    current = (current as Record<string | number, unknown>)[step]
  }
  return true
}
