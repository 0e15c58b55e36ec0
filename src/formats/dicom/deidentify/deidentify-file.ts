// De-identifies one file by PS3.15 Annex E: refuse what cannot be judged, plan, write, look at the result, and clean again what was found in it.
import { ProblemError } from '../../../core/problem.ts'
import type { PhiCategory } from '../../phi/category.ts'
import { type DicomFile, type DicomItem, findIn } from '../dicom-file.ts'
import { formatPath } from '../dicom-issue.ts'
import { readDicom } from '../read/read-dicom.ts'
import { formatTag, PIXEL_DATA } from '../tag.ts'
import { listMissingAtEnd } from '../validate/missing-end.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { sameBytes } from '../value/same-bytes.ts'
import { traitsOf } from '../value/vr.ts'
import { encodeFileHead } from '../write/file-meta.ts'
import { joinViews } from '../write/part-list.ts'
import { type Change, type ChangeAction, ChangeList } from './change-list.ts'
import type { IdentityKind } from './check/identity.ts'
import { type IndependentReading, readIndependently } from './check/independent-reader.ts'
import { type Needle, Originals } from './check/originals.ts'
import { findResiduals, type Residual, type ResidualElement } from './check/verify.ts'
import { isClass } from './hidden/retained-values.ts'
import { type ScrubbedFile, scrubFile } from './hidden/scrub-file.ts'
import { encodeMarkers, type Marker } from './markers.ts'
import { type PixelMeans, type PixelPlan, planPixels } from './pixels/plan-pixels.ts'
import { Planner } from './planner.ts'
import { type DeidentifySettings, type Preparation, prepare } from './prepare.ts'
import { listRetainedKinds } from './profile/profile-options.ts'
import { refuseUnsafe } from './refuse-unsafe.ts'

export interface DeidentifyPlan {
  /** The new file: views of the original where it stays, small buffers where it does not. */
  readonly views: readonly Uint8Array[]
  readonly preparation: Preparation
  readonly pixels: PixelPlan
  readonly markers: readonly Marker[]
  readonly transferSyntax: string
  readonly changes: ChangeList
  readonly needles: readonly Needle[]
  /** Originals that are not ASCII, folded. */
  readonly foreign: ReadonlyMap<string, IdentityKind>
  /** As of VerifySettings. */
  readonly birthDates: ReadonlySet<string>
  /** Offset of the Pixel Data element in the new file and its length, where the original's bytes stay. */
  readonly keptPixels: { readonly sourceStart: number; readonly length: number } | undefined
}

export interface DeidentifiedFile {
  readonly bytes: Uint8Array
  readonly transferSyntax: string
  readonly changes: readonly Change[]
  readonly changesOmitted: number
  readonly actions: ReadonlyMap<ChangeAction, number>
  readonly counts: Partial<Record<PhiCategory, number>>
  readonly keyId: string | null
  readonly pixels: PixelPlan
  readonly residuals: readonly Residual[]
  /** What dicom-parser says of the result. */
  readonly independentReader: IndependentReading
  /** What the kind of file requires behind its last element and lacks: the original may be cut there. Tags such as `(7FE0,0010)`. */
  readonly missingAtEnd: readonly string[]
  /** The Pixel Data of the result: none, byte for byte the original's, with the same samples but other bytes beside them, or with regions blanked. */
  readonly pixelState: 'none' | 'identical' | 'cleaned' | 'blanked'
}

const NONE: ReadonlySet<number> = new Set()
/** Each pass takes out what the one before found; more than a few mean that something is wrong. */
const MAX_PASSES = 3

/**
 * What is to be written, without a copy of what stays.
 * @param forced offsets of elements to be emptied in addition; reencoded: what preparePixels gave; found: what a search found
 * @throws ProblemError `unreadable_input`, `unsupported_variant`, `invalid_input`
 */
