// Messages with a value in every field and component of every segment of their structure, and what each value is.
import { codeTable } from '../../../../src/formats/hl7/dictionary/code-tables.ts'
import { componentDefinitions, type FieldDefinition, segmentDefinition } from '../../../../src/formats/hl7/dictionary/dictionary.ts'
import { type GroupNode, messageStructure, type SegmentNode } from '../../../../src/formats/hl7/dictionary/structures.ts'

const VERSION = '2.8.2'

export interface FullMessage {
  readonly text: string
  /** By path; words begin with Zq and are like no others. */
  readonly values: ReadonlyMap<string, string>
}

/** @param times how often each segment stands; without values where the version does not have the structure */
export function fullMessage(structure: string, times = 1): FullMessage {
  const tree = messageStructure(VERSION, structure)
  return tree ? new Writer(structure).write(segmentsOf(tree.root), times) : { text: '', values: new Map() }
}

/** In the order of the structure; of a choice the first one. */
function segmentsOf(node: GroupNode | SegmentNode): string[] {
  if (node.kind === 'segment') return [node.id]
  return (node.kind === 'choice' ? node.of.slice(0, 1) : node.of).flatMap(segmentsOf)
}

/** A field or component as both definitions have it. */
type Typed = Pick<FieldDefinition, 'dataType' | 'composite' | 'table'>

class Writer {
  readonly #structure: string
  readonly #values = new Map<string, string>()
  #count = 0

  constructor(structure: string) {
    this.#structure = structure
  }

  write(ids: readonly string[], times: number): FullMessage {
    const counts = new Map<string, number>()
    const lines = ids
      .flatMap((id) => (id === 'MSH' ? [id] : Array.from({ length: times }, () => id)))
      .flatMap((id) => {
        const count = (counts.get(id) ?? 0) + 1
        counts.set(id, count)
        return this.#segment(id, count === 1 ? id : `${id}[${count}]`) ?? []
      })
    return { text: `${lines.join('\r')}\r`, values: this.#values }
  }

  #segment(id: string, path: string): string | undefined {
    const definition = segmentDefinition(VERSION, id)
    if (!definition) return undefined
    const fields = definition.fields.slice(id === 'MSH' ? 3 : 1).map((field) => (field ? this.#field(id, field, path) : ''))
    return id === 'MSH' ? `MSH|^~\\&|${fields.join('|')}` : `${id}|${fields.join('|')}`
  }

  #field(id: string, field: FieldDefinition, segment: string): string {
    const path = `${segment}-${field.position}`
    const fixed = this.#fixed(id, field.position)
    if (fixed === undefined) return field.dataType === null ? '' : this.#part(path, field, ['^', '&'])
    for (const [i, value] of fixed.entries()) this.#values.set(fixed.length === 1 ? path : `${path}.${i + 1}`, value)
    return fixed.join('^')
  }

  /** What tells how to read the message. */
  #fixed(id: string, position: number): string[] | undefined {
    if (id === 'OBX' && position === 2) return ['ST']
    if (id !== 'MSH') return undefined
    const [code = '', event] = this.#structure.split('_')
    if (position === 9) return event === undefined ? [code] : [code, event, this.#structure]
    return position === 12 ? [VERSION] : position === 18 ? ['UNICODE UTF-8'] : undefined
  }

  #part(path: string, typed: Typed, [separator, ...inner]: readonly string[]): string {
    const components = separator === undefined ? [] : componentDefinitions(VERSION, typed.composite)
    if (components.length > 1) return components.map((each) => this.#part(`${path}.${each.position}`, each, inner)).join(separator)
    const value = this.#valueOf(typed)
    this.#values.set(path, value)
    return value
  }

  #valueOf({ dataType, table }: Typed): string {
    const n = ++this.#count
    const year = 2000 + (n % 1000)
    switch (dataType) {
      case 'NM':
      case 'SI':
      case 'SNM':
        return String(n)
      case 'DT':
        return `${year}0203`
      case 'TM':
        return '0405'
      case 'DTM':
      case 'TS':
        return `${year}0203040506+0000`
      case 'ID':
        return this.#codeOf(table) ?? `Zq${n}`
      default:
        return `Zq${n}`
    }
  }

  #codeOf(table: string | null): string | undefined {
    const codes = table === null ? [] : [...(codeTable(VERSION, table)?.codes.keys() ?? [])]
    const code = codes[this.#count % 3]
    return code !== undefined && !/[|^~\\&]/.test(code) ? code : undefined
  }
}
