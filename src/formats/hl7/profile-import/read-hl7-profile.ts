// Reads HL7's own form of a conformance profile (HL7 v2.5 chapter 2.12): HL7v2xConformanceProfile with static definitions.
import type { XmlDocument, XmlElement } from '../../xml/node.ts'
import type { ElementModel, GroupModel, MessageModel, NotImported, ProfileModel, SegmentModel } from './message-model.ts'
import { attribute, childElement, childElements, numberOf, occurrenceOf, refuse } from './profile-xml.ts'

/** @throws ProblemError `unreadable_input` where it has no static definition */
export function readHl7Profile(document: XmlDocument, notes: NotImported[]): ProfileModel {
  const { root } = document
  const definitions = childElements(root, 'HL7v2xStaticDef')
  if (definitions.length === 0) throw refuse(document, root, 'The profile has no HL7v2xStaticDef.')
  const metaData = childElement(root, 'MetaData') ?? childElement(definitions[0]!, 'MetaData')
  for (const each of childElements(root)) if (!READ.has(each.local)) notes.push({ path: each.local.slice(0, 100), kind: 'other' })
  return {
    form: 'hl7',
    name: (metaData && attribute(metaData, 'Name')) || 'Imported profile',
    version: attribute(root, 'HL7Version'),
    messages: definitions.map((each, i) => readStaticDefinition(each, i)),
  }
}

/** How messages are exchanged and encoded asks nothing of their content. */
const READ: ReadonlySet<string> = new Set(['MetaData', 'Encodings', 'DynamicDef', 'HL7v2xStaticDef', 'ImpNote', 'UseCase'])

function readStaticDefinition(element: XmlElement, i: number): MessageModel {
  return {
    id: attribute(element, 'Identifier') || String(i + 1),
    code: attribute(element, 'MsgType'),
    trigger: attribute(element, 'EventType'),
    structure: attribute(element, 'MsgStructID'),
    of: readMembers(element),
  }
}

function readMembers(element: XmlElement): (SegmentModel | GroupModel)[] {
  return childElements(element).flatMap((each): (SegmentModel | GroupModel)[] => {
    const name = attribute(each, 'Name')
    if (each.local === 'Segment') {
      const fields = childElements(each, 'Field').map((field, i) => readElement(field, i + 1, 'Component'))
      return [{ kind: 'segment', name, id: name, ...occurrenceOf(each), fields }]
    }
    return each.local === 'SegGroup' ? [{ kind: 'group', name, ...occurrenceOf(each), of: readMembers(each) }] : []
  })
}

function readElement(element: XmlElement, position: number, below: 'Component' | 'SubComponent'): ElementModel {
  const table = attribute(element, 'Table')
  const { usage, min, max } = occurrenceOf(element)
  const parts = childElements(element, below).map((part, i) => readElement(part, i + 1, 'SubComponent'))
  const constant = attribute(element, 'ConstantValue')
  return {
    position,
    usage,
    min: element.local === 'Field' ? min : 0,
    max: element.local === 'Field' ? max : 1,
    minLength: undefined,
    maxLength: numberOf(element, 'Length') || undefined,
    dataType: attribute(element, 'Datatype'),
    constant: constant || undefined,
    binding: table && !NO_TABLE.has(table) ? { ids: [table.padStart(4, '0')], location: undefined, isStrict: true } : undefined,
    parts,
  }
}

const NO_TABLE: ReadonlySet<string> = new Set(['0', '0000', 'None', 'NONE'])
