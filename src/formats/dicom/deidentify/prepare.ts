// What is the same in every pass over a file: rules, pseudonyms, the cleaner of texts, the judgement of the pixels.
import { ProblemError } from '../../../core/problem.ts'
import type { DetectOptions } from '../../phi/compiled-options.ts'
import { checkPhiKey } from '../../phi/policy/key.ts'
import { characterSetOf } from '../describe/describe-element.ts'
import { type DicomFile, type DicomItem, findIn } from '../dicom-file.ts'
import { lookUpVr } from '../read/implicit-vr.ts'
import { describeTransferSyntax } from '../read/transfer-syntax.ts'
import { type CharacterSet, resolveCharacterSet } from '../value/character-set.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { identityKind, PATIENT_ID } from './check/identity.ts'
import { Originals } from './check/originals.ts'
import type { PixelRegion } from './pixels/pixel-region.ts'
import { type Decider, openDecider } from './profile/decide.ts'
import { checkProfileOptions, type ProfileOption } from './profile/profile-options.ts'
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts'
import { createTextCleaner, type TextCleaner } from './words/clean-text.ts'

export interface DeidentifySettings {
  readonly options: readonly ProfileOption[]
  /** What becomes of attributes that neither Table E.1-1 nor the registry of its edition knows. */
  readonly unlisted: 'remove' | 'keep'
  readonly key?: string | undefined
  /** Which made-up values the key gives. */
  readonly surrogates?: '1' | '2' | undefined
  /** Whom the dates belong to; Patient ID where it is left out. */
  readonly subject?: string | undefined
  readonly pseudonyms: 'surrogate' | 'none'
  /** To be blanked in every frame. */
  readonly regions: readonly PixelRegion[]
  readonly onBurnedIn: 'fail' | 'warn' | 'mask' | 'find'
  /** With `find`: files whose header hints at text, or all. */
  readonly look?: 'risk' | 'always'
  readonly mode: 'high-recall' | 'fail-closed'
  /** What becomes of a file in which an original is still found; `warn` where it is left out. */
  readonly onResidual?: 'fail' | 'warn'
}

export interface Preparation {
  readonly options: ReadonlySet<ProfileOption>
  readonly decide: Decider
  readonly pseudonyms: Pseudonyms
  readonly cleaner: TextCleaner
  readonly transferSyntax: string
  readonly set: CharacterSet
}

const SOP_CLASS = 0x00080016
const CLEANING: readonly ProfileOption[] = [
  'clean-descriptors',
  'clean-structured-content',
  'clean-graphics',
  'retain-patient-characteristics',
]

/** @throws ProblemError `invalid_input` where options contradict each other or the key is missing or too short */
export function checkSettings(settings: DeidentifySettings): ReadonlySet<ProfileOption> {
  const options = checkProfileOptions(settings.options)
  requireKey(options, settings)
  if (settings.key !== undefined) checkPhiKey(settings.key)
  return options
}

/** @throws ProblemError as checkSettings */
export function prepare(file: DicomFile, settings: DeidentifySettings): Preparation {
  const options = checkSettings(settings)
  const { dataset, data, meta, bytes } = file
  const set = characterSetOf(data, dataset, resolveCharacterSet(''))
  const textOf = (tag: number) => {
    const element = findIn(dataset, tag)
    return element && !element.items ? readAsciiValue(data, element) : ''
  }
  const declared = findIn(meta, 0x00020002)
  const sopClass = textOf(SOP_CLASS) || (declared ? readAsciiValue(bytes, declared) : '')
  const originals = new Originals(data)
  if (CLEANING.some((name) => options.has(name))) collect(file, dataset, set, originals)
  return {
    options,
    decide: openDecider({ options, unlisted: settings.unlisted, sopClass }),
    pseudonyms: createPseudonyms({ key: settings.key, surrogates: settings.surrogates, subject: settings.subject ?? textOf(PATIENT_ID) }),
    cleaner: createTextCleaner(data, detectOptions(originals, settings.mode)),
    transferSyntax: chooseTransferSyntax(file),
    set,
  }
}

/** @throws ProblemError `invalid_input`: UIDs, pseudonyms and shifts come from the key, and none is ever made up */
function requireKey(options: ReadonlySet<ProfileOption>, { key, pseudonyms }: DeidentifySettings): void {
  if (key !== undefined) return
  if (options.has('retain-uids') && !options.has('retain-modified-dates') && pseudonyms === 'none') return
  throw new ProblemError('The key is missing.', {
    code: 'invalid_input',
    errors: [{ pointer: '/options/key', code: 'missing', detail: 'new UIDs, pseudonyms and modified dates need a key' }],
  })
}

/** All names and numbers of the file, before any is taken out. */
function collect(file: DicomFile, item: DicomItem, set: CharacterSet, originals: Originals): void {
  for (const element of item.elements) {
    for (const child of element.items ?? []) collect(file, child, characterSetOf(file.data, child, set), originals)
    if (element.items || element.fragments) continue
    const vr = element.vr === 'UN' ? lookUpVr(file.data, element.tag, item) : element.vr
    const kind = identityKind(element.tag, vr)
    if (kind === 'name' || kind === 'id' || kind === 'institution') originals.add(kind, element, set)
  }
}

const MAX_LISTED = 1000
const MAX_VALUE = 500

function detectOptions({ names, ids, institutions }: Originals, mode: DeidentifySettings['mode']): DetectOptions {
  const listed = (values: ReadonlySet<string>) => [...values].filter((value) => value.length <= MAX_VALUE).slice(0, MAX_LISTED)
  return { mode, known: { names: listed(names), ids: listed(ids) }, deny: listed(institutions) }
}

/**
 * The UID that is true of what is written: deflated data sets are written as Explicit VR Little Endian, a wrong or missing declaration is
 * replaced by what the data are.
 */
function chooseTransferSyntax(file: DicomFile): string {
  const { encoding, encapsulated } = file.transferSyntax
  const known = describeTransferSyntax(file.declaredTransferSyntax)
  if (known && !file.deflated && known.encoding === encoding && !known.deflated) return file.declaredTransferSyntax
  if (encapsulated || file.dataset.elements.some(({ fragments }) => fragments)) {
    throw new ProblemError('The file does not declare how its pixels are compressed.', {
      code: 'unsupported_variant',
      at: { path: '(0002,0010)', byteOffset: file.dataset.start },
    })
  }
  if (!encoding.explicit) return '1.2.840.10008.1.2'
  return encoding.littleEndian ? '1.2.840.10008.1.2.1' : '1.2.840.10008.1.2.2'
}
