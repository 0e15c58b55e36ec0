// Options that fit no message are refused before any message is looked at, so that a batch is refused once and not item by item.
import { describe, expect, test } from 'vitest'
import { checkOptions, runTool } from '../../../src/core/run.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'

const MESSAGE = 'MSH|^~\\&|A|B|C|D|2026||ADT^A01|1|P|2.5\rPID|1\r'
const PROFILE = { name: 'Site', places: [{ path: 'PID-5' }, { path: 'PID' }] }

/** A data type that holds itself. */
const DEFINITIONS = { name: 'Site', dataTypes: [{ name: 'ZA', components: [{ position: 1, name: 'A', dataType: 'ZA' }] }] }
const NEEDED: Readonly<Record<string, object>> = {
  query: { paths: ['PID-5'] },
  edit: { operations: [{ op: 'clear', path: 'PID-5' }] },
}

const CASES: [string, object, object, string][] = [
  ['hl7/parse', { message: MESSAGE }, { select: ['PID-5', 'five'] }, '/options/select/1'],
  ['hl7/query', { message: MESSAGE }, { paths: ['PID-5', 'PID-?'] }, '/options/paths/1'],
  ['hl7/query', { message: MESSAGE }, { paths: ['PID-5'], where: 'PID-8=' }, '/options/where'],
  ['hl7/edit', { message: MESSAGE }, { operations: [{ op: 'set', path: 'PID-5' }] }, '/options/operations/0/value'],
  ...(['parse', 'validate', 'query', 'edit', 'convert', 'ack', 'to-fhir'] as const).map((name): [string, object, object, string] => [
    `hl7/${name}`,
    { message: MESSAGE },
    { ...NEEDED[name], definitions: DEFINITIONS },
    '/options/definitions/dataTypes/0/components/0/dataType',
  ]),
  ['hl7/build', { paths: { 'PID-1': '1' } }, { definitions: DEFINITIONS }, '/options/definitions/dataTypes/0/components/0/dataType'],
  ['hl7/diff', { left: MESSAGE, right: MESSAGE }, { ignore: ['MSH-7', '?-1'] }, '/options/ignore/1'],
  ['hl7/normalize', { message: MESSAGE }, { charset: 'none of these' }, '/options/charset'],
  ['hl7/normalize', { message: MESSAGE }, { delimiters: '|||||' }, '/options/delimiters'],
  ['hl7/ack', { message: MESSAGE }, { mode: 'original', code: 'CA' }, '/options/code'],
  ['hl7/to-fhir', { message: MESSAGE }, { timezone: 'Nowhere' }, '/options/timezone'],
  ['hl7/from-fhir', { bundle: '{}' }, { header: { characterSet: 'none of these' } }, '/options/header/characterSet'],
  ...(['hl7/validate', 'hl7/ack', 'hl7/build'] as const).map((id): [string, object, object, string] => [
    id,
    id === 'hl7/build' ? { paths: { 'PID-1': '1' } } : { message: MESSAGE },
    { profile: PROFILE },
    '/options/profile/places/1/path',
  ]),
]

async function refusal(act: () => unknown): Promise<unknown> {
  try {
    await act()
  } catch (error) {
    return error
  }
  return undefined
}

describe('options that fit no message', () => {
  test('every tool of the category has such options', () => {
    // Whether a profile has a message is known only with the profile.
    const tools = catalogue.filter(({ id }) => id.startsWith('hl7/') && id !== 'hl7/import-profile').map(({ id }) => id)
    expect([...new Set(CASES.map(([id]) => id))].sort()).toEqual([...tools].sort())
  })

  test.each(CASES)('%s with %j and %j is refused by %s, with the message or without', async (id, input, options, pointer) => {
    const tool = catalogue.find((each) => each.id === id)!
    const early = await refusal(() => checkOptions(tool, options))
    expect(early).toMatchObject({ code: 'invalid_input', errors: [{ pointer: expect.stringContaining(pointer) }] })
    expect(early).toEqual(await refusal(() => runTool(tool, input, options)))
  })

  test.each(catalogue.filter(({ id }) => id.startsWith('hl7/')))('the examples of $id are not', (tool) => {
    for (const { options } of tool.examples) expect(() => checkOptions(tool, options ?? {})).not.toThrow()
  })
})
