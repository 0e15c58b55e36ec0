// Reads the project's own TypeScript files as syntax trees, so that a guard sees what the compiler sees: type-only imports too, and no comments as code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ParserOptions, parse } from '@babel/parser'

export const projectFolder = join(import.meta.dirname, '..', '..')

export interface SourceFile {
  /** Relative to the project folder. */
  readonly path: string
  readonly text: string
}

/** A node of the tree with only what the guards ask of every node; the other members depend on its type. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly loc: { readonly start: { readonly line: number } }
  readonly [member: string]: unknown
}

interface Comment {
  readonly value: string
  readonly line: number
  readonly start: number
}

export interface ParsedSource {
  readonly path: string
  readonly text: string
  readonly program: SyntaxNode
  readonly comments: readonly Comment[]
}

export interface Import {
  readonly specifier: string
  readonly line: number
  readonly kind: 'import' | 'export' | 'dynamic' | 'type'
  /** Erased before the program runs. */
  readonly typeOnly: boolean
  /** Names that are asked for: `*` for the namespace, `default` for the default export. */
  readonly names: readonly string[]
}

/** Every TypeScript file below the folders, sorted by path. */
export function readSources(...folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.ts') && !path.includes('/fixtures/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(projectFolder, path), 'utf8') }))
}

const PARSER: ParserOptions = { sourceType: 'module', plugins: ['typescript'] }

/** @throws SyntaxError of the parser with line and column */
export function parseSource({ path, text }: SourceFile): ParsedSource {
  const tree = parse(text, PARSER)
  const comments = (tree.comments ?? []).map(({ value, loc, start }) => ({ value, line: loc?.start.line ?? 0, start: start ?? 0 }))
  return { path, text, program: tree.program as unknown as SyntaxNode, comments }
}

/** Every node with its ancestors, the nearest first; parents come before their children. */
export function* walk(
  node: SyntaxNode,
  ancestors: readonly SyntaxNode[] = [],
): Generator<{ node: SyntaxNode; ancestors: readonly SyntaxNode[] }> {
  yield { node, ancestors }
  const below = [node, ...ancestors]
  for (const [member, value] of Object.entries(node)) {
    if (member === 'loc' || member.endsWith('Comments')) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* walk(child, below)
    }
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string' && 'start' in value
}

/** The name of an identifier, the value of a string literal, else an empty string. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'PrivateName') return nameOf(node.id)
  return String(node.type === 'StringLiteral' ? node.value : (node.name ?? ''))
}

/** Static, type-only, re-exporting and dynamic imports, `import('x').T` types and `require` of a literal. */
export function importsOf({ program }: ParsedSource): Import[] {
  const imports: Import[] = []
  for (const { node } of walk(program)) {
    const line = node.loc.start.line
    switch (node.type) {
      case 'ImportDeclaration':
        imports.push({ specifier: nameOf(node.source), line, kind: 'import', ...describeSpecifiers(node, 'importKind') })
        break
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (isNode(node.source))
          imports.push({ specifier: nameOf(node.source), line, kind: 'export', ...describeSpecifiers(node, 'exportKind') })
        break
      case 'TSImportType':
        imports.push({ specifier: nameOf(node.argument), line, kind: 'type', typeOnly: true, names: ['*'] })
        break
      case 'TSExternalModuleReference':
        imports.push({ specifier: nameOf(node.expression), line, kind: 'import', typeOnly: false, names: ['*'] })
        break
      case 'CallExpression':
        if (isDynamicImport(node)) {
          imports.push({ specifier: nameOf((node.arguments as unknown[])[0]), line, kind: 'dynamic', typeOnly: false, names: ['*'] })
        }
    }
  }
  return imports
}

function describeSpecifiers(node: SyntaxNode, kind: 'importKind' | 'exportKind'): { typeOnly: boolean; names: string[] } {
  const specifiers = ((node.specifiers ?? []) as SyntaxNode[]).map((specifier) => ({
    typeOnly: specifier[kind] === 'type',
    name: specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported ?? specifier.local) || '*',
    whole: specifier.type.endsWith('NamespaceSpecifier'),
  }))
  return {
    typeOnly: node[kind] === 'type' || (specifiers.length > 0 && specifiers.every((specifier) => specifier.typeOnly)),
    names: node.type === 'ExportAllDeclaration' ? ['*'] : specifiers.map(({ name, whole }) => (whole ? '*' : name)),
  }
}

function isDynamicImport(node: SyntaxNode): boolean {
  const callee = node.callee as SyntaxNode
  return callee.type === 'Import' || (callee.type === 'Identifier' && callee.name === 'require')
}
