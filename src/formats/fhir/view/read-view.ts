// Reads a ViewDefinition of SQL on FHIR 2, and tells everything that is wrong with it by JSON pointers into it.
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { readJson } from '../json/read-json.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { type Item, systemOf } from '../path/item.ts'
import { checkPrimitive } from '../validate/primitive.ts'
import { columnsOf, type Pointer, type ViewColumn, type ViewDefinition, type ViewIteration, type ViewSelect } from './view-definition.ts'

/** Prefix of the pointers of errors in a view. */
export const VIEW_POINTER = '/view'
const MAX_SELECT_DEPTH = 30
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,254}$/

/** Elements of the ViewDefinition itself, those of any canonical resource among them; `name` and the rest describe, and change nothing. */
const VIEW_MEMBERS = new Set(
  (
    'resourceType id meta implicitRules language text contained extension modifierExtension url identifier version versionAlgorithmString ' +
    'versionAlgorithmCoding name title status experimental date publisher contact description useContext jurisdiction purpose copyright ' +
    'copyrightLabel profile resource resourceVersion fhirVersion constant select where'
  ).split(' '),
)
const SELECT_MEMBERS = new Set('id extension column select forEach forEachOrNull repeat unionAll'.split(' '))
const COLUMN_MEMBERS = new Set('id extension name path description collection type tag'.split(' '))
const WHERE_MEMBERS = new Set('id extension path description'.split(' '))

/**
 * @throws ProblemError `invalid_input` with `errors`, each with its pointer; `unreadable_input` for what is no JSON
 */
export function readView(text: string, model: FhirModel): ViewDefinition {
  const view = readViewJson(text)
  const reader = new ViewReader(model)
  const read = isObject(view) ? reader.view(view) : undefined
  if (!read) reader.add('', 'invalid_type', 'A view is an object.')
  throwErrors(reader.errors)
  return read!
}

/** @throws ProblemError `invalid_input` where there are any */
export function throwErrors(errors: readonly ProblemItem[]): void {
  const [first] = errors
  if (first) throw new ProblemError('Invalid view.', { code: 'invalid_input', at: { pointer: first.pointer }, errors })
}

function readViewJson(text: string): JsonValue {
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new ProblemError(`The view cannot be read. ${error.message}`, {
      code: 'unreadable_input',
      at: { pointer: VIEW_POINTER, ...error.at },
    })
  }
}

class ViewReader {
  readonly errors: ProblemItem[] = []
  readonly #model: FhirModel

  constructor(model: FhirModel) {
    this.#model = model
  }

  add(pointer: Pointer, code: string, detail: string): void {
    this.errors.push({ pointer: `${VIEW_POINTER}${pointer}`, code, detail })
  }

  view(view: JsonObject): ViewDefinition {
    this.#members(view, VIEW_MEMBERS, '')
    if (view.resourceType !== undefined && !isViewDefinition(view.resourceType)) {
      this.add('/resourceType', 'invalid_value', 'The resource is no ViewDefinition.')
    }
    const { resource } = view
    if (typeof resource !== 'string' || !this.#model.resource(resource)) {
      this.add('/resource', 'invalid_value', 'A view names a type of resource of the version.')
    }
    const selects = this.#list(view, 'select', '').map((select, i) => this.#select(select, `/select/${i}`, 1))
    if (selects.length === 0) this.add('/select', 'required', 'A view has at least one select.')
    const where = this.#list(view, 'where', '').map((each, i) => this.#where(each, `/where/${i}`))
    const constants = this.#constants(view)
    this.#checkNames(selects)
    return { resource: String(resource), selects, where, constants }
  }

  #select(value: JsonValue, pointer: Pointer, depth: number): ViewSelect {
    if (!isObject(value) || depth > MAX_SELECT_DEPTH) {
      this.add(
        pointer,
        'invalid_type',
        depth > MAX_SELECT_DEPTH ? `Selects nest deeper than ${MAX_SELECT_DEPTH} levels.` : 'A select is an object.',
      )
      return { iteration: undefined, columns: [], selects: [], unions: [], pointer }
    }
    this.#members(value, SELECT_MEMBERS, pointer)
    const columns = this.#list(value, 'column', pointer).map((column, i) => this.#column(column, `${pointer}/column/${i}`))
    const selects = this.#list(value, 'select', pointer).map((each, i) => this.#select(each, `${pointer}/select/${i}`, depth + 1))
    const unions = this.#list(value, 'unionAll', pointer).map((each, i) => this.#select(each, `${pointer}/unionAll/${i}`, depth + 1))
    this.#checkUnion(unions)
    if (columns.length + selects.length + unions.length === 0) this.add(pointer, 'required', 'A select has column, select or unionAll.')
    return { iteration: this.#iteration(value, pointer), columns, selects, unions, pointer }
  }

