// Converts a Bundle: its messages, what each of them is written as, and an account of every element.
import { Fault } from '../../../core/fault.ts'
import { isObject, type JsonObject } from '../../fhir/json/json-value.ts'
import { charsetNamed } from '../charsets.ts'
import { encodeText } from '../edit/encode-text.ts'
import type { ConvertSettings } from '../fhir/convert-message.ts'
import { isAtLeast } from '../versions.ts'
import { accountElements, type ElementAccount, type WrittenUnit } from './account-elements.ts'
import { checkRelease } from './check-release.ts'
import { readAgain } from './compare-returned.ts'
import type { MessageType } from './plan-header.ts'
import { type MessageSettings, planMessage } from './plan-message.ts'
import { selectMessages } from './select-messages.ts'
import { readBundleTree } from './source-tree.ts'
import { writeSegments } from './write-message.ts'

export interface BundleSettings extends MessageSettings {
  /** Type of all messages; undefined for what the Bundle says. */
  readonly type: MessageType | undefined
  readonly terminator: string
  /** What to-fhir reads the messages by again. */
  readonly again: ConvertSettings
}

export interface WrittenMessage {
  readonly text: string
  readonly type: MessageType
  readonly controlId: string
  /** True where the message is about a patient. */
  readonly hasPatient: boolean
}

export interface ConvertedBundle extends ElementAccount {
  readonly messages: readonly WrittenMessage[]
  readonly content: Uint8Array
}

/** @throws Fault `invalid_input` for what is no Bundle of R4; `unsupported_variant` where the character set lacks a character; `resource_limit` */
export function convertBundle(value: JsonObject, settings: BundleSettings): ConvertedBundle {
  checkBundle(value)
  checkRelease(value)
  const bundle = readBundleTree(value)
  const units = selectMessages(bundle, settings.type, settings.version)
  const written: WrittenUnit[] = []
  const messages = units.map(({ contents, type }, place) => {
    const builder = planMessage(contents, type, settings, place)
    const header = builder.segments[0]!
    markCharset(settings, builder.segments.flatMap((each) => [...each.texts()].map(({ text }) => text)), (name) => builder.complete(header, 18, name))
    const text = writeSegments(builder.segments, settings.terminator)
    const plain = settings.terminator === '\r' ? text : writeSegments(builder.segments, '\r')
    written.push({ contents, builder, returned: readAgain(plain, settings.again) })
    return { text, type, controlId: header.textIn(10, 1, []), hasPatient: contents.all('Patient').length > 0 }
  })
  const charset = charsetNamed(settings.header.characterSet ?? 'UNICODE UTF-8')!.charset
  const content = encodeText(messages.map(({ text }) => text).join(''), charset, () => null)
  return { messages, content, ...accountElements(bundle, written) }
}

/** MSH-18 of what is not ASCII, where the version has it. */
function markCharset({ header, version }: BundleSettings, texts: readonly string[], complete: (name: string) => void): void {
  if (header.characterSet !== undefined) complete(header.characterSet)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
  else if (isAtLeast(version, '2.3') && texts.some((text) => /[^\u0000-\u007f]/.test(text))) complete('UNICODE UTF-8')
}

function checkBundle(value: JsonObject): void {
  if (value.resourceType !== 'Bundle') throw invalid('/resourceType', 'expected a Bundle')
  const { entry } = value
  if (entry !== undefined && !Array.isArray(entry)) throw invalid('/entry', 'expected a list')
  for (const [i, each] of (entry ?? []).entries()) {
    if (!isObject(each)) throw invalid(`/entry/${i}`, 'expected an object')
    const { resource } = each
    if (resource !== undefined && !(isObject(resource) && typeof resource.resourceType === 'string')) throw invalid(`/entry/${i}/resource`, 'expected a resource')
  }
}

export function invalid(pointer: string, detail: string): Fault {
  return new Fault('The input is no Bundle that messages can be made of.', {
    code: 'invalid_input',
    at: { pointer },
    errors: [{ pointer, code: 'invalid_value', detail }],
  })
}
