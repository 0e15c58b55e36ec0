// hl7/to-fhir: every value of every field of every structure stands where the trace says, or the report says why it does not.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../../src/core/run.ts'
import { STRUCTURES } from '../../../../src/formats/hl7/dictionary/structures.generated.ts'
import { readBlocks, unpackText } from '../../../../src/formats/hl7/dictionary/unpack-text.ts'
import { hl7ToFhir } from '../../../../src/tools/hl7/to-fhir.ts'
import { resources, type ToFhirResult, toFhir } from '../to-fhir-message.ts'
import { fullMessage } from './full-message.ts'

const NAMES = [...readBlocks(unpackText(STRUCTURES).split('\f')[0]!).keys()]

/** What is not as it should be: by its place, without repetitions. */
function lossesOf(text: string, values: ReadonlyMap<string, string>): string[] {
  const { bundle, trace, unmapped } = runTool(hl7ToFhir, { message: text }) as unknown as ToFhirResult
  const targets = Map.groupBy(trace, ({ path }) => path)
  const reasons = new Set(unmapped.map(({ path }) => path))
  const losses: string[] = []
  for (const [path, value] of values) {
    const places = targets.get(path)
    if (!places) {
      if (!reasons.has(path)) losses.push(`${path} has no line`)
      continue
    }
    const found = places.map(({ target }) => valueAt(bundle, target))
    if (found.includes(undefined)) losses.push(`${path} stands at a place that is not there`)
    // Codes, numbers and times may be written otherwise; a word may not.
    else if (value.startsWith('Zq') && !found.some((each) => isIn(value, each))) losses.push(`${path} does not stand where the trace says`)
  }
  return losses
}

/** As text, or in the data of an attachment. */
function isIn(word: string, value: unknown): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return [text, Buffer.from(text, 'base64').toString()].some((each) => each.toLowerCase().includes(word.toLowerCase()))
}

/** `Bundle.entry[3].resource.birthDate.extension[0].valueDateTime`: what stands beside a primitive has a member of its own. */
function valueAt(bundle: unknown, path: string): unknown {
  let at: unknown = { Bundle: bundle }
  const steps = path.split('.')
  for (const [i, step] of steps.entries()) {
    const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?$/.exec(step)!
    const read = (member: string): unknown => {
      const value = (at as Record<string, unknown> | undefined)?.[member]
      return index === undefined ? value : (value as unknown[] | undefined)?.[Number(index)]
    }
    const value = read(name)
    const goesOn = i + 1 < steps.length
    at = goesOn && (typeof value !== 'object' || value === null) ? read(`_${name}`) : value
  }
  return at ?? undefined
}

describe('a message of every structure with a value in every field', () => {
  it.each(Object.entries(Object.groupBy(NAMES, (name) => name.slice(0, 1))))('%s', (_letter, names) => {
    for (const name of names!) {
      const { text, values } = fullMessage(name)
      if (values.size > 0) expect({ name, losses: lossesOf(text, values).slice(0, 20) }).toEqual({ name, losses: [] })
    }
  })

  it('has several of each segment', () => {
    for (const name of ['ADT_A01', 'ORU_R01', 'OML_O21', 'SIU_S12', 'RDE_O11', 'VXU_V04', 'DFT_P03', 'MDM_T02']) {
      const { text, values } = fullMessage(name, 2)
      expect(values.size).toBeGreaterThan(1_000)
      expect({ name, losses: lossesOf(text, values).slice(0, 20) }).toEqual({ name, losses: [] })
    }
  })
})

describe('a message after another one with a torn line', () => {
  it('keeps its result', () => {
    const convert = (...lines: string[]) =>
      toFhir(['MSH|^~\\&|A|B|||20260102||ADT^A01^ADT_A01|1|P|2.5.1', 'PID|1||1001', 'PV1|1|I', ...lines].join('\r'))
    convert('OBX ZZ|x')
    expect(resources(convert('ZZ PV1|x', 'OBX|1|NM|2345-7^Glucose^LN||5.2'), 'Observation')).toHaveLength(1)
  })
})

describe('headers and trailers of files and batches', () => {
  const head = 'MSH|^~\\&|A|B|||20260102||ADT^A01|'

  it('have a line for each value', () => {
    const segments = ['FHS|^~\\&|A||||||f|File comment', 'BHS|^~\\&|A|B&C||||||Batch comment', `${head}1`, 'BTS|1|Trailer comment', 'FTS|1']
    const { unmapped } = toFhir(segments.join('\r'))
    const lines = unmapped.filter(({ path }) => /^[FB]/.test(path)).map(({ path, reason }) => `${path} ${reason}`)
    const delimiters = ['FHS', 'BHS'].flatMap((id) => [`${id}-1 delimiters`, `${id}-2 delimiters`])
    const others = ['FHS-3', 'FHS-9', 'FHS-10', 'BHS-3', 'BHS-4.1.1', 'BHS-4.1.2', 'BHS-10', 'BTS-1', 'BTS-2', 'FTS-1']
    expect(lines.sort()).toEqual([...delimiters, ...others.map((path) => `${path} no_segment_map`)].sort())
  })

  it('of several batches are told apart, and are not in the report of a message', () => {
    const { unmapped, messages } = toFhir([`BHS|^~\\&|A`, `${head}1`, 'BTS|1', 'BHS#^~\\&#B', `${head}2`, 'BTS#1#Comment'].join('\r'))
    expect(unmapped.map(({ path }) => path)).toEqual(expect.arrayContaining(['BHS-3', 'BHS[2]-3', 'BTS[2]-2']))
    expect(messages.flatMap((each) => each.unmapped).filter(({ path }) => path.startsWith('B'))).toEqual([])
  })
})
