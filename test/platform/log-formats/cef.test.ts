// Common Event Format: escapes of header and extension, keys of the dictionary, and the file that a configuration asks for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { cefOfLine } from '../../../src/platform/log-formats/cef.ts'
import { openLog } from '../../../src/platform/logging/log.ts'
import { openSinks } from '../../../src/platform/logging/log-sinks.ts'
import { syslogOfLine } from '../../../src/platform/logging/syslog-format.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import { loadYaml } from '../config/load-yaml.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { REPORT } from '../server/request-report.ts'

const ORIGIN = { app: 'health-tools', version: '0.1.0' }
const lineOf = (facts: object, level = 'info', stream = 'service'): string =>
  `${JSON.stringify({ level, time: '2026-02-03T04:05:06.789Z', stream, ...facts })}\n`
const RT = `rt=${Date.UTC(2026, 1, 3, 4, 5, 6, 789)}`

/** As a receiver reads an event: header fields at bars, pairs at keys, escapes taken out. */
function readCef(text: string): { header: string[]; facts: Record<string, string> } {
  const [, head = '', extension = ''] = /^CEF:0\|((?:(?:\\.|[^\\|\n])*\|){6})([^\n]*)$/.exec(text) ?? []
  const header = [...head.matchAll(/((?:\\.|[^\\|])*)\|/g)].map(([, field]) => field!.replace(/\\([\\|])/g, '$1'))
  const pairs = [...extension.matchAll(/(\w+)=((?:\\.|[^\\=])*?)(?= \w+=|$)/g)]
  const plain = (value: string): string => value.replace(/\\([\\=nr])/g, (_all, mark) => ({ n: '\n', r: '\r' })[mark as 'n' | 'r'] ?? mark)
  return { header, facts: Object.fromEntries(pairs.map(([, key, value]) => [key, plain(value!)])) }
}

describe('an event', () => {
  test('has vendor, product, version, class, name and severity, and its facts by the keys of the dictionary', () => {
    const facts = { requestId: 'r1', method: 'POST', route: '/v1/x', status: 422, code: 'unreadable_input', bytesIn: 3, tool: 'hl7/parse' }
    expect(cefOfLine(ORIGIN, lineOf({ ...facts, client: '192.0.2.7' }, 'info', 'access'))).toBe(
      'CEF:0|health-tools|health-tools|0.1.0|access:unreadable_input|request answered with 422|3|' +
        `${RT} cat=access src=192.0.2.7 externalId=r1 requestMethod=POST request=/v1/x HealthToolsStatus=422 ` +
        'HealthToolsCode=unreadable_input in=3 HealthToolsTool=hl7/parse',
    )
  })

  test.each([
    ['debug', 1],
    ['info', 3],
    ['warn', 6],
    ['error', 8],
  ])('of %s has severity %i', (level, severity) => {
    expect(readCef(cefOfLine(ORIGIN, lineOf({ msg: 'x' }, level))).header).toHaveLength(6)
    expect(cefOfLine(ORIGIN, lineOf({ msg: 'x' }, level))).toContain(`|x|${severity}|`)
  })

  test.each([
    'a|b',
    'a\\b',
    'a=b c=d',
    'first\nsecond\r\nthird',
    '\\|=\\n',
    'ends with \\',
    'Größe 𝄞',
    'CEF:0|x|y|',
    ' msg=forged src=1.2.3.4',
  ])('brings back %j, and nothing in it becomes a field', (text) => {
    const event = cefOfLine({ app: text.replace(/[\r\n]/g, ''), version: '1' }, lineOf({ msg: text, tool: text, last: 1 }))
    const { header, facts } = readCef(event)
    expect(event).not.toMatch(/[\r\n]/)
    expect(header).toHaveLength(6)
    expect(header[4]).toBe(text.replace(/[\r\n]+/g, ' '))
    expect(facts).toEqual({ rt: RT.slice(3), cat: 'service', msg: text, HealthToolsTool: text, HealthToolsLast: '1' })
  })

  test('writes an IPv6 address where the dictionary has it, lists as JSON, and leaves out what is null', () => {
    const { facts } = readCef(cefOfLine(ORIGIN, lineOf({ client: '2001:db8::7', frames: ['a', 'b'], plan: null })))
    expect(facts).toMatchObject({ c6a2: '2001:db8::7', c6a2Label: 'Source IPv6 Address', HealthToolsFrames: '["a","b"]' })
    expect(facts).not.toHaveProperty('HealthToolsPlan')
  })

  test('of the audit log is named by its action', () => {
    const text = cefOfLine(ORIGIN, lineOf({ action: 'keys.revoke', outcome: 'success', user: 'root' }, 'info', 'audit'))
    expect(text).toContain('|audit:keys.revoke|keys.revoke|3|')
    expect(readCef(text).facts).toMatchObject({ outcome: 'success', suser: 'root' })
  })
})

test('over syslog it is the text of an RFC 5424 message, with a byte order mark where it is not ASCII', () => {
  const origin = { ...ORIGIN, host: 'h', processId: 1 }
  const head =
    '<30>1 2026-02-03T04:05:06.789Z h health-tools 1 service [origin software="health-tools" swVersion="0.1.0"][meta sequenceId="1"] '
  expect(syslogOfLine(origin, lineOf({ msg: 'x' }), 1, 'cef')).toBe(
    `${head}CEF:0|health-tools|health-tools|0.1.0|service|x|3|${RT} cat=service msg=x`,
  )
  expect(syslogOfLine(origin, lineOf({ msg: 'Größe' }), 1, 'cef')).toContain(`${head}\ufeffCEF:0|`)
})

test('a file of the configuration is written in it', async () => {
  const folder = makeScratchFolder()
  const { logging } = loadYaml('logging: { sinks: [{ type: file, path: events.cef, format: cef }] }\n', {}, folder)
  const log = openLog({ level: 'info', clientAddress: 'full', sinks: openSinks(logging.sinks) })
  log.access(REPORT)
  log.warn('a|b=c')
  await endOfTurn()
  await log.close(5_000)
  const lines = readFileSync(join(folder, 'events.cef'), 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => readCef(line).header[3])).toEqual(['access', 'service'])
  expect(readCef(lines[1]!).facts.msg).toBe('a|b=c')
})

test('another format is refused', () => {
  expect(thrownProblem(() => loadYaml('logging: { sinks: [{ type: stdout, format: leef }] }\n')).errors).toEqual([
    { pointer: '/logging/sinks/0/format', code: 'invalid_value', detail: 'line 1: expected one of json, cef' },
  ])
})
