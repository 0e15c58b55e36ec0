// Messages go through the XML encoding and come back byte for byte, and every tool reads either encoding.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { hl7Convert } from '../../../src/tools/hl7/convert.ts'
import { lines, MSH } from '../../formats/hl7/hl7-text.ts'
import { createRandom, mutate } from '../../formats/hl7/mutate.ts'

interface Converted {
  readonly message: string
  readonly content: Uint8Array
  readonly lost: readonly { readonly what: string; readonly path: string | null }[]
  readonly diagnostics: readonly { readonly code: string; readonly path: string | null }[]
}

const convert = async (message: string | Uint8Array, options: object = {}) =>
  (await runTool(hl7Convert, { message }, options)) as unknown as Converted
const folder = new URL('../../fixtures/hl7/', import.meta.url)
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.hl7'))
/** What comes back in another form; an undecodable byte is U+FFFD in both texts. What stands around segments is the same in both directions. */
const OF_DATA = new Set(['line', 'escape', 'subcomponent', 'line_end_in_field', 'control_character'])

async function throughXml(message: string | Uint8Array): Promise<{ er7: string; back: string; lost: Converted['lost'] }> {
  const er7 = await convert(message, { to: 'er7' })
  const xml = await convert(message)
  const compact = await convert(message, { pretty: false })
  const back = await convert(xml.message, { to: 'er7' })
  expect((await convert(compact.message, { to: 'er7' })).message).toBe(back.message)
  expect(back.diagnostics.filter(({ code }) => code === 'xml_left_out')).toEqual([])
  return { er7: er7.message, back: back.message, lost: xml.lost.filter(({ what }) => OF_DATA.has(what)) }
}

describe('ER7 to XML and back', () => {
  test.each(fixtures)('%s', async (name) => {
    const { er7, back, lost } = await throughXml(readFileSync(new URL(name, folder)))
    if (lost.length === 0) expect(back).toBe(er7)
    else expect(back).not.toBe(er7)
  })

  test('every difference of a damaged message is listed', async () => {
    const random = createRandom(33)
    const seeds = fixtures.map((name) => new Uint8Array(readFileSync(new URL(name, folder))))
    let exact = 0
    for (let i = 0; i < 400; i++) {
      const damaged = mutate(seeds, random)
      const result = await throughXml(damaged).catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error
        return undefined
      })
      if (!result) continue
      if (result.lost.length === 0) expect(result.back, `mutation ${i}`).toBe(result.er7)
      if (result.back === result.er7) exact++
    }
    expect(exact).toBeGreaterThan(100)
  })

  test('a control character comes back as a hexadecimal escape and is listed', async () => {
    const message = lines(MSH, 'NTE|1||a\u0007b')
    const { message: xml, lost } = await convert(message, { pretty: false })
    expect(xml).toContain('<NTE.3>a<escape V="X07"/>b</NTE.3>')
    expect(lost).toEqual([{ what: 'control_character', message: 0, path: 'NTE-3', count: 1 }])
    expect((await convert(xml, { to: 'er7' })).message).toBe(message.replace('\u0007', '\\X07\\'))
  })
})

describe('every tool reads XML as it reads ER7', () => {
  const er7 = lines(
    MSH,
    'PID|1||1001^^^NORTH^MR||Sample^Ada||19700102|F',
    'OBR|1|||1^A^L',
    'OBX|1|FT|2345-7^Glucose^LN||a\\.br\\b & c||||||F',
  )
  const OPTIONS: Readonly<Record<string, object>> = {
    'hl7/query': { paths: ['PID-5.1'] },
    'hl7/edit': { operations: [{ op: 'set', path: 'PID-8', value: 'M' }] },
    'hl7/ack': { controlId: 'A', timestamp: '20260102030405' },
  }
  const names = ['parse', 'validate', 'query', 'edit', 'normalize', 'ack', 'to-fhir'].map((name) => `hl7/${name}`)

  test.each([...names, 'phi/deidentify-hl7'])('%s', async (id) => {
    const tool = catalogue.find((each) => each.id === id)!
    const { message: xml } = await convert(er7)
    const fromEr7 = await runTool(tool, { message: (await convert(xml, { to: 'er7' })).message }, OPTIONS[id] ?? {})
    const fromXml = await runTool(tool, { message: new TextEncoder().encode(xml) }, OPTIONS[id] ?? {})
    expect(withoutNotice(fromXml)).toEqual(withoutNotice(fromEr7))
    // De-identification lists no diagnostics.
    if (id.startsWith('hl7/')) expect(JSON.stringify(fromXml)).toContain('xml_encoding')
  })

  test('hl7/diff finds no difference between the two', async () => {
    const { message: xml } = await convert(lines(MSH, 'PID|1||1001^^^NORTH^MR~7||Sample^Ada'))
    const result = await runTool(
      catalogue.find(({ id }) => id === 'hl7/diff')!,
      { left: lines(MSH, 'PID|1||1001^^^NORTH^MR~7||Sample^Ada'), right: xml },
      {},
    )
    expect(result).toMatchObject({ equal: true })
  })

  function withoutNotice(result: unknown): unknown {
    return JSON.parse(
      JSON.stringify(result, (_, value) => (Array.isArray(value) ? value.filter(({ code } = {}) => code !== 'xml_encoding') : value)),
    )
  }
})

