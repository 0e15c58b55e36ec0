// Where a call runs: on the spot or on a thread, by what its tool says of its documents and by their bytes.
import { describe, expect, it } from 'vitest'
import { openExecutor } from '../../../src/cli/service/executor.ts'
import type { ToolCall } from '../../../src/http/routes/call.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { phiDeidentifyDicom } from '../../../src/tools/phi/deidentify-dicom.ts'
import { concat, element, metaGroup, text } from '../../formats/dicom/build-dicom.ts'

function callOf(toolId: string, body: Uint8Array, mediaType: string): ToolCall {
  return { toolId, contentType: mediaType, mediaType, body, query: '', form: 'json', jsonDepth: 64 }
}
const count = (words: number): ToolCall => callOf('text/word-count', new TextEncoder().encode('word '.repeat(words)), 'text/plain')

describe('the executor', () => {
  /** With a thread for nothing: whatever is work for one is refused. */
  const spot = openExecutor({ threads: 0, memoryMb: 256, taskTimeoutMs: 30_000, maxWaiting: 0 })
  const fileOf = (transferSyntax: string, pixelBytes: number, ...others: readonly Uint8Array[]): Uint8Array =>
    concat(
      new Uint8Array(128),
      text('DICM'),
      metaGroup(transferSyntax),
      element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
      element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.9.1'),
      element(0x00100010, 'PN', 'Quist^Alvin'),
      element(0x00100020, 'LO', 'P-1'),
      ...others,
      element(0x7fe00010, 'OW', new Uint8Array(pixelBytes)),
    )
  const deidentify = (bytes: Uint8Array, mediaType: string): ToolCall['body'] =>
    mediaType === 'multipart/form-data' ? [{ name: 'file', bytes, contentType: undefined }] : bytes
  /** `here`, or the fault. */
  const placeOf = (body: ToolCall['body'], mediaType: string, query = ''): Promise<string> => {
    const call = {
      ...callOf('phi/deidentify-dicom', new Uint8Array(0), mediaType),
      body,
      query: `key=correct horse battery staple${query}`,
    }
    return Promise.resolve(spot.answer(phiDeidentifyDicom, call, 'a')).then(
      () => 'here',
      ({ code }: { code: string }) => code,
    )
  }
  it.each([
    ['a plain file', '1.2.840.10008.1.2.1', 10_000, 'application/dicom', 'here'],
    ['a plain file in a form', '1.2.840.10008.1.2.1', 10_000, 'multipart/form-data', 'here'],
    ['a plain file of pixels, which are little work', '1.2.840.10008.1.2.1', 900_000, 'application/dicom', 'here'],
    ['the same in a form', '1.2.840.10008.1.2.1', 900_000, 'multipart/form-data', 'here'],
    ['the same in JSON', '1.2.840.10008.1.2.1', 900_000, 'application/json', 'overloaded'],
    ['a plain file of very many pixels', '1.2.840.10008.1.2.1', 1_100_000, 'application/dicom', 'overloaded'],
    ['a deflated file', '1.2.840.10008.1.2.1.99', 100, 'application/dicom', 'overloaded'],
    ['a deflated file in a form', '1.2.840.10008.1.2.1.99', 100, 'multipart/form-data', 'overloaded'],
    ['a file with compressed pixels', '1.2.840.10008.1.2.5', 100, 'application/dicom', 'overloaded'],
    ['a file of an unknown transfer syntax', '1.2.3', 100, 'application/dicom', 'overloaded'],
  ])('runs %s where it belongs', async (_, transferSyntax, pixelBytes, mediaType, expected) => {
    const body = deidentify(fileOf(transferSyntax, pixelBytes), mediaType)
    expect(await placeOf(body, mediaType)).toBe(expected)
  })

  it.each([
    ['values beside the pixels', [element(0x00104000, 'LT', 'word '.repeat(4_000))], ''],
    ['regions to blank', [], 'regions=[{"column":0,"row":0,"width":1,"height":1}]'],
    ['regions to look for', [], 'onBurnedIn=mask'],
    ['pixels to clean', [], 'options=["clean-pixel-data"]'],
    ['options that do not fit', [], 'mode=none'],
  ])('runs a plain file with %s on a thread', async (_, others, query) => {
    const [small, large] = [fileOf('1.2.840.10008.1.2.1', 1_000), fileOf('1.2.840.10008.1.2.1', 500_000, ...others)]
    expect([await placeOf(small, 'application/dicom', '&unlisted=keep'), await placeOf(large, 'application/dicom', `&${query}`)]).toEqual([
      'here',
      'overloaded',
    ])
  })

  it('does not run on the spot what it cannot judge: files in JSON, and what is no file', () => {
    expect([spot.isLong(phiDeidentifyDicom, 100), spot.isLong(phiDeidentifyDicom, 100, [new Uint8Array(100)])]).toEqual([true, true])
  })

  it('runs small calls on the spot and hands long ones to threads', async () => {
    const executor = openExecutor({ threads: 1, memoryMb: 256, taskTimeoutMs: 30_000, maxWaiting: 4 })
    const tool = catalogue.find(({ id }) => id === 'text/word-count')!
    const [small, long] = [await executor.answer(tool, count(10), 'a'), await executor.answer(tool, count(10_000), 'a')]
    expect([typeof small.body, typeof long.body]).toEqual(['string', 'object'])
    await executor.close()
  })
})
