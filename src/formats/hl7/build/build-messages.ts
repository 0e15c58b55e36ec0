// Builds messages from a tree, from values by their paths, or from a template with one row a message.
import { ProblemError } from '../../../core/problem.ts'
import type { TableSource } from '../../csv/table-source.ts'
import { charsetNamed, UTF_8 } from '../charset/charsets.ts'
import { type Delimiters, readDelimiters } from '../delimiters.ts'
import type { PathNames } from '../dictionary/path-names.ts'
import type { Hl7Dictionary } from '../dictionary/standard.ts'
import { chooseVersion, type Hl7Version } from '../dictionary/versions.ts'
import { encodeText, joinBytes } from '../edit/encode-text.ts'
import { parsePath } from '../paths.ts'
import { completeHeader, type HeaderDefaults } from './complete-header.ts'
import type { LeafOptions } from './encode-leaf.ts'
import { fillTemplate, linesOfTemplate, readTemplate } from './fill-template.ts'
import { draftsOfPaths, draftsOfTree, encodingCharacters, type TreeSegment } from './read-drafts.ts'
import { SegmentDraft } from './segment-draft.ts'

export type BuildSource =
  | { readonly kind: 'tree'; readonly tree: readonly TreeSegment[] }
  | { readonly kind: 'paths'; readonly paths: Readonly<Record<string, string | number | null>> }
  | { readonly kind: 'template'; readonly template: string; readonly table: TableSource }

export interface BuildOptions extends Pick<LeafOptions, 'escapes' | 'lineBreaks'> {
  /** MSH-12 where the source does not say; undefined for 2.5.1. */
  readonly version: Hl7Version | undefined
  readonly structure: string | undefined
  readonly header: HeaderDefaults
  /** MSH-1 and MSH-2 where the source does not say. */
  readonly delimiters: string
  readonly emptySegments: 'keep' | 'drop'
  /** Where the structure of an event is looked up. */
  readonly dictionary: Hl7Dictionary
  /** In place of positions in paths. */
  readonly names: PathNames | undefined
}

export interface BuiltMessages {
  /** Segments ended by CR, one message after the other. */
  readonly text: string
  /** The same in the character set that MSH-18 names, else in UTF-8. */
  readonly content: Uint8Array
  /** 1-based positions of the rows that the messages are from; empty without rows. */
  readonly rows: readonly number[]
}

/** Characters of all messages of one call. */
const MAX_CHARACTERS = 100_000_000
const DEFAULT_VERSION = '2.5.1'

/** @throws ProblemError `invalid_input` with pointers, `unsupported_variant` where a delimiter or character set cannot carry a value, `resource_limit` */
export function buildMessages(source: BuildSource, options: BuildOptions): BuiltMessages {
  if (source.kind === 'template') return buildRows(source.template, source.table, options)
  const delimiters = delimitersOf(headerDelimiters(source, options.delimiters))
  const leaf = { ...options, delimiters }
  const drafts = source.kind === 'tree' ? draftsOfTree(source.tree, leaf) : draftsOfPaths(source.paths, leaf, options.names)
  const text = writeMessage(drafts, delimiters, options, 0)
  return { text, content: encodeMessage(text, delimiters), rows: [] }
}

function buildRows(template: string, table: TableSource, options: BuildOptions): BuiltMessages {
  const lines = linesOfTemplate(template)
  const delimiters = delimitersOf(lines.find((line) => line.startsWith('MSH')) ?? options.delimiters)
  const segments = readTemplate(lines, table, delimiters)
  const leaf = { ...options, delimiters }
  const texts: string[] = []
  const contents: Uint8Array[] = []
  const rows: number[] = []
  let characters = 0
  for (const { position, values } of table.rows()) {
    const drafts = fillTemplate(segments, values, leaf, options.emptySegments).map((line) => draftOfLine(line, delimiters))
    const text = writeMessage(drafts, delimiters, options, rows.length)
    characters += text.length
    if (characters > MAX_CHARACTERS) throw tooLarge()
    texts.push(text)
    contents.push(encodeMessage(text, delimiters))
    rows.push(position)
  }
  if (rows.length > 0) return { text: texts.join(''), content: joinBytes(contents), rows }
  const errors = [{ pointer: '/rows', code: 'too_small', detail: 'expected at least one row' }]
  throw new ProblemError('There are no rows to build messages from.', { code: 'invalid_input', errors })
}

