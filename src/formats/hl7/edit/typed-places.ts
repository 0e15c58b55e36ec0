// Paths that begin with a data type, as `HD.1`: every place of the message that the tables give the type.
import type { Hl7Dictionary } from '../dictionary/standard.ts'
import type { Locator } from '../query/locator.ts'
import type { MessageContext } from '../query/message-view.ts'
import { fieldOf, partsOf } from '../query/parts.ts'
import type { SegmentText } from './segment-text.ts'

/** `HD`, or one of its components. */
export interface TypedPath {
  readonly type: string
  readonly position: number | undefined
}

/** Undefined for a path that does not begin with a data type. */
export function readTypedPath(path: string, dictionary: Pick<Hl7Dictionary, 'isDataType'>): TypedPath | undefined {
  const [, type = '', position] = /^([A-Z][A-Z0-9]{1,19})(?:\.([1-9][0-9]?))?$/.exec(path) ?? []
  // `PID` alone is a segment: no data type has the name of one.
  return type !== '' && dictionary.isDataType(type) ? { type, position: position === undefined ? undefined : Number(position) } : undefined
}

/** @param mayCreate true where a component that is not there is to be made, in values of the type that are */
export function typedLocators(context: MessageContext, segments: readonly SegmentText[], path: TypedPath, mayCreate: boolean): Locator[] {
  const found: Locator[] = []
  const counts = new Map<string, number>()
  for (const segment of segments) {
    const count = (counts.get(segment.id) ?? 0) + 1
    counts.set(segment.id, count)
    for (const whole of placesOf(context, segment, path.type)) {
      const own = { ...NOWHERE, ...whole, segment: segment.id, segmentIndex: count }
      const place = path.position === undefined ? own : below(own, path.position)
      if (isValued(context, segment, place) || (mayCreate && isValued(context, segment, own))) found.push(place)
    }
  }
  return found
}

const NOWHERE: Locator = {
  groups: [],
  segment: '',
  condition: undefined,
  segmentIndex: 1,
  field: undefined,
  repetition: 'all',
  repetitionCondition: undefined,
  component: undefined,
  subcomponent: undefined,
}

function below(place: Locator, position: number): Locator {
  return place.component === undefined ? { ...place, component: position } : { ...place, subcomponent: position }
}

/** Fields of the type, and components that have it. */
function placesOf(context: MessageContext, segment: SegmentText, type: string): Pick<Locator, 'field' | 'component'>[] {
  const { document, message } = context
  const version = message.version.used
  return (document.dictionary.segment(version, segment.id)?.fields ?? []).flatMap((field): Pick<Locator, 'field' | 'component'>[] => {
    if (!field) return []
    const span = fieldOf(context, segment, field.position)
    if (!span || span.start === span.end) return []
    const composite = field.path === 'OBX-5' ? textOf(context, segment, 2) : field.composite
    if (composite === type || field.dataType === type) return [{ field: field.position, component: undefined }]
    return document.dictionary
      .components(version, composite)
      .filter((each) => each.composite === type || each.dataType === type)
      .map(({ position }) => ({ field: field.position, component: position }))
  })
}

function textOf(context: MessageContext, segment: SegmentText, field: number): string {
  const span = fieldOf(context, segment, field)
  return span ? segment.text.slice(span.start, span.end) : ''
}

function isValued(context: MessageContext, segment: SegmentText, place: Locator): boolean {
  return partsOf(context, segment, place).some(({ span }) => span.end > span.start)
}
