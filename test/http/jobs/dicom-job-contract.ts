// DICOM files as jobs: the answer of the call itself, though the worker does not hold all of the file.
import { expect, it } from 'vitest'
import { composeImage } from '../../bench/dicom-upload-file.ts'
import type { Body } from '../api-harness.ts'
import { formOf, type makeJobCalls } from './job-calls.ts'

interface Means extends Pick<ReturnType<typeof makeJobCalls>, 'post' | 'get' | 'untilDone'> {
  open(): Promise<void>
  isAnswered(path: string, body: () => Body, headers?: Record<string, string>): Promise<string>
}

export function testDicomJobs({ open, post, get, untilDone, isAnswered }: Means): void {
  it('that is a DICOM file is answered as the call is, with the options before or behind it', async () => {
    await open()
    const image = composeImage(5_000_000, 1)
    const [options, document] = [['options', '{"maxValueBytes":2048}'] as const, ['file', image] as const]
    await isAnswered('/v1/tools/dicom/inspect?maxValueBytes=2048', () => image, { 'Content-Type': 'application/dicom' })
    for (const fields of [[options, document], [document, options], [document]]) {
      await isAnswered('/v1/tools/dicom/inspect', () => formOf(fields))
    }
  })

  it('that is a DICOM file is de-identified as by the call, byte for byte', async () => {
    await open()
    const image = composeImage(5_000_000, 1)
    const path = '/v1/tools/phi/deidentify-dicom?output=file&key=a-key-of-this-test-alone'
    const bodies: [() => Body, Record<string, string>][] = [
      [() => image, { 'Content-Type': 'application/dicom' }],
      [
        () =>
          formOf([
            ['options', '{"unlisted":"keep"}'],
            ['file', image],
          ]),
        {},
      ],
      [
        () =>
          formOf([
            ['file', image],
            ['options', '{"unlisted":"keep"}'],
          ]),
        {},
      ],
    ]
    for (const [body, headers] of bodies) {
      const started = await post(path, body(), { ...headers, Prefer: 'respond-async' })
      const location = started.headers.get('location')!
      await untilDone(location)
      const [result, direct] = [await get(`${location}/result`), await post(path, body(), headers)]
      expect([result.status, direct.status]).toEqual([200, 200])
      for (const name of ['content-digest', 'content-disposition', 'verification-status'])
        expect(result.headers.get(name)).toBe(direct.headers.get(name))
      const [made, expected] = [Buffer.from(await result.arrayBuffer()), Buffer.from(await direct.arrayBuffer())]
      expect(made.length).toBeGreaterThan(4_900_000)
      expect(Buffer.compare(made, expected)).toBe(0)
    }
  })
}
