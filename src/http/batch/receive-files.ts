// Receives a batch of files that becomes a job: each file goes to the store as it comes, in shares that several workers can take.
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { type JobIntake, type ReceivedWork, type RunningDigest, receiveBody } from '../jobs/job-intake.ts'
import type { CallReading } from '../jobs/receive-call.ts'
import type { StoredFormPart } from '../jobs/stored-part.ts'
import type { BodyReading } from '../request/body-limit.ts'
import { ByteSink } from '../request/byte-sink.ts'
import { type FormTaker, openFormStream } from '../request/multipart.ts'
import type { PartHead } from '../request/part-head.ts'
import { type FormPart, fieldsFromForm } from '../request/request-fields.ts'
import { contentOfPart } from '../routes/call.ts'
import { tooManyItems } from './batch-items.ts'
import { ShareCutter, type StoredShare, storedGroups } from './share-cutter.ts'

export type Options = Readonly<Record<string, unknown>>

export interface ReceivedFiles extends Pick<ReceivedWork, 'total' | 'content'> {
  readonly options: Options
  readonly shares: readonly StoredShare[]
}

/** @throws ProblemError of the form, `too_many_items`, `storage_unavailable` */
export async function receiveFiles(
  tool: Tool,
  { contentType, reading, limits, findBytes, isRepeatable }: CallReading & { readonly contentType: string },
  maxItems: number,
  intake: JobIntake,
  wantsZip: boolean,
): Promise<ReceivedFiles> {
  const files = new FileTaker(intake, maxItems, reading, isRepeatable, wantsZip)
  const form = openFormStream(contentType, reading.maxBytes, limits, findBytes, files)
  await receiveBody(reading, intake, (chunk) => form.append(chunk))
  form.finish()
  const { total, content, fields, cutter } = files
  cutter.endShare()
  return { total, content, shares: cutter.shares, options: optionsOfForm(tool, fields, limits) }
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

const bytesOf = ({ bytes }: StoredFormPart): number => bytes

function composeShare(files: readonly StoredFormPart[]): StoredShare {
  return { groups: storedGroups(files, bytesOf, (items) => ({ form: 'parts', items })) }
}

class FileTaker implements FormTaker {
  readonly cutter: ShareCutter<StoredFormPart>
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

  constructor(
    intake: JobIntake,
    maxItems: number,
    reading: Pick<BodyReading, 'maxBytes' | 'hold'>,
    isRepeatable: boolean,
    wantsZip: boolean,
  ) {
    this.#intake = intake
    this.cutter = new ShareCutter(intake, bytesOf, composeShare, wantsZip)
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
    this.cutter.add({ name, contentType, bytes: this.#bytes })
  }
}
