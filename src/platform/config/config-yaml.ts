// Reads the YAML of a configuration with the places of its settings. A key that stands twice, an alias or an unknown tag is a finding.
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
  MULTIPLE_DOCS: 'the file has more than one document',
  MISSING_CHAR: 'a character is missing, such as a space after a colon, a closing quote or a bracket',
  NON_STRING_KEY: 'a setting name is not a text',
}

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
  // The parser may report one error several times.
  const faults = new Map(
    [...document.errors, ...document.warnings].map(({ code, pos }) => [`${code} ${placeOf(pos[0]).line}`, { code, pos }]),
  )
  const findings: Finding[] = [...faults.values()].map(({ code, pos }) => ({
    path: [],
    code: 'invalid_yaml',
    detail: SYNTAX[code] ?? 'the grammar of YAML is broken here',
    place: placeOf(pos[0]),
  }))
  if (findings.length > 0) return { value: undefined, findings, locate }
  findings.push(...findAliases(document, placeOf))
  if (findings.length > 0) return { value: undefined, findings, locate }
  return { value: document.toJS({ maxAliasCount: 0 }) ?? empty, findings: findDoubles(document, placeOf), locate }
}

function findAliases(document: Document, placeOf: (offset: number) => TextPlace): Finding[] {
  const findings: Finding[] = []
  visit(document, {
    Alias(_key, node) {
      findings.push({ path: [], code: 'invalid_yaml', detail: 'aliases are not supported', place: placeOf(node.range?.[0] ?? 0) })
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
