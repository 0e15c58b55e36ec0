// What R4 says of the elements of resources and data types, as far as messages become them. Unpacked when first asked for.
import { readBlocks, unpackText } from '../unpack-text.ts'
import { R4_MODEL } from './r4-model.generated.ts'

export interface R4Element {
  /** As it stands in JSON: `valueQuantity` for a choice. */
  readonly name: string
  /** `value` for `valueQuantity`; undefined for what is no choice. */
  readonly choice: string | undefined
  readonly type: string
  readonly required: boolean
  readonly repeats: boolean
  /** Types that a reference may have; empty for any. */
  readonly targets: readonly string[]
  /** The codes that are allowed; undefined where there are more than a list holds, or any is. */
  readonly codes: ReadonlySet<string> | undefined
}

export interface R4Type {
  readonly name: string
  readonly isResource: boolean
  readonly elements: ReadonlyMap<string, R4Element>
  /** Names of required elements, of a choice its common part. */
  readonly required: readonly string[]
}

let blocks: ReturnType<typeof readBlocks> | undefined
/** Undefined for what is no such type. */
const types = new Map<string, R4Type | undefined>()
const codeLists = new Map<string, ReadonlySet<string>>()

/** @returns undefined for a primitive type and for a type that no map leads to */
export function r4Type(name: string): R4Type | undefined {
  const known = types.get(name)
  if (known || types.has(name)) return known
  blocks ??= readBlocks(unpackText(R4_MODEL))
  const block = blocks.get(name)
  const type = block && readType(name, block.heading[0] === 'r', block.body)
  types.set(name, type)
  return type
}

function readType(name: string, isResource: boolean, body: string): R4Type {
  const elements = new Map<string, R4Element>()
  const required: string[] = []
  for (const line of body.split('\n')) {
    const [path = '', flags = '', typeList = '', codes = ''] = line.split('\t')
    const choice = path.endsWith('[x]') ? path.slice(0, -3) : undefined
    if (flags.includes('!')) required.push(choice ?? path)
    for (const text of splitTypes(typeList)) {
      const open = text.indexOf('(')
      const type = open < 0 ? text : text.slice(0, open)
      const element = choice === undefined ? path : choice + type[0]!.toUpperCase() + type.slice(1)
      const targets = open < 0 ? [] : text.slice(open + 1, -1).split(',')
      elements.set(element, {
        name: element,
        choice,
        type,
        required: flags.includes('!'),
        repeats: flags.includes('*'),
        targets: targets.includes('Resource') ? [] : targets,
        codes: codes === '' ? undefined : codeList(codes),
      })
    }
  }
  return { name, isResource, elements, required }
}

function splitTypes(list: string): string[] {
  return list === '' ? [] : list.split('|')
}

function codeList(name: string): ReadonlySet<string> {
  let list = codeLists.get(name)
  if (!list) {
    list = new Set(blocks!.get(`#${name}`)!.body.split(' '))
    codeLists.set(name, list)
  }
  return list
}
