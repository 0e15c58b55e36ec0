// What is done with an attribute: Table E.1-1 with the options chosen, the type in the IOD where the table leaves a choice, and for what
// the table does not list the stricter reading.
import { findElement } from '../../dictionary/dictionary.ts'
import { findUid } from '../../dictionary/uid-dictionary.ts'
import type { Vr } from '../../value/vr.ts'
import { CLASS_UIDS } from '../check/identity.ts'
import { attributeType } from './attribute-types.ts'
import { columnsOf, type ProfileOption } from './profile-options.ts'
import { findProfileRow, isNewerThanTable, type ProfileCode, type ProfileRow } from './profile-table.ts'
import { findSupplement, isAlwaysRemoved } from './supplement.ts'

/**
 * keep: the value stays, a sequence is cleaned inside; remove; empty: zero length; dummy: a value that means nothing; uid: from the key;
 * date: moved by the subject's days; clean: text searched for identifiers, a sequence with all its texts.
 */
export type Treatment = 'keep' | 'remove' | 'empty' | 'dummy' | 'uid' | 'date' | 'clean'

export interface Decision {
  readonly treatment: Treatment
  /** Why, in the words of the report: `E.1-1 X/D` says the row, `unlisted` that there is none. */
  readonly rule: string
  /** What is done instead where a value cannot be cleaned or moved. */
  readonly fallback: Treatment
  /** Column of the option by which it is kept, as in the packed table. */
  readonly column?: string
  /** Kept because it is technical by its attribute, and not because somebody chose it: its words have to be of the field. */
  readonly technical?: boolean
  /** Kept as the maker, model or program of a device. Many makers have the names of people. */
  readonly maker?: boolean
}

export interface DecisionSettings {
  readonly options: ReadonlySet<ProfileOption>
  readonly unlisted: 'remove' | 'keep'
  readonly sopClass: string
}

/** @param vr of the file, or of the registry where the file has none; @param parent tag of the sequence around it, 0 at the top */
export type Decider = (tag: number, vr: Vr, parent: number) => Decision

const DATES: ReadonlySet<string> = new Set(['DA', 'DT', 'TM'])
/** VRs that name a person, a moment or a system by their nature. */
const IDENTIFYING_VRS: ReadonlySet<string> = new Set(['PN', 'DA', 'DT', 'TM', 'AE', 'AS', 'UR'])
const FREE_TEXT: ReadonlySet<string> = new Set(['ST', 'LT', 'UT', 'UC'])
const SHORT_TEXT: ReadonlySet<string> = new Set(['LO', 'SH'])
const OPAQUE: ReadonlySet<string> = new Set(['OB', 'OW', 'UN', 'OB or OW'])
/** Codes and coding schemes: free text by their VR alone. */
const CODES: ReadonlySet<number> = new Set([0x00080108, 0x00080114, 0x00080115, 0x00080116, 0x00080119, 0x00080120, 0x0008010e])

/** Manufacturer, model and software of a device, which the table passes over; whoever retains devices wants them as they are. */
const DEVICES: ReadonlySet<number> = new Set([0x00080070, 0x00081090, 0x00181016, 0x00181018, 0x00181019, 0x00181020])

const KEEP: Decision = { treatment: 'keep', rule: '', fallback: 'keep', technical: true }
const decision = (treatment: Treatment, rule: string, fallback: Treatment = treatment): Decision => ({ treatment, rule, fallback })

const deciders = new Map<string, Decider>()
const MAX_DECIDERS = 32
/** Tags that a decider keeps its decisions of: more than real files of a kind have. */
const MAX_DECISIONS = 10_000

/** The decider for a kind of files, which are the same for all of them: it is kept where the standard knows the SOP class. */
export function openDecider(settings: DecisionSettings): Decider {
  const { options, unlisted, sopClass } = settings
  if (!findUid(sopClass)) return createDecider(settings)
  const key = `${sopClass} ${unlisted} ${[...options].join()}`
  let decider = deciders.get(key)
  if (!decider) {
    decider = createDecider(settings)
    if (deciders.size >= MAX_DECIDERS) deciders.clear()
    deciders.set(key, decider)
  }
  return decider
}

