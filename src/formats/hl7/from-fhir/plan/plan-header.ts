// MSH and EVN: from MessageHeader, the Bundle and the Provenance of both, else from what the caller says.
import { structureOfEvent } from '../../dictionary/structures.ts'
import { type Hl7Version, isAtLeast } from '../../dictionary/versions.ts'
import type { DraftSegment } from '../draft/draft-segment.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { MessageContents } from '../draft/message-contents.ts'

/** Code, event and structure (MSH-9). */
export interface MessageType {
  readonly code: string
  readonly trigger: string
  /** Empty where the message does not name it. */
  readonly structure: string
}

/** What MSH says where the Bundle does not, or in place of it. */
export interface HeaderSettings {
  readonly sendingApplication: string | undefined
  readonly sendingFacility: string | undefined
  readonly receivingApplication: string | undefined
  readonly receivingFacility: string | undefined
  readonly timestamp: string | undefined
  readonly controlId: string | undefined
  readonly processingId: string
  readonly characterSet: string | undefined
}

/** The type by the event of MessageHeader: what to-fhir wrote as its display, else the first code that has the event. */
export function typeOfHeader(contents: MessageContents, version: Hl7Version): MessageType | undefined {
  const event = contents.all('MessageHeader')[0]?.element.first('eventCoding')
  const [, code, trigger = '', structure = ''] =
    /^([A-Z0-9]{3})(?:\^([A-Z0-9]{0,3}))?(?:\^([A-Z0-9_]{0,7}))?$/.exec(event?.textAt('display') ?? '') ?? []
  if (code !== undefined) return { code, trigger, structure }
  const known = event?.textAt('code')
  if (known === undefined || !/^[A-Z][A-Z0-9]{2}$/.test(known)) return undefined
  const found = CODES.find((each) => structureOfEvent(version, each, known) !== undefined)
  return found === undefined ? undefined : typeOfEvent(found, known, version)
}

const CODES = [
  'ADT',
  'ORU',
  'OML',
  'ORM',
  'VXU',
  'SIU',
  'MDM',
  'RDE',
  'OMP',
  'RDS',
  'RGV',
  'RAS',
  'DFT',
  'BAR',
  'OUL',
  'OMG',
  'PPR',
  'REF',
] as const

/** MSH-9.3 since 2.3.1. */
export function typeOfEvent(code: string, trigger: string, version: Hl7Version): MessageType {
  const structure = isAtLeast(version, '2.3.1') ? (structureOfEvent(version, code, trigger) ?? '') : ''
  return { code, trigger, structure }
}

export function addHeader(
  builder: MessageBuilder,
  contents: MessageContents,
  type: MessageType,
  settings: HeaderSettings,
  place: number,
): DraftSegment {
  const segment = builder.add('MSH')
  for (const [i, text] of [type.code, type.trigger, type.structure].entries()) builder.complete(segment, 9, text, [i + 1])
  // What the caller says stands first, so that the Bundle does not take its place.
  builder.complete(segment, 3, settings.sendingApplication ?? '')
  builder.complete(segment, 4, settings.sendingFacility ?? '')
  builder.complete(segment, 5, settings.receivingApplication ?? '')
  builder.complete(segment, 6, settings.receivingFacility ?? '')
  builder.complete(segment, 7, settings.timestamp ?? '')
  if (settings.controlId !== undefined)
    builder.complete(segment, 10, place === 0 ? settings.controlId : `${settings.controlId}-${place + 1}`)
  for (const header of contents.all('MessageHeader').slice(0, 1)) {
    builder.fill(segment, contents.use(header))
    builder.fillBy(segment, 'MSH[Bundle]', contents.bundle.root)
    for (const provenance of contents.referringTo(header, 'Provenance', 'target')) {
      if (provenance.element.first('activity')?.first('coding')?.textAt('display')?.startsWith('event') === true) continue
      builder.fill(segment, contents.use(provenance))
      for (const entity of provenance.element.all('entity')) addSoftware(builder, contents, entity)
    }
  }
  builder.complete(segment, 10, place === 0 ? (contents.bundle.root.textAt('identifier', 'value') ?? '') : '')
  builder.complete(segment, 10, String(place + 1))
  builder.complete(segment, 11, settings.processingId)
  builder.complete(segment, 12, builder.version)
  return segment
}

function addSoftware(
  builder: MessageBuilder,
  contents: MessageContents,
  entity: ReturnType<MessageContents['all']>[number]['element'],
): void {
  for (const reference of entity.all('what')) {
    const device = contents.bundle.resolve(reference)
    if (device?.type !== 'Device' || !device.element.children.has('deviceName')) continue
    const segment = builder.add('SFT')
    builder.fillBy(segment, 'SFT[Device]', contents.use(device).element)
    if (segment.isEmpty) builder.remove(segment)
  }
}

/** EVN of messages that have it; EVN-2 is when the event was recorded. */
export function addEvent(builder: MessageBuilder, contents: MessageContents, header: DraftSegment): void {
  const segment = builder.add('EVN')
  const stated = contents
    .unused('Provenance')
    .filter(({ element }) => element.first('activity')?.first('coding')?.textAt('display')?.startsWith('event') === true)
  for (const provenance of stated.slice(0, 1)) builder.fillBy(segment, 'EVN[Provenance]', contents.use(provenance).element)
  if (!isAtLeast(builder.version, '2.7')) builder.complete(segment, 1, header.textIn(9, 1, [2]))
  builder.complete(segment, 2, header.textIn(7, 1, []))
}