  #iteration(select: JsonObject, pointer: Pointer): ViewIteration | undefined {
    const given = (['forEach', 'forEachOrNull', 'repeat'] as const).filter((name) => select[name] !== undefined)
    if (given.length > 1) this.add(pointer, 'invalid_value', 'A select has one of forEach, forEachOrNull and repeat.')
    const [kind] = given
    if (!kind) return undefined
    if (kind !== 'repeat') return { kind, path: this.#text(select[kind], `${pointer}/${kind}`), pointer: `${pointer}/${kind}` }
    const paths = this.#list(select, kind, pointer).map((path, i) => {
      const at = `${pointer}/${kind}/${i}`
      return { path: this.#text(path, at), pointer: at }
    })
    if (paths.length === 0) this.add(`${pointer}/${kind}`, 'required', 'repeat has at least one path.')
    return { kind, paths }
  }

  #column(value: JsonValue, pointer: Pointer): ViewColumn {
    if (!isObject(value)) {
      this.add(pointer, 'invalid_type', 'A column is an object.')
      return { name: '', path: '', type: null, collection: false, pointer }
    }
    this.#members(value, COLUMN_MEMBERS, pointer)
    const { type, collection } = value
    const name = this.#text(value.name, `${pointer}/name`)
    if (name !== '' && !NAME.test(name)) {
      this.add(`${pointer}/name`, 'invalid_value', 'The name of a column is a letter and then letters, digits and _.')
    }
    if (type !== undefined && typeof type !== 'string') this.add(`${pointer}/type`, 'invalid_type', 'A type is a text.')
    if (collection !== undefined && typeof collection !== 'boolean') {
      this.add(`${pointer}/collection`, 'invalid_type', 'collection is true or false.')
    }
    const path = this.#text(value.path, `${pointer}/path`)
    return { name, path, type: typeof type === 'string' ? type : null, collection: collection === true, pointer }
  }

  #where(value: JsonValue, pointer: Pointer): { path: string; pointer: Pointer } {
    if (!isObject(value)) {
      this.add(pointer, 'invalid_type', 'A condition is an object.')
      return { path: '', pointer }
    }
    this.#members(value, WHERE_MEMBERS, pointer)
    return { path: this.#text(value.path, `${pointer}/path`), pointer: `${pointer}/path` }
  }

  #constants(view: JsonObject): Map<string, Item> {
    const constants = new Map<string, Item>()
    for (const [i, constant] of this.#list(view, 'constant', '').entries()) {
      const pointer = `/constant/${i}`
      if (!isObject(constant)) {
        this.add(pointer, 'invalid_type', 'A constant is an object.')
        continue
      }
      const name = this.#text(constant.name, `${pointer}/name`)
      if (name !== '' && !NAME.test(name))
        this.add(`${pointer}/name`, 'invalid_value', 'The name of a constant is a letter and then letters, digits and _.')
      if (constants.has(name)) this.add(`${pointer}/name`, 'invalid_value', 'Two constants have this name.')
      const item = this.#constant(constant, pointer)
      if (item) constants.set(name, item)
    }
    return constants
  }

  #constant(constant: JsonObject, pointer: Pointer): Item | undefined {
    const members = Object.keys(constant).filter((name) => !['name', 'id', 'extension'].includes(name))
    const [member] = members
    const type = this.#model.names('primitive').find((name) => member === `value${name[0]!.toUpperCase()}${name.slice(1)}`)
    const plan = type === undefined ? undefined : this.#model.type(type)
    if (members.length !== 1 || !plan) {
      this.add(pointer, 'invalid_value', 'A constant has one value of a primitive type, such as valueString.')
      return undefined
    }
    const value = constant[member!]!
    const item: Item = { kind: 'node', plan, value, extras: undefined, element: undefined, parent: undefined, step: plan.name, index: -1 }
    const system = checkPrimitive(plan.name, value, this.#model.version) ? undefined : systemOf(item)
    if (!system) this.add(pointer, 'invalid_value', 'The value of a constant is not written as its type has it.')
    return system
  }

  /** Names are unique over the whole view; the columns of a union are those of its first branch. */
  #checkNames(selects: readonly ViewSelect[]): void {
    const seen = new Set<string>()
    for (const { name, pointer } of selects.flatMap(columnsOf)) {
      if (name !== '' && seen.has(name)) this.add(`${pointer}/name`, 'invalid_value', 'Two columns have this name.')
      seen.add(name)
    }
  }

  #checkUnion(unions: readonly ViewSelect[]): void {
    const [first, ...others] = unions
    if (!first) return
    const show = (select: ViewSelect) => columnsOf(select).map(({ name, type, collection }) => JSON.stringify([name, type, collection]))
    const requested = show(first).join()
    for (const other of others) {
      if (show(other).join() !== requested)
        this.add(other.pointer, 'invalid_value', 'The parts of a union have the same columns with the same types, in the same order.')
    }
  }

  #text(value: JsonValue | undefined, pointer: Pointer): string {
    if (typeof value === 'string' && value !== '') return value
    this.add(pointer, value === undefined ? 'required' : 'invalid_type', 'A text is needed here.')
    return ''
  }

  #list(object: JsonObject, name: string, pointer: Pointer): JsonArray {
    const value = object[name]
    if (value === undefined || Array.isArray(value)) return value ?? []
    this.add(`${pointer}/${name}`, 'invalid_type', 'A list is needed here.')
    return []
  }

  /** A member that nobody reads would be an option that is dropped in silence. Its name is of the input and is not repeated. */
  #members(object: JsonObject, known: ReadonlySet<string>, pointer: Pointer): void {
    const strangers = Object.keys(object).filter((name) => !known.has(name.startsWith('_') ? name.slice(1) : name)).length
    if (strangers > 0) this.add(pointer, 'unknown_field', `Members that a view does not have here: ${strangers}.`)
  }
}

/** Its name, or the address of the logical model, as the examples of the guide write it. */
function isViewDefinition(type: unknown): boolean {
  return typeof type === 'string' && /^(?:https?:\/\/[^\s?#]{1,200}\/StructureDefinition\/)?ViewDefinition$/.test(type)
}
