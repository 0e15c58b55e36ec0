// hl7/edit: patterns, places by their data type, and values that are new in each call.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { hl7Ack } from '../../../src/tools/hl7/ack.ts'
import { hl7Edit } from '../../../src/tools/hl7/edit.ts'

const MESSAGE = [
  'MSH|^~\\&|REG^1.2.3^ISO|NORTH|LAB|NORTH-2|20260102080910||ADT^A01^ADT_A01|A-1|P|2.5.1',
  'PID|1||00123^^^NORTH&1.9&ISO^MR~00456^^^SOUTH^PI||NORTH^Ada \\T\\ Bo',
  'OBX|1|HD|1^A^L||NORTH||||||F',
  '',
].join('\r')

interface Edited {
  readonly message: string
  readonly changes: readonly { readonly path: string }[]
  readonly skipped: readonly { readonly reason: string; readonly path: string | null }[]
}

function edit(operation: object, options: object = {}): Edited {
  return runTool(hl7Edit, { message: MESSAGE }, { operations: [operation], ...options }) as unknown as Edited
}

const paths = ({ changes }: Edited) => changes.map(({ path }) => path)

describe('replace', () => {
  test('what the pattern finds, in every repetition', () => {
    const edited = edit({ op: 'replace', path: 'PID-3[*].1', pattern: '^0+', value: '' })
    expect(edited.message).toBe(MESSAGE.replace('00123', '123').replace('00456', '456'))
    expect(paths(edited).sort()).toEqual(['PID-3.1', 'PID-3[2].1'])
  })

  test('groups, and values with their escapes', () => {
    const edited = edit({ op: 'replace', path: 'PID-5.2', pattern: '(\\w+) & (\\w+)', value: '$2 & $1 $$' })
    expect(edited.message).toContain('NORTH^Bo \\T\\ Ada $')
  })

  test('each value of a part that is divided', () => {
    const edited = edit({ op: 'replace', path: 'PID-3', pattern: 'NORTH|SOUTH', value: 'A|B' })
    expect(edited.message).toContain('00123^^^A\\F\\B&1.9&ISO^MR~00456^^^A\\F\\B^PI')
  })

  test('nothing, which is reported', () => {
    expect(edit({ op: 'replace', path: 'PID-5.1', pattern: 'x', value: 'y' }).skipped).toEqual([
      { message: 0, operation: 0, reason: 'no_match', path: 'PID-5.1' },
    ])
  })

  test.each([
    [{ pattern: '(', value: '' }, '/options/operations/0/pattern'],
    [{ pattern: 'a', value: '$1' }, '/options/operations/0/value'],
    [{ value: '' }, '/options/operations/0/pattern'],
    [{ pattern: 'a' }, '/options/operations/0/value'],
  ])('is refused with %j', (given, pointer) => {
    expect(() => edit({ op: 'replace', path: 'PID-5.1', ...given })).toThrow(expect.objectContaining({ at: { pointer } }))
  })
})

describe('a data type in place of a path', () => {
  test('means every place that has it: fields, components, and OBX-5 by OBX-2', () => {
    const edited = edit({ op: 'map', path: 'HD.1', value: { NORTH: 'N' }, otherwise: 'keep' })
    expect(paths(edited).sort()).toEqual(['MSH-4.1', 'OBX-5.1', 'PID-3.4.1'].sort())
    expect(edited.message).toBe(MESSAGE.replace('|NORTH|LAB', '|N|LAB').replace('NORTH&', 'N&').replace('|NORTH||||||F', '|N||||||F'))
  })

  test('takes patterns', () => {
    const edited = edit({ op: 'replace', path: 'HD', pattern: '^NORTH', value: 'N' })
    expect(edited.message).toBe(
      MESSAGE.replace('|NORTH|LAB|NORTH-2', '|N|LAB|N-2').replace('NORTH&', 'N&').replace('|NORTH||||||F', '|N||||||F'),
    )
  })

  test('makes a component where the value is there', () => {
    const edited = edit({ op: 'set', path: 'HD.3', value: 'L', when: 'MSH-9.1="ADT"' })
    expect(edited.message).toContain('MSH|^~\\&|REG^1.2.3^L|NORTH^^L|LAB^^L|NORTH-2^^L|')
  })

  test('that the message does not have is reported', () => {
    expect(edit({ op: 'clear', path: 'MO' }).skipped).toEqual([{ message: 0, operation: 0, reason: 'no_part', path: null }])
  })

  test('cannot be deleted', () => {
    expect(() => edit({ op: 'delete', path: 'HD' })).toThrow(expect.objectContaining({ at: { pointer: '/options/operations/0/path' } }))
  })
})

describe('new values', () => {
  test('now is the time that is given, else that of the call', () => {
    const operation = { op: 'set', path: 'MSH-7', generate: 'now' }
    expect(edit(operation, { timestamp: '20260203040506+0100' }).message).toContain('|20260203040506+0100||ADT')
    const told = /\|(\d{14})\+0000\|\|ADT/.exec(edit(operation).message)![1]!
    const time = told.replace(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z')
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000)
  })

  test('uuid is another one at each place, and with a seed the same in each call', () => {
    const operation = { op: 'set', path: 'PID-3[*].1', generate: 'uuid' }
    const ids = ({ message }: Edited) => message.match(/[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g)!
    const random = ids(edit(operation))
    expect(new Set(random).size).toBe(2)
    expect(ids(edit(operation))).not.toEqual(random)
    expect(ids(edit(operation, { seed: 'a' }))).toEqual(ids(edit(operation, { seed: 'a' })))
    expect(ids(edit(operation, { seed: 'b' }))).not.toEqual(ids(edit(operation, { seed: 'a' })))
  })

  test.each([
    { op: 'set', path: 'PID-1', generate: 'now', value: 'x' },
    { op: 'clear', path: 'PID-1', generate: 'now' },
  ])('%j is refused', (operation) => {
    expect(() => edit(operation)).toThrow()
  })

  test('stand in acknowledgments', () => {
    const { ack } = runTool(hl7Ack, { message: MESSAGE }, { controlId: 'uuid', timestamp: 'now', validate: false }) as unknown as {
      ack: string
    }
    expect(ack).toMatch(/\|\d{14}\+0000\|\|ACK\^A01\^ACK\|[0-9a-f-]{36}\|P\|/)
  })
})
