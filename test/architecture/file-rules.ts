// How a file is named, begun, sized and exported.
import { posix } from 'node:path'
import { finding, type Rule } from './finding.ts'
import { floorOf, MAY_IMPORT } from './import-rules.ts'
import { isNode, nameOf, type ParsedSource, type SyntaxNode, walk } from './source-file.ts'

const MAX_LINES = 320
/** Names that say nothing of what a file holds. */
const BANNED_NAMES = new Set(['index', 'util', 'utils', 'helper', 'helpers', 'common', 'types', 'misc', 'manager'])
/** Parts of a name that say as little; `types` and `index` are words of the formats too (data types, an offset index). */
const BANNED_PARTS = new Set(['util', 'utils', 'helper', 'helpers', 'misc', 'manager'])
const FILE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|bench|config|generated))?\.ts$/

const isGenerated = (path: string) => path.endsWith('.generated.ts')
const isConfig = (path: string) => path.endsWith('.config.ts')

export const checkName: Rule = (source) => {
  const name = posix.basename(source.path)
  if (!FILE_NAME.test(name)) return [finding('name', source, 1, 'a file name is kebab-case')]
  const stem = name.slice(0, name.indexOf('.'))
  const banned = BANNED_NAMES.has(stem) || stem.split('-').some((part) => BANNED_PARTS.has(part))
  return banned ? [finding('name', source, 1, 'the name does not say what the file holds')] : []
}

export const checkSize: Rule = (source) => {
  const lines = source.text.split('\n').length - 1
  return lines > MAX_LINES && !isGenerated(source.path) ? [finding('size', source, lines, `${lines} lines, at most ${MAX_LINES}`)] : []
}

export const checkBeginning: Rule = (source) => {
  const first = source.comments[0]
  const begins = first !== undefined && source.text.slice(0, first.start).replace(/^#!.*\n/, '') === ''
  return begins && /[a-z]{3}/i.test(first.value)
    ? []
    : [finding('beginning', source, 1, 'a file begins with a comment that says what it is')]
}

export const checkExports: Rule = (source) => {
  const imported = importedNames(source)
  return [...walk(source.program)].flatMap(({ node }) => {
    if (node.type === 'ExportDefaultDeclaration' || node.type === 'TSExportAssignment') {
      return isConfig(source.path) ? [] : [finding('export', source, node, 'no default export')]
    }
    if (node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && isNode(node.source))) {
      return [finding('export', source, node, 'no re-export')]
    }
    if (node.type !== 'ExportSpecifier') return []
    if (nameOf(node.exported) === 'default') return [finding('export', source, node, 'no default export')]
    return imported.has(nameOf(node.local)) ? [finding('export', source, node, 'no re-export')] : []
  })
}

function importedNames({ program }: ParsedSource): Set<string> {
  const declarations = (program.body as SyntaxNode[]).filter((node) => node.type === 'ImportDeclaration')
  return new Set(declarations.flatMap((node) => (node.specifiers as SyntaxNode[]).map((specifier) => nameOf(specifier.local))))
}

/** Marks of unfinished work, put together here so that this file does not hold them. */
const UNFINISHED = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`)

export const checkComments: Rule = (source) =>
  source.comments
    .filter(({ value }) => UNFINISHED.test(value))
    .map(({ line }) => finding('unfinished', source, line, 'a mark of unfinished work'))

/** The program speaks of itself alone: a path of the machine it is made on has no place in it. */
export const checkExternalPaths: Rule = (source) => {
  if (!source.path.startsWith('src/')) return []
  const lines = source.text.split('\n')
  return lines.flatMap((line, i) =>
    /(?:^|[^\w.])(?:\/work\/|\/root\/|\.\.\/shared\b)/.test(line)
      ? [finding('foreign path', source, i + 1, 'a path of another place')]
      : [],
  )
}

const NODE_GLOBALS = new Set(['process', 'Buffer', 'global', 'require', '__dirname', '__filename', 'setImmediate', 'clearImmediate'])

export const checkGlobals: Rule = (source) => {
  const floor = floorOf(source.path)
  if (floor === undefined || MAY_IMPORT[floor]?.node !== false) return []
  return [...walk(source.program)].flatMap(({ node, ancestors }) => {
    if (node.type === 'MetaProperty' && nameOf(node.meta) === 'import')
      return [finding('global', source, node, 'import.meta is empty in the bundle')]
    if (node.type !== 'Identifier' || !NODE_GLOBALS.has(String(node.name))) return []
    return isReference(node, ancestors[0]!) ? [finding('global', source, node, `${floor} is browser-safe and uses ${node.name}`)] : []
  })
}

/** False where the identifier only names a member; a member of globalThis is a reference all the same. */
function isReference(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type.endsWith('MemberExpression') && parent.property === node && !parent.computed)
    return nameOf(parent.object) === 'globalThis'
  const names = ['ObjectProperty', 'ObjectMethod', 'ClassProperty', 'ClassMethod', 'TSPropertySignature', 'TSMethodSignature']
  return !(names.includes(parent.type) && parent.key === node && !parent.computed && !parent.shorthand)
}
