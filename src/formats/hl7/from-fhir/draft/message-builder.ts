// Puts a message together: its segments in order, and which maps fill them from which resources.
import type { Hl7Version } from '../../dictionary/versions.ts'
import type { CodeMaps } from '../../fhir/code-systems.ts'
import { messageRows } from '../../fhir/map-table.ts'
import { typeOf } from '../../fhir/resource-graph.ts'
import type { ReverseContext, ReverseFrame } from '../reverse/reverse-context.ts'
import { reverseMap } from '../reverse/reverse-map.ts'
import { ClaimLog, type Scope } from './claim-log.ts'
import { DraftSegment } from './draft-segment.ts'
import type { FhirElement, SourceBundle, SourceResource } from './source-tree.ts'

export interface BuilderSettings {
  readonly version: Hl7Version
  readonly codes: CodeMaps
  readonly systems: ReadonlyMap<string, string>
}

/** Of segments that stand before all orders. */
const NO_ORDER = -1

export class MessageBuilder {
  readonly segments: DraftSegment[] = []
  readonly context: ReverseContext
  readonly version: Hl7Version
  /** MSH-9.3, or the structure of the event. */
  structure = ''
  /** MSH-9.1. */
  code = ''
  #isRelaxed = false
  readonly #orders = new Map<DraftSegment, number>()
  /** Number of the patient whose segments are added, from 0. */
  #group = 0
  readonly #groups = new Map<DraftSegment, number>()
  readonly #byOrder = new Map<number, DraftSegment[]>()
  readonly #counts = new Map<string, number>()
  readonly #marks = new Map<DraftSegment, number>()
  readonly #scopes = new Map<FhirElement, Scope>()
  readonly #fills: {
    readonly segment: DraftSegment
    readonly map: string
    readonly element: FhirElement
    readonly except: readonly FhirElement[]
  }[] = []

  constructor(bundle: SourceBundle, { version, codes, systems }: BuilderSettings) {
    this.version = version
    const isRelaxed = () => this.#isRelaxed
    this.context = {
      bundle,
      codes,
      systems,
      log: new ClaimLog(),
      get isRelaxed() {
        return isRelaxed()
      },
      reverse: (name, element, frame) => reverseMap(this.context, name, element, frame),
      related: (segment, id) => this.#related(segment, id),
    }
  }

  /** @param order what tells the segments of one order from those of others */
  add(id: string, order = NO_ORDER): DraftSegment {
    const segment = new DraftSegment(id, this.version)
    const list = order === NO_ORDER ? NO_ORDER - this.#group : order
    this.segments.push(segment)
    this.#listOf(list).push(segment)
    this.#orders.set(segment, list)
    this.#groups.set(segment, this.#group)
    this.#marks.set(segment, this.context.log.mark())
    return segment
  }

  /** Begins the segments of another patient: of the segments before, only the header relates to them. */
  beginGroup(): void {
    this.#group++
  }

  /** Takes out a segment that holds nothing. */
  remove(segment: DraftSegment): void {
    this.segments.splice(this.segments.lastIndexOf(segment), 1)
    const list = this.#listOf(this.#orders.get(segment)!)
    list.splice(list.lastIndexOf(segment), 1)
  }

  /** Takes out a segment, and gives back all that has been taken since it was added. */
  takeBack(segment: DraftSegment): void {
    this.context.log.rollback(this.#marks.get(segment)!)
    this.remove(segment)
  }

  #related(segment: DraftSegment, id: string): DraftSegment | undefined {
    const isNamed = (each: DraftSegment) => each.id === id
    if (id === 'MSH') return this.segments.find(isNamed)
    return this.#listOf(this.#orders.get(segment)!).find(isNamed) ?? this.#listOf(NO_ORDER - this.#groups.get(segment)!).find(isNamed)
  }

  #listOf(order: number): DraftSegment[] {
    let list = this.#byOrder.get(order)
    if (!list) {
      list = []
      this.#byOrder.set(order, list)
    }
    return list
  }

  /** Numbers the segments of a name in the whole message. */
  count(segment: DraftSegment): void {
    const number = (this.#counts.get(segment.id) ?? 0) + 1
    this.#counts.set(segment.id, number)
    this.complete(segment, 1, String(number))
  }

  scopeOf(element: FhirElement): Scope {
    let scope = this.#scopes.get(element)
    if (!scope) {
      scope = new Set()
      this.#scopes.set(element, scope)
    }
    return scope
  }

  /** The maps that fill a segment from a resource of a type in this message. */
  mapsFor(id: string, type: string): readonly string[] {
    const own = messageRows(this.structure)?.get(id) ?? []
    const rows = own.some(({ label }) => typeOf(label) === type) ? own : (messageRows('*')!.get(id) ?? [])
    return [
      ...new Set(
        rows.filter(({ label, map, path }) => typeOf(label) === type && map.startsWith(id) && path.length === 0).map(({ map }) => map),
      ),
    ]
  }

  /** @param except elements that belong to other segments */
  fill(segment: DraftSegment, { type, element }: SourceResource, except: readonly FhirElement[] = []): void {
    for (const map of this.mapsFor(segment.id, type)) this.fillBy(segment, map, element, except)
  }

  fillBy(segment: DraftSegment, map: string, element: FhirElement, except: readonly FhirElement[] = []): void {
    this.#fills.push({ segment, map, element, except })
    this.#run(segment, map, element, except)
  }

  #run(segment: DraftSegment, map: string, element: FhirElement, except: readonly FhirElement[]): void {
    const scope = this.scopeOf(element)
    const blocked = except.filter((each) => !scope.has(each))
    for (const each of blocked) scope.add(each)
    this.context.reverse(map, element, this.frame(segment, scope))
    for (const each of blocked) scope.delete(each)
  }

  frame(segment: DraftSegment, scope: Scope, field = 0): ReverseFrame {
    return { segment, field, repetition: 1, inner: [], scope, vocabulary: '' }
  }

  /** Goes over all segments again, and takes a practitioner for a role of one where nothing else is for it. */
  relax(): void {
    this.#isRelaxed = true
    const kept = new Set(this.segments)
    for (const { segment, map, element, except } of this.#fills) if (kept.has(segment)) this.#run(segment, map, element, except)
    this.#isRelaxed = false
  }

  /** Puts a value in that the message needs and the resources do not say. */
  complete(segment: DraftSegment, field: number, text: string, inner: readonly number[] = []): void {
    if (text !== '' && !segment.isValued(field, 1, inner)) segment.put({ field, repetition: 1, inner }, text)
  }
}