describe('XML that is not as it should be', () => {
  const wrap = (segments: string) =>
    `<ADT_A01 xmlns="urn:hl7-org:v2xml"><MSH><MSH.1>|</MSH.1><MSH.2>^~\\&amp;</MSH.2></MSH>${segments}</ADT_A01>`

  test.each([
    ['text beside elements', '<PID>stray<PID.1>1</PID.1></PID>', 'PID'],
    ['a repeated field delimiter', '<BHS><BHS.1>|</BHS.1><BHS.1>^</BHS.1><BHS.2>^~\\&amp;</BHS.2></BHS>', 'BHS-1'],
    ['an instruction in a field', '<PID><PID.1>1<?one two?></PID.1></PID>', 'PID-1'],
    ['the attribute of an escape on a field', '<PID><PID.1 V="2">1</PID.1></PID>', 'PID-1'],
    ['another attribute of an escape', '<PID><PID.5>a<escape V=".br" at="2"/></PID.5></PID>', 'PID-5'],
    ['a mark for null', '<PID><PID.8 xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/></PID>', 'PID-8'],
    ['a comment in the second segment of a name', '<NTE/><NTE><NTE.1>1<!-- one --></NTE.1></NTE>', 'NTE[2]-1'],
    ['a comment in a segment whose name may be a value', '<Ada><Ada.1>1<!-- one --></Ada.1></Ada>', null],
    ['a comment in a field', '<PID><PID.1>1<!-- one --></PID.1></PID>', 'PID-1'],
    ['an attribute', '<PID><PID.1 certain="no">1</PID.1></PID>', 'PID-1'],
    ['an element of another namespace', '<PID><PID.1>1</PID.1><x:PID.2 xmlns:x="urn:other">2</x:PID.2></PID>', 'PID'],
    ['a field of another segment', '<PID><PID.1>1</PID.1><PV1.2>I</PV1.2></PID>', 'PID'],
    ['parts below subcomponents', '<PID><PID.3><CX.4><HD.1><ST.1>A</ST.1><ST.2>B</ST.2></HD.1></CX.4></PID.3></PID>', 'PID-3.4.1'],
    ['a component twice', '<PID><PID.3><CX.1>1</CX.1><CX.1>2</CX.1></PID.3></PID>', 'PID-3'],
    ['an escape that is none', '<PID><PID.5>a<escape V="a|b"/></PID.5></PID>', 'PID-5'],
  ])('%s is reported', async (_, segments, path) => {
    const { diagnostics } = await convert(wrap(segments), { to: 'er7' })
    expect(diagnostics.filter(({ code }) => code === 'xml_left_out')).toMatchObject([{ path }])
  })

  test('high positions do not make a small document a large one', async () => {
    const deep = '<PID><PID.999><CX.999><HD.999/></CX.999></PID.999></PID>'.repeat(2_000)
    await expect(convert(wrap(deep), { to: 'er7' })).rejects.toMatchObject({ code: 'resource_limit' })
  })

  test('high positions in one segment do not either', async () => {
    const deep = `<PID>${'<PID.1><CX.999><HD.999/></CX.999></PID.1>'.repeat(2_000)}</PID>`
    await expect(convert(wrap(deep), { to: 'er7' })).rejects.toMatchObject({ code: 'resource_limit' })
  })

  test('a stylesheet and schema locations are not reported', async () => {
    const located = wrap('<PID xsi:schemaLocation="a b" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>')
    const { diagnostics } = await convert(`<?xml-stylesheet href="a.xsl"?>${located}`, { to: 'er7' })
    expect(diagnostics.filter(({ code }) => code === 'xml_left_out')).toEqual([])
  })

  test('a document type is refused', async () => {
    const declared = `<!DOCTYPE ADT_A01 [<!ENTITY a "b">]>${wrap('<PID><PID.5>&a;</PID.5></PID>')}`
    await expect(convert(declared, { to: 'er7' })).rejects.toBeInstanceOf(ProblemError)
  })

  test('ER7 that begins with a tag stays ER7', async () => {
    const { message, lost } = await convert(`<cr>\r${lines(MSH, 'NTE|1||<MSH>')}`, { to: 'er7' })
    expect(message).toBe(lines(MSH, 'NTE|1||<MSH>'))
    expect(lost).toMatchObject([{ what: 'junk' }])
  })

  test('UTF-16 XML is read', async () => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-16"?>${wrap('<PID><PID.5><XPN.1>Mär</XPN.1></PID.5></PID>')}`
    const bytes = new Uint8Array(new Uint16Array([...text].map((char) => char.charCodeAt(0))).buffer)
    expect((await convert(bytes, { to: 'er7' })).message).toContain('PID|||||Mär')
  })
})