export function createDecider({ options, unlisted, sopClass }: DecisionSettings): Decider {
  let decisions = 0
  const columns = columnsOf(options)
  const known = new Map<number, Map<number, CachedDecision>>()
  const decide = (tag: number, parent: number): Decision => {
    const row = findProfileRow(tag)
    if (row) return applyRow(row, tag, parent, 'E.1-1')
    // Without its data an overlay group describes nothing.
    if (tag >>> 24 === 0x60) return decision('remove', 'E.1-1 X')
    if (isAlwaysRemoved(tag)) return decision('remove', 'supplement')
    return decideUnlisted(tag, parent)
  }
  const decideUnlisted = (tag: number, parent: number): Decision => {
    const entry = findElement(tag)
    if (entry && IDENTIFYING_VRS.has(entry.vr) && !CODES.has(tag)) return decision('remove', 'unlisted')
    if (!entry || isNewerThanTable(tag)) return unlisted === 'keep' ? KEEP : decision('remove', 'unlisted')
    const { vr, retired } = entry
    if (vr === 'UI') return options.has('retain-uids') || CLASS_UIDS.has(tag) ? KEEP : decision('uid', 'unlisted')
    if (options.has('retain-device') && DEVICES.has(tag)) return { ...decision('keep', 'unlisted K'), maker: true }
    if (unlisted === 'keep') return KEEP
    const row = findSupplement(tag)
    if (row) return applyRow(row, tag, parent, 'supplement')
    if (retired && (FREE_TEXT.has(vr) || SHORT_TEXT.has(vr) || OPAQUE.has(vr))) return decision('remove', 'unlisted')
    if (!FREE_TEXT.has(vr) || CODES.has(tag)) return KEEP
    return options.has('clean-descriptors') ? decision('clean', 'unlisted C', 'remove') : decision('remove', 'unlisted')
  }
  const applyRow = (row: ProfileRow, tag: number, parent: number, source: string): Decision => {
    const base = settle(row.basic, () => attributeType(sopClass, parent, tag))
    const plain = decision(base, `${source} ${row.basic}`)
    const choice = chooseColumn(row.options, columns)
    if (!choice) return plain
    const rule = `${source} ${row.basic} ${choice.code}`
    if (choice.code === 'K') return { ...decision('keep', rule), column: choice.column }
    const vr = findElement(tag)?.vr ?? 'UN'
    if (choice.column === 'm') return cleanDate(vr, rule, plain)
    if (vr === 'AE') return decision('dummy', rule)
    if (vr === 'SQ' || SHORT_TEXT.has(vr) || FREE_TEXT.has(vr)) return decision('clean', rule, base)
    // Bitmaps and curves hold nothing that could be cleaned.
    return plain
  }
  return (tag, vr, parent) => {
    let inside = known.get(parent)
    if (!inside) {
      inside = new Map()
      known.set(parent, inside)
    }
    let found = inside.get(tag)
    if (!found) {
      found = { decision: decide(tag, parent), registered: findElement(tag)?.vr }
      if (++decisions > MAX_DECISIONS) {
        known.clear()
        inside = new Map()
        known.set(parent, inside)
        decisions = 1
      }
      inside.set(tag, found)
    }
    return found.decision.treatment === 'keep' ? checkVr(found, vr) : found.decision
  }
}

interface CachedDecision {
  readonly decision: Decision
  /** The VR of the registry, if the attribute is in it. */
  readonly registered: string | undefined
}

/** A text where the registry has numbers or codes, and a name, a date or an address where it has none, is not what was judged. */
function checkVr({ decision: found, registered }: CachedDecision, vr: Vr): Decision {
  if (registered === vr || vr === 'UN') return found
  if (registered === undefined) return IDENTIFYING_VRS.has(vr) ? decision('remove', 'VR') : found
  if (DATES.has(vr) && DATES.has(registered)) return found
  if (IDENTIFYING_VRS.has(vr)) return decision('remove', 'VR')
  const isText = FREE_TEXT.has(vr) || SHORT_TEXT.has(vr)
  return isText && !SHORT_TEXT.has(registered) && !FREE_TEXT.has(registered) ? decision('remove', 'VR') : found
}

function cleanDate(vr: string, rule: string, plain: Decision): Decision {
  if (vr === 'TM') return decision('keep', rule)
  return DATES.has(vr) ? decision('date', rule, plain.treatment) : plain
}

/** Columns in force: K wins over C, but a date that is to be modified is not kept by another column. */
function chooseColumn(options: string, columns: string): { column: string; code: 'K' | 'C' } | undefined {
  let chosen: { column: string; code: 'K' | 'C' } | undefined
  for (let i = 0; i < options.length; i += 2) {
    const column = options[i]!
    const code = options[i + 1] as 'K' | 'C'
    if (!columns.includes(column)) continue
    if (column === 'm') return { column, code }
    if (!chosen || code === 'K') chosen = { column, code }
  }
  return chosen
}

function settle(code: ProfileCode, type: () => 1 | 2 | 3): Treatment {
  switch (code) {
    case 'X':
      return 'remove'
    case 'Z':
      return 'empty'
    case 'D':
      return 'dummy'
    case 'U':
      return 'uid'
    case 'X/Z':
      return type() === 3 ? 'remove' : 'empty'
    case 'X/D':
      return type() === 3 ? 'remove' : 'dummy'
    case 'Z/D':
      return type() === 1 ? 'dummy' : 'empty'
    case 'X/Z/D':
      return type() === 1 ? 'dummy' : type() === 2 ? 'empty' : 'remove'
    // References stay, with new UIDs inside.
    case 'X/Z/U*':
      return 'keep'
  }
}
