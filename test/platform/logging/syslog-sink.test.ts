// Syslog against Debian's rsyslog: TCP, TLS and UDP, what it parses, and whom this end does not talk to.
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import type { SyslogSinkSettings } from '../../../src/platform/config/schema/config-sinks.ts'
import { openLog } from '../../../src/platform/logging/log.ts'
import { openNetworkSink } from '../../../src/platform/logging/log-sinks.ts'
import { composeSyslog, frameSyslog, syslogOfLine } from '../../../src/platform/logging/syslog-format.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { hasOpenSsl, makeCertificates } from '../server/test-certificates.ts'
import { hasRsyslog, relayTo, startRsyslog } from './rsyslog.ts'

const ORIGIN = { host: 'ward-7', app: 'health-tools', version: '0.1.0', processId: 42 }
const LINE = '{"level":"warn","time":"2026-02-03T04:05:06.789Z","stream":"service","msg":"Größe"}\n'
const NO_TLS = { ca: null, cert: null, key: null }

function settingsOf(settings: Partial<SyslogSinkSettings>): SyslogSinkSettings {
  const shared = { bufferBytes: 1 << 20, onFull: 'drop_oldest', tls: NO_TLS, framing: 'octet', format: 'rfc5424' } as const
  return { type: 'syslog', transport: 'tcp', host: '127.0.0.1', port: 514, ...shared, ...settings }
}

describe('RFC 5424', () => {
  test('§6: header, registered structured data, text in ASCII', () => {
    expect(syslogOfLine(ORIGIN, LINE, 7)).toBe(
      '<28>1 2026-02-03T04:05:06.789Z ward-7 health-tools 42 service [origin software="health-tools" swVersion="0.1.0"][meta sequenceId="7"] ' +
        '{"level":"warn","time":"2026-02-03T04:05:06.789Z","stream":"service","msg":"Gr\\u00f6\\u00dfe"}',
    )
  })

  test.each([
    ['info', 'access', 134],
    ['error', 'service', 27],
    ['debug', 'service', 31],
    ['info', 'audit', 110],
  ])('Table 1 and 2: %s of %s is <%i>', (level, stream, pri) => {
    expect(syslogOfLine(ORIGIN, `{"level":"${level}","time":"2026-02-03T04:05:06.789Z","stream":"${stream}"}`, 1)).toMatch(
      new RegExp(`^<${pri}>1 `),
    )
  })

  test('§6.2.4, §6.3.3: names hold no space and no more than they may, values escape what ends them', () => {
    const message = { facility: 1, severity: 1, time: '-', messageId: 'x'.repeat(40), sequence: 1, text: '' }
    const text = composeSyslog({ ...ORIGIN, host: 'a b\né', app: '', version: 'a"b]c\\d' }, message)
    expect(text).toBe(`<9>1 - a_b__ - 42 ${'x'.repeat(32)} [origin software="" swVersion="a\\"b\\]c\\\\d"][meta sequenceId="1"] `)
  })

  test('RFC 6587 §3.4.1: the count is of octets', () => {
    expect(frameSyslog('aé', 'octet')).toBe('3 aé')
    expect(frameSyslog('ab', 'newline')).toBe('ab\n')
  })
})

describe.skipIf(!hasRsyslog || !hasOpenSsl)('rsyslog', () => {
  test.each(['tcp with octets', 'tcp with line ends', 'tls', 'udp'] as const)('reads %s field by field', async (way) => {
    const folder = makeScratchFolder()
    const certificates = makeCertificates(folder)
    const rsyslog = await startRsyslog(folder, certificates)
    const tls = { ca: certificates.ca, cert: certificates.clientCert, key: { kind: 'file', path: certificates.clientKey } } as const
    const settings = {
      'tcp with octets': settingsOf({ port: rsyslog.tcpPort }),
      'tcp with line ends': settingsOf({ port: rsyslog.tcpPort, framing: 'newline' }),
      tls: settingsOf({ transport: 'tls', host: 'localhost', port: rsyslog.tlsPort, tls }),
      udp: settingsOf({ transport: 'udp', port: rsyslog.udpPort }),
    }[way]
    const sink = openNetworkSink(settings)
    const log = openLog({ level: 'info', clientAddress: 'full', sinks: [{ sink, streams: ['service'] }] })
    log.info('listening', { address: 'ÄÖ"\\', port: 8080 })
    log.warn('second')
    const received = await rsyslog.waitForMessages(2)
    await log.close(1_000)
    const [first, second] = received
    expect(first).toEqual({
      pri: '30',
      version: '1',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|\+00:00)$/),
      host: hostname(),
      app: 'health-tools',
      processId: String(process.pid),
      messageId: 'service',
      structuredData: expect.stringMatching(/^\[origin software="health-tools" swVersion="[^"]+"\]\[meta sequenceId="1"\]$/),
      text: expect.any(String),
      input: way.slice(0, 3),
      end: true,
    })
    expect(JSON.parse(first!.text)).toMatchObject({ stream: 'service', msg: 'listening', address: 'ÄÖ"\\', port: 8080 })
    expect(second).toMatchObject({ pri: '28', structuredData: expect.stringContaining('sequenceId="2"') })
    expect(sink.droppedLines).toBe(0)
  })

  test('that is stopped and started again gets what came meanwhile, in order', async () => {
    const folder = makeScratchFolder()
    const rsyslog = await startRsyslog(folder, makeCertificates(folder))
    const sink = openNetworkSink(settingsOf({ port: rsyslog.tcpPort }))
    const write = (n: number): void => sink.write(`{"level":"info","time":"2026-02-03T04:05:06.789Z","stream":"access","n":${n}}\n`)
    write(1)
    await rsyslog.waitForMessages(1)
    await rsyslog.stop()
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (let n = 2; n <= 20; n++) write(n)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sink.heldCharacters).toBeGreaterThan(0)
    await rsyslog.start()
    const received = await rsyslog.waitForMessages(20)
    expect(received.map(({ text }) => JSON.parse(text).n)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(sink.droppedLines).toBe(0)
    await sink.close(1_000)
  })

  test.each(['a foreign authority', 'another name', 'no client certificate'])('with %s gets nothing over TLS', async (fault) => {
    const folder = makeScratchFolder()
    const certificates = makeCertificates(folder)
    const rsyslog = await startRsyslog(folder, certificates)
    const client = { cert: certificates.clientCert, key: { kind: 'file', path: certificates.clientKey } } as const
    const tls = {
      ca: fault === 'a foreign authority' ? certificates.untrustedCa : certificates.ca,
      ...(fault === 'no client certificate' ? { cert: null, key: null } : client),
    }
    // The certificate names localhost and 127.0.0.1 alone.
    const host = fault === 'another name' ? '127.0.0.2' : 'localhost'
    const port = fault === 'another name' ? await relayTo(rsyslog.tlsPort) : rsyslog.tlsPort
    const sink = openNetworkSink(settingsOf({ transport: 'tls', host, port, tls }))
    sink.write(LINE)
    await new Promise((resolve) => setTimeout(resolve, 700))
    const good = openNetworkSink(
      settingsOf({ transport: 'tls', host: 'localhost', port: rsyslog.tlsPort, tls: { ca: certificates.ca, ...client } }),
    )
    good.write(LINE.replace('warn', 'error'))
    const received = await rsyslog.waitForMessages(1)
    await good.close(1_000)
    expect(sink.heldCharacters).toBe(LINE.length)
    await sink.close(10)
    expect(received.map(({ pri }) => pri)).toEqual(['27'])
  })
})
