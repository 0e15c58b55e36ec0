// JSON that is written without the result has the bytes of the JSON of the result.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runToJson, runTool } from '../../../src/core/run.ts'
import type { Json, Tool } from '../../../src/core/tool.ts'
import { inputFromJson, resultToJson } from '../../../src/core/wire.ts'
import { compositeNames, segmentDefinition, segmentNames } from '../../../src/formats/hl7/dictionary/dictionary.ts'
import { HL7_VERSIONS } from '../../../src/formats/hl7/dictionary/versions.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { hl7Parse } from '../../../src/tools/hl7/parse.ts'
import { buildFixtures } from '../../fixtures/hl7/make-fixtures.ts'
import { bytesOf, lines, MSH } from './hl7-text.ts'

const WAYS = [{}, { names: false }, { groups: true }, { decode: 'none' }, { decode: 'text', groups: true, names: false }]
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const textOf = (json: Json): string => (typeof json === 'string' ? json : decoder.decode(json))

function expectSame(message: string | Uint8Array): void {
  for (const options of WAYS) {
    const written = hl7Parse.writeJson!({ message }, hl7Parse.options.parse(options))
    expect(textOf(written!)).toBe(JSON.stringify(runTool(hl7Parse, { message }, options)))
  }
}

const versioned = (version: string) => MSH.replace(/\|2\.5\.1$/, `|${version}`)

// In front of all others: the constants of so many types have to make room for themselves while segments are written.
describe('hl7/parse writes the bytes of its result for the whole dictionary', () => {
  it.each(HL7_VERSIONS)('every data type as the one of OBX-5 in %s', (version) => {
    const types = [...compositeNames(), 'NM', 'ST', 'TX', 'FT', 'DT', 'TM', 'TS', 'SI', 'ID', 'IS']
    expect(types.length).toBeGreaterThan(80)
    expect(versioned(version)).toContain(`|${version}`)
    expectSame(lines(versioned(version), ...types.map((type, i) => `OBX|${i}|${type}|1||a^b|c~d`)))
  })

  it.each(HL7_VERSIONS)('every field of every segment of %s', (version) => {
    const segments = segmentNames().filter((id) => !['MSH', 'FHS', 'BHS', 'FTS', 'BTS'].includes(id))
    expect(segments.length).toBeGreaterThan(150)
    const fields = Array.from({ length: 60 }, (_, i) => ['x', 'a^b', 'c~d', 'e&f', '""', '\\T\\', ''][i % 7]).join('|')
    expectSame(lines(versioned(version), ...segments.map((id) => `${id}|${fields}`)))
  })

  it('has names of ASCII alone, which its constants rely on', () => {
    for (const version of HL7_VERSIONS) {
      for (const id of segmentNames()) expect(JSON.stringify(segmentDefinition(version, id) ?? null)).toMatch(/^[\x20-\x7e]*$/)
    }
  })
})

const OBX = 'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|||||F'