function tooLarge(): ProblemError {
  const facts = { limitCharacters: MAX_CHARACTERS }
  return new ProblemError('The messages would be too large. Send fewer rows at once.', { code: 'resource_limit', facts })
}

/** MSH-1 and MSH-2 as a tree or a list of paths gives them, what it does not give from the usual ones. */
function headerDelimiters(source: Exclude<BuildSource, { kind: 'template' }>, usual: string): string {
  const given: (readonly [string, unknown])[] =
    source.kind === 'paths'
      ? Object.entries(source.paths)
      : source.tree.flatMap(({ id, fields }) => (id === 'MSH' ? fields.map(({ path, value }) => [path, value] as const) : []))
  const [separator = usual.slice(0, 1), characters = usual.slice(1)] = [1, 2].map((position) => {
    const values = given.filter(([path]) => isHeaderField(path, position)).map(([, value]) => value)
    if (values.length > 1 || values.some((value) => typeof value !== 'string')) throw notDelimiters(`MSH-${position}`)
    return values[0] as string | undefined
  })
  if (separator.length !== 1) throw notDelimiters('MSH-1')
  return `${separator}${characters}`
}

function isHeaderField(text: string, position: number): boolean {
  const path = parsePath(text)
  return path?.segment === 'MSH' && path.field === position
}

/** @param text `|^~\&` or the beginning of a header segment */
function delimitersOf(text: string): Delimiters {
  const { delimiters, problems } = readDelimiters(text.startsWith('MSH') ? text : `MSH${text}`, 0)
  if (problems.length === 0) return delimiters
  throw notDelimiters('MSH-2')
}

function notDelimiters(path: string): ProblemError {
  return new ProblemError('Invalid delimiters: four or five different characters are required after the field separator.', {
    code: 'invalid_input',
    at: { path },
  })
}

function draftOfLine(line: string, delimiters: Delimiters): SegmentDraft {
  const [id = '', ...parts] = line.split(delimiters.field)
  const draft = new SegmentDraft(id)
  const shift = id === 'MSH' ? 2 : 1
  for (const [i, part] of parts.entries()) if (part !== '') draft.setWhole(i + shift, part)
  return draft
}

function writeMessage(drafts: readonly SegmentDraft[], delimiters: Delimiters, options: BuildOptions, place: number): string {
  const batch = drafts.find(({ id }) => BATCH_SEGMENTS.has(id))
  if (batch) throw new ProblemError('Batch segments are not part of a message.', { code: 'invalid_input', at: { path: batch.id } })
  const headers = drafts.filter(({ id }) => id === 'MSH')
  if (headers.length > 1)
    throw new ProblemError('A message must have exactly one MSH segment.', { code: 'invalid_input', at: { path: 'MSH[2]' } })
  const header = headers[0] ?? new SegmentDraft('MSH')
  const characters = encodingCharacters(delimiters)
  const others = drafts.filter((draft) => draft !== header).map((draft) => `${draft.write(delimiters, characters)}\r`)
  const declared = header.fieldText(12, delimiters).split(delimiters.component, 1)[0] ?? ''
  const version = declared === '' ? (options.version ?? DEFAULT_VERSION) : chooseVersion(declared).used
  const { structure, header: defaults, dictionary } = options
  const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)
  const needsCharset = ![...others, header.write(delimiters, characters), ...Object.values(defaults)].every((text) => isAscii(text ?? ''))
  completeHeader(header, { defaults, version, dictionary, structure, delimiters, place, needsCharset })
  const segments = [`${header.write(delimiters, characters)}\r`, ...others]
  const torn = segments.find((text) => !text.isWellFormed())
  if (torn === undefined) return segments.join('')
  throw new ProblemError('A value contains half of a surrogate pair, which no character set can represent.', {
    code: 'invalid_input',
    at: { path: torn.slice(0, 3) },
  })
}

const BATCH_SEGMENTS: ReadonlySet<string> = new Set(['FHS', 'BHS', 'BTS', 'FTS'])

/** @throws ProblemError `unsupported_variant` where the character set of MSH-18 lacks a character */
function encodeMessage(text: string, { field, repetition }: Delimiters): Uint8Array {
  const header = text.slice(0, text.indexOf('\r')).split(field)
  const named = charsetNamed((header[17] ?? '').split(repetition, 1)[0] ?? '')
  return encodeText(text, named?.charset ?? UTF_8, () => 'MSH-18')
}
