// Finds the regular expressions of a source and asks recheck whether one of them backtracks more than linearly.
import { checkSync } from 'recheck'
import { type Finding, finding } from './finding.ts'
import { isNode, nameOf, type ParsedSource, type SyntaxNode, walk } from './source-file.ts'

export interface Pattern {
  readonly place: string
  readonly source: string
  readonly flags: string
}

/** Literals and `RegExp` of a literal; a pattern put together at run time is a finding, because nothing can be said of it. */
export function findPatterns(source: ParsedSource): { patterns: Pattern[]; findings: Finding[] } {
  const patterns: Pattern[] = []
  const findings: Finding[] = []
  for (const { node } of walk(source.program)) {
    const place = `${source.path}:${node.loc.start.line}`
    if (node.type === 'RegExpLiteral') {
      patterns.push({ place, source: String(node.pattern), flags: String(node.flags) })
      continue
    }
    if (!constructsPattern(node)) continue
    const [text, flags] = (node.arguments as SyntaxNode[]).map(literalText)
    if (isNode((node.arguments as unknown[])[0]) && (node.arguments as SyntaxNode[])[0]!.type === 'RegExpLiteral') continue
    if (text === undefined) findings.push(finding('regular expression', source, node, 'a pattern that is put together cannot be checked'))
    else patterns.push({ place, source: text, flags: flags ?? '' })
  }
  return { patterns, findings }
}

function constructsPattern(node: SyntaxNode): boolean {
  return (node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'RegExp'
}

/** The text of a string, of a template without holes, or of String.raw. */
function literalText(node: SyntaxNode): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value)
  const raw = node.type === 'TaggedTemplateExpression' && nameOf((node.tag as SyntaxNode).property) === 'raw'
  const template = raw ? (node.quasi as SyntaxNode) : node
  if (template.type !== 'TemplateLiteral') return undefined
  const parts = template.quasis as { value: { raw: string; cooked: string } }[]
  return parts.length === 1 ? parts[0]!.value[raw ? 'raw' : 'cooked'] : undefined
}

/** Milliseconds for one pattern. What recheck cannot decide in that time is a finding too. */
const TIMEOUT_MS = 10_000

export function checkPattern({ place, source, flags }: Pattern): Finding[] {
  const verdict = checkSync(analysedSource(source, flags), analysedFlags(flags), { timeout: TIMEOUT_MS })
  if (verdict.status === 'safe') return []
  const reason = verdict.status === 'vulnerable' ? verdict.complexity.summary : 'cannot be decided'
  const detail = `${reason}: /${source}/${flags}`
  return [{ rule: 'regular expression', place, detail }]
}

/** A sticky pattern is tried at one place only, which for recheck is the beginning. */
function analysedSource(source: string, flags: string): string {
  return flags.includes('y') && !flags.includes('m') ? `^(?:${source})` : source
}

/** recheck does not know `v` and `d`; without set operations `v` reads a pattern as `u` does, and with them recheck reports it as unreadable. */
function analysedFlags(flags: string): string {
  return flags.replace('v', 'u').replace('d', '').replace('y', '')
}
