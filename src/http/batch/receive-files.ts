// Receives a batch of files that becomes a job: each file goes to the store as it comes, in shares that several workers can take.
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { PART_BYTES, PART_ITEMS } from '../jobs/divide-batch.ts'
import { type JobIntake, type ReceivedWork, type RunningDigest, receiveBody } from '../jobs/job-intake.ts'
import type { CallReading } from '../jobs/receive-call.ts'
import type { StoredFormPart, StoredWork } from '../jobs/stored-part.ts'
import type { BodyReading } from '../request/body-limit.ts'
import { ByteSink } from '../request/byte-sink.ts'
import { type FormTaker, openFormStream } from '../request/multipart.ts'
import type { PartHead } from '../request/part-head.ts'
import { type FormPart, fieldsFromForm } from '../request/request-fields.ts'
import { contentOfPart } from '../routes/call.ts'
import { tooManyItems } from './batch-items.ts'
import { groupItems } from './batch-task.ts'

export type Options = Readonly<Record<string, unknown>>

export interface ReceivedFiles extends Pick<ReceivedWork, 'total' | 'content'> {
  readonly options: Options
  /** The files of each share. */
  readonly shares: readonly (readonly StoredFormPart[])[]
}

/** @throws ProblemError of the form, `too_many_items`, `storage_unavailable` */
export async function receiveFiles(
  tool: Tool,
  { contentType, reading, limits, findBytes, isRepeatable }: CallReading & { readonly contentType: string },
  maxItems: number,
  intake: JobIntake,
): Promise<ReceivedFiles> {
  const files = new FileTaker(intake, maxItems, reading, isRepeatable)
  const form = openFormStream(contentType, reading.maxBytes, limits, findBytes, files)
  await receiveBody(reading, intake, (chunk) => form.append(chunk))
  form.finish()
  files.endShare()
  const { total, content, shares, fields } = files
  return { total, content, shares, options: optionsOfForm(tool, fields, limits) }
}

/** The parts of a job, each as long as what several workers share best. */
export function sharesOf({ total, shares }: Pick<ReceivedFiles, 'total' | 'shares'>, options: Options): StoredWork {
  let firstIndex = 0
  // A batch without files has a part, too, whose answer is empty.
  const parts = (shares.length > 0 ? shares : [[]]).map((items) => {
    const groups = [...groupItems(items, ({ bytes }) => bytes)].map((group) => ({ form: 'parts', items: group }) as const)
    const share = { total, groups, options, wantsZip: false, firstIndex }
    firstIndex += items.length
    return { kind: 'share', share } as const
  })
  return { parts, isList: true }
}

/**
 * The options of a batch from what its form holds beside files.
 * @throws ProblemError `invalid_input`
 */
export function optionsOfForm(tool: Tool, fields: readonly FormPart[], limits: { readonly jsonDepth: number }): Options {
  const { input, options } = fieldsFromForm(tool, fields, limits)
  if (Object.keys(input).length > 0)
    throw new ProblemError('A batch form has parts named file, and at most one named options.', { code: 'invalid_input' })
  return options
}

class FileTaker implements FormTaker {
  readonly shares: StoredFormPart[][] = []
  /** What is no file. */
  readonly fields: FormPart[] = []
  readonly content: ReceivedWork['content'][number][] = []
  total = 0
  readonly #intake: JobIntake
  readonly #maxItems: number
  readonly #reading: Pick<BodyReading, 'maxBytes' | 'hold'>
  readonly #isRepeatable: boolean
  #head: PartHead | undefined
  #digest: RunningDigest | undefined
  /** Of the part that is coming. */
  #bytes = 0
  #field: ByteSink | undefined
  #share: StoredFormPart[] = []
  #shareBytes = 0

  constructor(intake: JobIntake, maxItems: number, reading: Pick<BodyReading, 'maxBytes' | 'hold'>, isRepeatable: boolean) {
    this.#intake = intake
    this.#maxItems = maxItems
    this.#reading = reading
    this.#isRepeatable = isRepeatable
  }

  begin(head: PartHead): void {
    this.#head = head
    this.#bytes = 0
    this.#field = new ByteSink(0, this.#reading.maxBytes)
    if (this.#isRepeatable) this.#digest = this.#intake.openDigest()
    if (head.name === 'file' && ++this.total > this.#maxItems) throw tooManyItems(this.#maxItems)
  }

  take(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    this.#digest?.update(bytes)
    if (this.#head!.name === 'file') {
      this.#intake.write(bytes)
      return
    }
    this.#reading.hold(bytes.length)
    this.#field!.append(new Uint8Array(bytes))
  }

  end(): void {
    const { name, contentType } = this.#head!
    if (this.#digest) this.content.push(...contentOfPart(this.#head!, { sha256: this.#digest.end() }))
    if (name !== 'file') {
      this.fields.push({ name, contentType, bytes: this.#field!.view() })
      return
    }
    this.#share.push({ name, contentType, bytes: this.#bytes })
    this.#shareBytes += this.#bytes
    // How long the next file will be is not known: most are about as long as the one before.
    if (this.#shareBytes + this.#bytes > PART_BYTES || this.#share.length === PART_ITEMS) this.endShare()
  }

  endShare(): void {
    if (this.#share.length === 0) return
    this.#intake.endPart()
    this.shares.push(this.#share)
    this.#share = []
    this.#shareBytes = 0
  }
}
