// Where values go when a message is built, and which version and separators it is built by.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { hl7Build } from '../../../src/tools/hl7/build.ts'
import { hl7Parse } from '../../../src/tools/hl7/parse.ts'

interface BuildResult {
  readonly message: string
}

async function build(input: object, options: object = {}): Promise<BuildResult> {
  return (await runTool(hl7Build, input, { validate: false, ...options })) as unknown as BuildResult
}

interface ParsedSegment {
  readonly id: string
  readonly fields: readonly { readonly path: string; readonly value: unknown }[]
}

async function parse(message: string, options: object): Promise<readonly ParsedSegment[]> {
  return ((await runTool(hl7Parse, { message }, options)) as { segments: ParsedSegment[] }).segments
}

const lines = ({ message }: BuildResult) => message.split('\r').slice(0, -1)

describe('where things stand', () => {
  test('segments of one name stand in the order of their numbers, whichever was named first', async () => {
    const built = await build({ paths: { 'OBX[3]-5': 'c', 'NTE-3': 'n', 'OBX-5': 'a', 'OBX[2]-5': 'b' } })
    expect(lines(built).slice(1)).toEqual(['OBX|||||a', 'NTE|||n', 'OBX|||||b', 'OBX|||||c'])
  })

  test.each([
    ['a repetition', 'PID-3[2]', [['a', 'b']], 'PID|||~a^b'],
    ['a component with subcomponents', 'PID-3.4', [[['a', 'b']]], 'PID|||^^^a&b'],
    ['a component of a repetition', 'PID-3[2].4', [['a']], 'PID|||~^^^a'],
    ['a subcomponent', 'PID-3.4.2', 'a', 'PID|||^^^&a'],
    ['a field from its second repetition on', 'PID-3', ['', 'a'], 'PID|||~a'],
  ])('%s of a tree goes to where its path says', async (_title, path, value, expected) => {
    expect(lines(await build({ tree: [{ id: 'PID', fields: [{ path, value }] }] }))[1]).toBe(expected)
  })

  test.each([['PID-3[2]'], ['PID-3[*]'], ['PID-3.4'], ['PID-3[2].4']])(
    'what hl7/parse selects by %s comes back to its place',
    async (path) => {
      const message = 'MSH|^~\\&|A|||||||1|P|2.5.1\rPID|||1^^^N&1.2&ISO^MR~2^^^S&3.4&ISO^PI\r'
      const tree = await parse(message, { select: [path] })
      expect(tree[0]?.fields.length).toBeGreaterThan(0)
      const { message: again } = await build({ tree })
      expect(await parse(again, { select: [path] })).toEqual(tree)
    },
  )

  test.each<[string, object, string]>([
    ['both', { 'MSH[1]-1': '$', 'MSH[1]-2': '%~!&', 'PID-5': 'a$b' }, 'PID$$$$$a!F!b'],
    ['the separator alone', { 'MSH-1': '$', 'PID-5': 'a$b^c' }, 'PID$$$$$a\\F\\b\\S\\c'],
    ['the encoding characters alone', { 'MSH-2.1': '%~!&', 'PID-5': 'a%b' }, 'PID|||||a!S!b'],
  ])('separators by path: %s', async (_title, paths, expected) => {
    expect(lines(await build({ paths }))[1]).toBe(expected)
  })

  test.each(['\n\n', 'PID$2\n'])('a template has the separators of its MSH wherever that stands', async (before) => {
    const built = await build({ template: `${before}MSH$%~!&$X\nPV1$1$a%b` })
    expect(lines(built)[0]).toMatch(/^MSH\$%~!&\$X\$/)
    expect(lines(built).at(-1)).toBe('PV1$1$a%b')
  })
})

describe('what the source says of the header', () => {
  test('its version decides on the layout, and the option only where it says none', async () => {
    const header = async (paths: object, version: string) => lines(await build({ paths }, { version, structure: 'ADT_A01' }))[0]
    expect(await header({ 'MSH-12': '2.5.1' }, '2.3')).toBe('MSH|^~\\&|||||||ADT^A01^ADT_A01|1|P|2.5.1')
    expect(await header({ 'MSH-12': '2.3' }, '2.5.1')).toBe('MSH|^~\\&|||||||ADT^A01|1|P|2.3')
    expect(await header({ 'PID-1': '1' }, '2.3')).toBe('MSH|^~\\&|||||||ADT^A01|1|P|2.3')
  })

  test('an empty value is none', async () => {
    const fields = { 'MSH-10': '', 'MSH-12': '', 'MSH-3.1': '' }
    const tree = [{ id: 'MSH', fields: Object.entries(fields).map(([path, value]) => ({ path, value })) }]
    const options = { header: { controlId: 'Z', sendingApplication: 'LAB' } }
    for (const input of [{ paths: fields }, { tree }]) expect(lines(await build(input, options))[0]).toBe('MSH|^~\\&|LAB|||||||Z|P|2.5.1')
  })
})