export function planDeidentify(
  file: DicomFile,
  settings: DeidentifySettings,
  { forced = NONE, ...means }: PixelMeans & { readonly forced?: ReadonlySet<number> } = {},
): DeidentifyPlan {
  refuseUnsafe(file)
  const preparation = prepare(file, settings)
  const { options, decide, pseudonyms, cleaner, set } = preparation
  const pixels = planPixels(file, settings, means)
  const transferSyntax = pixels.reencoded?.transferSyntax ?? preparation.transferSyntax
  const markers = [
    ...encodeMarkers({ options, blanked: pixels.pixels !== undefined || means.found !== undefined, encoding: file.dataset.encoding }),
    ...(pixels.reencoded?.markers ?? []),
  ].sort((a, b) => a.tag - b.tag)
  const changes = new ChangeList()
  const originals = new Originals(file.data)
  const planner = new Planner({
    file,
    decide,
    pseudonyms,
    usesPseudonyms: settings.pseudonyms === 'surrogate',
    keepsSafePrivate: options.has('retain-safe-private'),
    masksWords: settings.unlisted === 'remove',
    retainedKinds: listRetainedKinds(options),
    cleaner,
    markers,
    pixels: pixels.pixels,
    forced,
    changes,
    originals,
  })
  const dataset = planner.planDataset(set)
  const head = encodeFileHead({ ...identify(file, preparation), transferSyntax })
  const kept = pixels.pixels ? undefined : findIn(file.dataset, PIXEL_DATA)
  return {
    views: [head, ...dataset.views()],
    preparation,
    pixels,
    markers,
    transferSyntax,
    changes,
    needles: originals.needles,
    foreign: originals.foreign,
    birthDates: originals.birthDates,
    keptPixels: kept && { sourceStart: kept.start, length: kept.end - kept.start },
  }
}

/**
 * @param means what preparePixels gave for the same file and settings, and what a search for text found
 * @throws ProblemError as planDeidentify
 */
export function deidentifyFile(original: DicomFile, settings: DeidentifySettings, means: PixelMeans = {}): DeidentifiedFile {
  const { file, scrubbed } = scrubFile(original)
  const forced = new Set<number>()
  for (let pass = 1; ; pass++) {
    const plan = planDeidentify(file, settings, { forced, ...means })
    for (const tag of scrubbed) plan.changes.add([tag], 'clean', 'hidden')
    const result = joinViews(plan.views)
    const read = readDicom(result)
    const residuals = [...searchResult(read, plan, settings), ...comparePixels(file, read, plan)]
    if (means.hasUnjudgedText && !means.reencoded)
      residuals.push({ path: formatPath([PIXEL_DATA]), kind: 'text', vr: 'OB', tag: PIXEL_DATA })
    const before = forced.size
    if (pass < MAX_PASSES) forceElements(file, residuals, forced)
    if (forced.size > before) continue
    if (settings.onResidual === 'fail') refuseResiduals(file, residuals)
    return describe({ file, scrubbed }, result, plan, residuals, readIndependently(read))
  }
}

function searchResult(
  read: DicomFile,
  { preparation, needles, foreign, birthDates, markers }: DeidentifyPlan,
  settings: DeidentifySettings,
): ResidualElement[] {
  return findResiduals(read, {
    decide: preparation.decide,
    keepsSafePrivate: settings.options.includes('retain-safe-private'),
    needles,
    foreign,
    birthDates,
    added: new Set(markers.map(({ tag }) => tag)),
  })
}

/** UIDs of group 0002 are those of the data set, and where it lacks them those of the original group. */
function identify(
  { dataset, data, meta, bytes }: DicomFile,
  { pseudonyms, options }: Preparation,
): { classUid: string; instanceUid: string } {
  const uidOf = (tag: number, metaTag: number): string => {
    const element = findIn(dataset, tag)
    const declared = findIn(meta, metaTag)
    return (element && readAsciiValue(data, element)) || (declared ? readAsciiValue(bytes, declared) : '')
  }
  const instanceUid = uidOf(0x00080018, 0x00020003)
  const classUid = onlyUid(uidOf(0x00080016, 0x00020002))
  return {
    classUid: isClass(classUid) ? classUid : (pseudonyms.uids(classUid) ?? ''),
    instanceUid: options.has('retain-uids') ? onlyUid(instanceUid) : (pseudonyms.uids(instanceUid) ?? ''),
  }
}

/** Empty where the text is none. */
function onlyUid(text: string): string {
  return /^[0-9.]{1,64}$/.test(text) ? text : ''
}

