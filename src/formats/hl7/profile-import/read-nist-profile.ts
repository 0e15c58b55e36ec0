// Reads the form of NIST's tools (IGAMT): ConformanceProfile with messages, and segments and data types by their identifiers.
import { ProblemError } from '../../../core/problem.ts'
import type { XmlDocument, XmlElement } from '../../xml/node.ts'
import type { Binding, ElementModel, GroupModel, NotImported, ProfileModel, SegmentModel } from './message-model.ts'
import { attribute, childElement, childElements, numberOf, occurrenceOf, refuse } from './profile-xml.ts'

/** @throws ProblemError `unreadable_input` where it has no message, or names a segment or data type that it does not have */
export function readNistProfile(document: XmlDocument, notes: NotImported[]): ProfileModel {
  const { root } = document
  const messages = childElements(childElement(root, 'Messages') ?? root, 'Message')
  if (messages.length === 0) throw refuse(document, root, 'The profile has no Message.')
  const metaData = childElement(root, 'MetaData')
  const library = new Library(document, notes)
  return {
    form: 'nist',
    name: (metaData && attribute(metaData, 'Name')) || 'Imported profile',
    version: attribute(root, 'HL7Version'),
    messages: messages.map((each) => ({
      id: attribute(each, 'ID'),
      code: attribute(each, 'Type'),
      trigger: attribute(each, 'Event'),
      structure: attribute(each, 'StructID'),
      of: library.membersOf(each),
    })),
  }
}

/** A field, its components, their subcomponents. */
const LEVELS = 3
/** Fields and their parts: data types in each other multiply. */
const MAX_ELEMENTS = 500_000

class Library {
  readonly #document: XmlDocument
  readonly #notes: NotImported[]
  readonly #segments: ReadonlyMap<string, XmlElement>
  readonly #types: ReadonlyMap<string, XmlElement>
  readonly #fields = new Map<string, readonly ElementModel[]>()
  #elements = 0

  constructor(document: XmlDocument, notes: NotImported[]) {
    this.#document = document
    this.#notes = notes
    const { root } = document
    this.#segments = byId(childElement(root, 'Segments'), 'Segment')
    this.#types = byId(childElement(root, 'Datatypes'), 'Datatype')
    for (const each of childElements(root)) if (!READ.has(each.local)) notes.push({ path: each.local.slice(0, 100), kind: 'other' })
  }

  membersOf(element: XmlElement): (SegmentModel | GroupModel)[] {
    return childElements(element).flatMap((each): (SegmentModel | GroupModel)[] => {
      if (each.local === 'Group') {
        return [{ kind: 'group', name: attribute(each, 'Name'), ...occurrenceOf(each), of: this.membersOf(each) }]
      }
      if (each.local !== 'Segment') return []
      const id = attribute(each, 'Ref')
      const definition = this.#segments.get(id)
      if (!definition) throw refuse(this.#document, each, 'The profile refers to a segment that it does not have.')
      return [{ kind: 'segment', name: attribute(definition, 'Name'), id, ...occurrenceOf(each), fields: this.#fieldsOf(id, definition) }]
    })
  }

  /** Once for each segment: those of one identifier share their fields. */
  #fieldsOf(id: string, definition: XmlElement): readonly ElementModel[] {
    const known = this.#fields.get(id)
    if (known) return known
    const fields = childElements(definition, 'Field').map((each, i) => this.#elementOf(each, i + 1, 1))
    this.#fields.set(id, fields)
    if (childElement(definition, 'DynamicMapping')) this.#notes.push({ path: attribute(definition, 'Name'), kind: 'dynamic_mapping' })
    return fields
  }

  #elementOf(element: XmlElement, position: number, level: number): ElementModel {
    const type = this.#types.get(attribute(element, 'Datatype'))
    if (!type) throw refuse(this.#document, element, 'The profile refers to a data type that it does not have.')
    const { usage, min, max } = occurrenceOf(element)
    if (++this.#elements > MAX_ELEMENTS)
      throw new ProblemError('The profile has too many fields and parts.', { code: 'resource_limit', facts: { limit: MAX_ELEMENTS } })
    const isField = level === 1
    // A type that holds itself ends with the levels that a message has.
    const parts = level < LEVELS ? childElements(type, 'Component').map((each, i) => this.#elementOf(each, i + 1, level + 1)) : []
    return {
      position,
      usage,
      min: isField ? min : 0,
      max: isField ? max : 1,
      minLength: numberOf(element, 'MinLength'),
      maxLength: numberOf(element, 'MaxLength') || undefined,
      dataType: attribute(type, 'Name'),
      constant: attribute(element, 'ConstantValue') || undefined,
      binding: bindingOf(element),
      parts,
    }
  }
}

const READ: ReadonlySet<string> = new Set(['MetaData', 'Encodings', 'Messages', 'Segments', 'Datatypes'])

function byId(list: XmlElement | undefined, local: string): ReadonlyMap<string, XmlElement> {
  return new Map((list ? childElements(list, local) : []).map((each) => [attribute(each, 'ID'), each]))
}

function bindingOf(element: XmlElement): Binding | undefined {
  const text = attribute(element, 'Binding') || attribute(element, 'Table')
  if (text === '') return undefined
  const location = attribute(element, 'BindingLocation')
  const strength = attribute(element, 'BindingStrength')
  return {
    ids: text.split(/[:, ]+/).filter((id) => id !== ''),
    location: /^[0-9]{1,3}$/.test(location) ? Number(location) : undefined,
    isStrict: (strength === '' || strength === 'R') && !location.includes(':'),
  }
}