describe('hl7/parse writes the bytes of its result', () => {
  it.each<[string, string | Uint8Array]>([
    ['simple fields', lines(MSH, 'PID|1||1001')],
    ['no fields beside the header', 'MSH|^~\\&'],
    ['a header cut short', 'MSH|'],
    ['components, repetitions and subcomponents', lines(MSH, 'PID|1||1^^^A&B&C^MR~2&3~4^5&6^~~^', 'PID|2||&|^|~|^&~|&^')],
    ['the explicit null as a field and as a part', lines(MSH, 'PID|1||""|""^""|a^""~""&"b')],
    ['quotation marks and backslashes', lines(MSH, 'PID|1||say "no"|a\\b^c\\d|\\F\\^\\X0D\\|\\.br\\x')],
    ['control characters and DEL', lines(MSH, 'NTE|1||a\tb\u0001\u007f^\b\f')],
    ['letters beyond ASCII', lines(MSH, 'PID|1||1|||Müller^漢字^😀^\u2028\ufeff')],
    ['halves of surrogate pairs', lines(MSH, 'PID|1||\ud800^\udc00|x', '\ud800|1')],
    ['bytes that cannot be decoded', bytesOf(lines(`${MSH}||||||UNICODE UTF-8`, 'PID|1||'), [0xc3, 0x28], '|x\r')],
    ['segments and fields without definition', lines(MSH, 'ZAB|1|a^b|c~d', 'ZAB|2', `PID${'|x'.repeat(130)}`)],
    ['the same segments again', lines(MSH, OBX, OBX, 'PID|1', 'ZAB|1', 'ZAB|2', OBX)],
    ['types that another field names', lines(MSH, OBX, 'OBX|2|CE|1||a^b', 'OBX|3|XYZ|1||a', 'OBX|4||1||a', 'OBX|5|ED|1||^^^Base64^QQ==')],
    ['lines without identifier', lines(MSH, 'OBX|1|TX|||torn', 'and "more" text|x', 'a line of text that is as long as no identifier|1')],
    ['long fields', lines(MSH, `OBX|1|FT|||${'x'.repeat(1_024)}|${'y^'.repeat(1_000)}|${'"'.repeat(2_000)}`)],
    ['separators for several roles', 'MSH|^^^^|A\rPID|1^2^^3\rPID|2~3&4'],
    ['other separators', 'MSH$*%!@$A\rPID$1$$1*2@3%4$!F!'],
    ['separators beyond ASCII', 'MSH|äöü§|A\rPID|1ä2ö3§4'],
    ['the separators of 2.7', 'MSH|^~\\&#|A||||||||||2.7\rPID|1#2||3#'],
    ['a backslash that repeats', 'MSH|^\\\\&|A\rPID|a\\b|c\\'],
    ['quotation marks that divide', 'MSH|"~\\&|A\rPID|a"b~c|"'],
    ['several messages of several escape characters', 'MSH|^~\\&|A\rPID|a\\T\\b\rMSH|^~!&|A\rPID|a\\b!T!'],
    ['few separators', 'MSH|^|A\rPID|1~2^3&4\\F\\'],
    ['several messages', lines(MSH, 'PID|1||"a"', MSH, 'PID|2||\\X', MSH)],
    ['a batch', lines('FHS|^~\\&|A', 'BHS|^~\\&|"B"', MSH, 'PID|1', MSH, 'BTS|3', 'FTS|1')],
    ['a batch of one message', lines('BHS|^~\\&|B', MSH, 'PID|1', 'BTS|1')],
    ['a batch of none', lines('BHS|^~\\&|B', 'BTS|0')],
    ['many findings', lines(MSH, ...Array.from({ length: 200 }, (_, i) => `NTE|${i}||\\Q${i}\\ x\ny`))],
    ['a long message', lines(MSH, ...Array.from({ length: 8_000 }, (_, i) => `OBX|${i}|NM|2345-7^Glucose^LN||${i}|mg/dL|"${i}"|ä|||F`))],
    [
      'a long message whose head is longer than its gap',
      lines(MSH, ...Array.from({ length: 9_000 }, (_, i) => `NTE|${i}||\\Q${i}\\ x\ny\n\nz`)),
    ],
    ['many messages', lines(MSH, OBX, 'NTE|1||ä').repeat(4_000)],
  ])('%s', (_, message) => expectSame(message))

  const LONG = 'x'.repeat(1_200)
  it.each([
    ['plain', LONG],
    ['of components', `A^${LONG}^^${LONG}^`],
    ['of repetitions', `${LONG}~~A~${LONG}`],
    ['of subcomponents', `^A&${LONG}&^${LONG}&&`],
    ['of all of them', `~A&B^${LONG}~C^D~${LONG}&^E&F~&~^~`],
    ['of very many parts', 'a^b~c&d^'.repeat(1_000)],
    ['of nothing but separators', '^~&'.repeat(1_000)],
    ['with a quotation mark', `${LONG}"^A`],
    ['with an explicit null', `""^${LONG}`],
    ['with a tab', `${LONG}^\t`],
    ['with a line end', `${LONG}^A\nB`],
    ['with DEL', `${LONG}^\u007f`],
    ['with letters beyond ASCII', `${LONG}^Ä`],
    ['with a half of a surrogate pair', `${LONG}^\ud800`],
    ['with escape sequences', `${LONG}^\\T\\`],
  ])('a long field %s', (_, field) => {
    for (const header of [MSH, 'MSH|^~|A', 'MSH|^~"&|A', 'MSH|^~\\\t|A', 'MSH|\u0001~\\&|A']) {
      expectSame(lines(header, `OBX|1|TX|||${field}||${LONG}`, `OBX|2|TX|||${field}`, `ZZZ|${field}`))
    }
  })

  it('and what it wrote is not written over by the next message', () => {
    const written = [lines(MSH, 'PID|1||first'), lines(MSH, 'PID|1||again'), lines(MSH, OBX.repeat(50))].map((message) => ({
      message,
      json: runToJson(hl7Parse, { message }) as Json,
    }))
    for (const { message, json } of written) expect(textOf(json)).toBe(JSON.stringify(runTool(hl7Parse, { message })))
  })

  it.each([...buildFixtures()])('the fixture %s', (_, bytes) => expectSame(bytes))

  it('the flat view and a selection have no such way', () => {
    for (const options of [{ view: 'flat' }, { select: ['PID-3'] }]) {
      expect(hl7Parse.writeJson!({ message: MSH }, hl7Parse.options.parse(options))).toBeUndefined()
      expect(runToJson(hl7Parse, { message: MSH }, options)).toBe(JSON.stringify(runTool(hl7Parse, { message: MSH }, options)))
    }
  })

  it('what it refuses is refused alike', () => {
    for (const [message, options] of [
      ['no message', {}],
      [MSH, { select: ['?'] }],
      [MSH, { view: 'none' }],
    ] as const) {
      const refuse = (run: typeof runTool | typeof runToJson) => {
        try {
          run(hl7Parse, { message }, options)
        } catch (error) {
          return error
        }
        return undefined
      }
      expect(refuse(runTool)).toBeDefined()
      expect(refuse(runToJson)).toEqual(refuse(runTool))
    }
  })
})

const corpus = new URL('../../../../shared/corpora/hl7/', import.meta.url).pathname

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  it('has the same bytes, too', () => {
    const files = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(900)
    for (const entry of files) {
      const message = new Uint8Array(readFileSync(join(entry.parentPath, entry.name)))
      if (isRead(hl7Parse, message)) expectSame(message)
    }
  })
})

function isRead(tool: Tool, message: Uint8Array): boolean {
  try {
    runTool(tool, { message })
    return true
  } catch {
    return false
  }
}

describe('a tool with a way of its own', () => {
  const tools = catalogue.filter((tool) => tool.writeJson)
  it('there is one', () => expect(tools.map(({ id }) => id)).toContain('hl7/parse'))
  it.each(tools.map((tool) => [tool.id, tool] as const))('%s answers its examples with the bytes of their results', async (_, tool) => {
    for (const { input: given, options } of tool.examples) {
      const input = inputFromJson(tool, given)
      const json = await runToJson(tool, input, options)
      expect(textOf(json)).toBe(JSON.stringify(resultToJson(tool, await runTool(tool, input, options))))
    }
  })
})