/** The pixels of the result against the original's, byte by byte. */
function comparePixels(file: DicomFile, read: DicomFile, { keptPixels }: DeidentifyPlan): ResidualElement[] {
  if (!keptPixels) return []
  const element = findIn(read.dataset, PIXEL_DATA)
  const isSame =
    element !== undefined &&
    element.end - element.start === keptPixels.length &&
    sameBytes(
      file.data.subarray(keptPixels.sourceStart, keptPixels.sourceStart + keptPixels.length),
      read.data.subarray(element.start, element.end),
    )
  return isSame ? [] : [{ path: formatPath([PIXEL_DATA]), kind: 'rule', vr: 'OW', tag: PIXEL_DATA }]
}

/** Attributes without which an image cannot be read: what is found in them is reported, not taken out. */
const ESSENTIAL: ReadonlySet<number> = new Set([0x00080005, 0x00080008, 0x00080016, 0x00080060, 0x00089007])
const FORCIBLE = new Set([
  'LO',
  'SH',
  'ST',
  'LT',
  'UT',
  'UC',
  'PN',
  'AE',
  'UR',
  'UN',
  'CS',
  'AS',
  'DA',
  'DT',
  'TM',
  'IS',
  'DS',
  'UL',
  'SL',
  'FL',
  'FD',
  'UV',
  'SV',
])

/** The original elements at the paths of residuals. All in one walk: a hostile file has as many residuals as elements. */
function forceElements(file: DicomFile, residuals: readonly ResidualElement[], forced: Set<number>): void {
  const requested = residuals.filter(
    ({ kind, vr, tag }) => kind !== 'rule' && kind !== 'text' && FORCIBLE.has(vr) && !ESSENTIAL.has(tag) && tag >>> 16 !== 0x0028,
  )
  if (requested.length > 0) visitPaths(file.dataset, '', new Set(requested.map(({ path }) => path)), forced)
}

/** @param before path of the item, with the point that follows it */
function visitPaths(item: DicomItem, before: string, paths: ReadonlySet<string>, forced: Set<number>): void {
  for (const element of item.elements) {
    const here = before + formatTag(element.tag)
    if (paths.has(here)) forced.add(element.start)
    for (const [index, child] of (element.items ?? []).entries()) visitPaths(child, `${here}[${index}].`, paths, forced)
  }
}

function describe(
  { file, scrubbed }: ScrubbedFile,
  bytes: Uint8Array,
  { changes, pixels, preparation, keptPixels, transferSyntax }: DeidentifyPlan,
  residuals: readonly ResidualElement[],
  independentReader: IndependentReading,
): DeidentifiedFile {
  return {
    bytes,
    transferSyntax,
    changes: changes.changes,
    changesOmitted: changes.omitted,
    actions: changes.actions,
    counts: changes.counts,
    keyId: preparation.pseudonyms.keyId,
    pixels,
    residuals: residuals.map(({ path, kind }) => ({ path, kind })),
    independentReader,
    missingAtEnd: listMissingAtEnd(file).map(formatTag),
    pixelState: stateOf(pixels, keptPixels !== undefined, scrubbed),
  }
}

/** Words in technical values that `unlisted: "keep"` keeps are no originals. @throws ProblemError `unsupported_variant` with the place of the first */
function refuseResiduals(file: DicomFile, residuals: readonly ResidualElement[]): void {
  const left = residuals.filter(({ kind, tag, vr }) => kind !== 'text' || tag === PIXEL_DATA || traitsOf(vr).kind === 'bytes')
  const [first] = left
  if (!first) return
  throw new ProblemError('A value that identifies is still found in the new file and cannot be removed.', {
    code: 'unsupported_variant',
    at: { path: first.path, byteOffset: file.deflated?.start ?? file.dataset.start },
    facts: { residuals: left.length },
  })
}

function stateOf({ regions, pixels }: PixelPlan, isKept: boolean, scrubbed: readonly number[]): DeidentifiedFile['pixelState'] {
  if (regions.length > 0) return 'blanked'
  if (!isKept && !pixels) return 'none'
  return pixels || scrubbed.includes(PIXEL_DATA) ? 'cleaned' : 'identical'
}
