// A rule of better-sqlite3: `.get()` on a statement that writes swallows an error of the commit, so that a lost write looks acknowledged.
// Inside a transaction the commit is a statement of its own, and its error arrives.
import { finding, type Rule } from './finding.ts'
import { isNode, nameOf, type ParsedSource, type SyntaxNode, walk } from './source-file.ts'

const WRITES = /\b(?:insert|update|delete|replace|returning)\b/i

export const checkStatements: Rule = (source) => {
  const writers = namesOfWriters(source)
  return [...walk(source.program)].flatMap(({ node, ancestors }) => {
    if (!isCallOf(node, 'get') || insideTransaction(node, ancestors)) return []
    const receiver = (node.callee as SyntaxNode).object as SyntaxNode
    const writes = isWriter(receiver, source) || writers.has(lastName(receiver))
    return writes ? [finding('statement', source, node, '.get() of a write outside a transaction: use .all() or .run()')] : []
  })
}

/** Names of variables, members and properties that a writing statement is kept under. */
function namesOfWriters(source: ParsedSource): Set<string> {
  const names = new Set<string>()
  for (const { node } of walk(source.program)) {
    const [target, value] = assignmentOf(node)
    if (isNode(value) && isWriter(value, source)) names.add(lastName(target))
  }
  names.delete('')
  return names
}

function assignmentOf(node: SyntaxNode): readonly [unknown, unknown] {
  switch (node.type) {
    case 'VariableDeclarator':
      return [node.id, node.init]
    case 'AssignmentExpression':
      return [node.left, node.right]
    case 'ObjectProperty':
    case 'ClassProperty':
    case 'ClassPrivateProperty':
      return [node.key, node.value]
    default:
      return [undefined, undefined]
  }
}

/** Whether the expression is `….prepare(<SQL that writes>)`, whatever is called on it after that (`.pluck()`). */
function isWriter(node: SyntaxNode, source: ParsedSource): boolean {
  for (const { node: inner } of walk(node)) {
    if (inner.type.endsWith('FunctionExpression')) return false
    if (isCallOf(inner, 'prepare') && WRITES.test(sqlOf((inner.arguments as unknown[])[0], source))) return true
  }
  return false
}

/** The text of an SQL argument: a literal, a template, a concatenation, or a constant of the same file. */
function sqlOf(node: unknown, source: ParsedSource): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') {
    const declaration = [...walk(source.program)].find(
      ({ node: other }) => other.type === 'VariableDeclarator' && nameOf(other.id) === node.name,
    )
    return sqlOf(declaration?.node.init, source)
  }
  return [...walk(node)]
    .map(({ node: part }) => {
      if (part.type === 'StringLiteral') return String(part.value)
      return part.type === 'TemplateElement' ? (part.value as { raw: string }).raw : ''
    })
    .join(' ')
}

function insideTransaction(node: SyntaxNode, ancestors: readonly SyntaxNode[]): boolean {
  let inner = node
  for (const ancestor of ancestors) {
    if (isCallOf(ancestor, 'transaction') && (ancestor.arguments as unknown[]).includes(inner)) return true
    inner = ancestor
  }
  return false
}

function isCallOf(node: SyntaxNode, method: string): boolean {
  if (!node.type.endsWith('CallExpression') || !isNode(node.callee)) return false
  return node.callee.type.endsWith('MemberExpression') && nameOf(node.callee.property) === method
}

/** `insert` of `this.#statements.insert`. */
function lastName(node: unknown): string {
  if (!isNode(node)) return ''
  return node.type.endsWith('MemberExpression') ? nameOf(node.property) : nameOf(node)
}
