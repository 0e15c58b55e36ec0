// Messages of IHE ATNA: received by Debian's rsyslog over TLS, read by another parser of XML, and held against the schema of PS3.15 A.5.1.
import { execFileSync, spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { composeAuditMessage, openAtnaSink } from '../../../src/platform/audit/audit-atna.ts'
import { createSeal } from '../../../src/platform/audit/audit-chain.ts'
import { eventOfAct } from '../../../src/platform/audit/audit-events.ts'
import { openAuditLog } from '../../../src/platform/audit/audit-log.ts'
import { hasRsyslog, startRsyslog } from '../logging/rsyslog.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { hasOpenSsl, makeCertificates } from '../server/test-certificates.ts'

const SOURCE = { sourceId: 'health-tools@site', host: 'ward-7', processId: 42 }
const TIME = '2026-02-03T04:05:06.789Z'
const READ_XML = `
import json, sys, xml.etree.ElementTree as tree
def plain(e): return {"name": e.tag, "attributes": e.attrib, "text": (e.text or "").strip(), "children": [plain(c) for c in e]}
print(json.dumps(plain(tree.fromstring(sys.stdin.buffer.read()))))`
const hasPython = spawnSync('python3', ['--version']).status === 0

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly Element[]
}

const readXml = (xml: string): Element => JSON.parse(execFileSync('python3', ['-c', READ_XML], { input: xml, encoding: 'utf8' })) as Element

const element = (name: string, attributes: z.ZodType, children: z.ZodType = z.tuple([])) =>
  z.strictObject({ name: z.literal(name), attributes, text: z.literal(''), children })
const token = z.string().regex(/^\S(?:.*\S)?$/)
const code = (name: string) =>
  element(name, z.strictObject({ 'csd-code': token, codeSystemName: token, originalText: token, displayName: token.optional() }))
const place = { NetworkAccessPointID: token.optional(), NetworkAccessPointTypeCode: z.enum(['1', '2', '3', '4', '5']).optional() }
/** PS3.15 A.5.1, the parts that are used: order, number, names and values of elements and attributes. */
const auditMessage = element(
  'AuditMessage',
  z.strictObject({}),
  z
    .array(z.custom<Element>())
    .refine((children) =>
      /^EventIdentification( ActiveParticipant)+ AuditSourceIdentification( ParticipantObjectIdentification)*$/.test(
        children.map(({ name }) => name).join(' '),
      ),
    )
    .pipe(
      z.array(
        z.union([
          element(
            'EventIdentification',
            z.strictObject({
              EventActionCode: z.enum(['C', 'R', 'U', 'D', 'E']),
              EventDateTime: z.iso.datetime(),
              EventOutcomeIndicator: z.enum(['0', '4', '8', '12']),
            }),
            z.tuple([code('EventID'), code('EventTypeCode')]),
          ),
          element(
            'ActiveParticipant',
            z.strictObject({
              UserID: z.string().min(1),
              AlternativeUserID: z.string().optional(),
              UserIsRequestor: z.enum(['true', 'false']),
              ...place,
            }),
            z.array(code('RoleIDCode')),
          ),
          element(
            'AuditSourceIdentification',
            z.strictObject({ AuditSourceID: token, AuditEnterpriseSiteID: token.optional() }),
            z.tuple([
              element(
                'AuditSourceTypeCode',
                z.strictObject({ 'csd-code': z.string().regex(/^[1-9]$/), codeSystemName: token, originalText: token }),
              ),
            ]),
          ),
          element(
            'ParticipantObjectIdentification',
            z.strictObject({
              ParticipantObjectID: token,
              ParticipantObjectTypeCode: z.enum(['1', '2', '3', '4']),
              ParticipantObjectTypeCodeRole: z.string().regex(/^(?:[1-9]|1\d|2[0-6])$/),
            }),
            z
              .tuple([
                code('ParticipantObjectIDTypeCode'),
                z.strictObject({
                  name: z.literal('ParticipantObjectName'),
                  attributes: z.strictObject({}),
                  text: token,
                  children: z.tuple([]),
                }),
              ])
              .rest(element('ParticipantObjectDetail', z.strictObject({ type: token, value: z.base64() }))),
          ),
        ]),
      ) as z.ZodType<unknown, Element[]>,
    ),
)

function find(root: Element, name: string): Element[] {
  return root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...find(child, name)])
}

function lineOf(facts: Record<string, unknown>): string {
  return `${JSON.stringify({ level: 'info', time: TIME, stream: 'audit', seq: 1, ...facts })}\n`
}

describe.skipIf(!hasPython)('a message', () => {
  const request = { action: 'request', outcome: 'success', requestId: 'r1', route: '/v1/tools/hl7/parse', tool: 'hl7/parse', status: 200 }

  test.each<[string, Record<string, unknown>, string, string, string]>([
    ['the start', { action: 'service.start', outcome: 'success', user: 'health-tools' }, '110100', '110120', '0'],
    ['the stop', { action: 'service.stop', outcome: 'success', user: 'health-tools' }, '110100', '110121', '0'],
    ['a new key', { action: 'keys.create', outcome: 'success', user: 'root', target: 'abcdefghijkl' }, '110113', '110137', '0'],
    ['a key that could not be made', { action: 'keys.create', outcome: 'failure', user: 'root' }, '110113', '110137', '4'],
    ['a call', { ...request, credentialId: 'k1', client: '192.0.2.7' }, 'request', 'tool-call', '0'],
    ['a call that failed', { ...request, credentialId: 'k1', status: 500, outcome: 'failure' }, 'request', 'tool-call', '8'],
    ['refused credentials', { ...request, status: 401, outcome: 'refused', client: '192.0.2.7' }, '110114', '110122', '4'],
    ['another act', { action: 'backup.create', outcome: 'success', user: 'root' }, 'administration', '110131', '0'],
    ['the end of a gap', { action: 'audit.resumed', outcome: 'success', lost: 4 }, 'administration', '110131', '0'],
    ['copies that were dropped', { level: 'warn', msg: 'log lines were dropped', dropped: 3 }, 'administration', '110131', '8'],
  ])('of %s keeps the schema', (_title, facts, id, type, outcome) => {
    const message = readXml(composeAuditMessage(lineOf(facts), SOURCE))
    expect(auditMessage.safeParse(message).error?.issues).toBeUndefined()
    expect(find(message, 'EventID')[0]!.attributes['csd-code']).toBe(id)
    expect(find(message, 'EventTypeCode')[0]!.attributes['csd-code']).toBe(type)
    expect(find(message, 'EventIdentification')[0]!.attributes).toMatchObject({ EventOutcomeIndicator: outcome, EventDateTime: TIME })
    expect(find(message, 'AuditSourceIdentification')[0]!.attributes.AuditSourceID).toBe('health-tools@site')
  })

  test('names who asked, from where, and what for', () => {
    const message = readXml(composeAuditMessage(lineOf({ ...request, credentialId: 'k1', client: '192.0.2.7' }), SOURCE))
    const [requestor, application] = find(message, 'ActiveParticipant')
    expect(requestor!.attributes).toEqual({
      UserID: 'k1',
      UserIsRequestor: 'true',
      NetworkAccessPointID: '192.0.2.7',
      NetworkAccessPointTypeCode: '2',
    })
    expect(application!.attributes).toMatchObject({ UserID: '42', UserIsRequestor: 'false', NetworkAccessPointID: 'ward-7' })
    expect(find(message, 'RoleIDCode')[0]!.attributes['csd-code']).toBe('110150')
    expect(find(message, 'ParticipantObjectIdentification')[0]!.attributes.ParticipantObjectID).toBe('/v1/tools/hl7/parse')
    expect(find(message, 'ParticipantObjectName')[0]!.text).toBe('hl7/parse')
    expect(atob(find(message, 'ParticipantObjectDetail')[0]!.attributes.value!)).toBe('r1')
  })

  test('is well-formed whatever the names are', () => {
    const user = 'a<b>&"\'\u0001é😀\uD800\uFFFF'
    const message = readXml(
      composeAuditMessage(lineOf({ action: 'keys.create', outcome: 'success', user }), { ...SOURCE, sourceId: '<&">' }),
    )
    expect(find(message, 'ActiveParticipant')[0]!.attributes.UserID).toBe('a<b>&"\'?é😀??')
    expect(find(message, 'AuditSourceIdentification')[0]!.attributes.AuditSourceID).toBe('<&">')
  })
})

test.skipIf(!hasRsyslog || !hasOpenSsl || !hasPython)('rsyslog receives the events of an audit log over TLS', async () => {
  const folder = makeScratchFolder()
  const { ca, clientCert, clientKey, ...rest } = makeCertificates(folder)
  const rsyslog = await startRsyslog(folder, { ca, clientCert, clientKey, ...rest })
  const sink = openAtnaSink({
    host: 'localhost',
    port: rsyslog.tlsPort,
    sourceId: 'health-tools@site',
    tls: { ca, cert: clientCert, key: { kind: 'file', path: clientKey } },
    bufferBytes: 1 << 20,
  })
  const file = join(folder, 'audit.log')
  const settings = { file, hashChain: true, fsyncMs: 1_000, onFailure: 'refuse', addonFolders: [] } as const
  const log = await openAuditLog(settings, { seal: createSeal(null), sinks: [sink], logError: () => undefined })
  await log.record(eventOfAct('service.start', 'success'))
  await log.record(eventOfAct('keys.revoke', 'success', 'abcdefghijkl'))
  const received = await rsyslog.waitForMessages(2)
  await log.close(1_000)
  expect(received).toHaveLength(2)
  for (const { text, ...head } of received) {
    // authpriv, notice; ITI TF-2 §3.20.4.1.2.1
    expect(head).toMatchObject({ pri: '85', version: '1', host: hostname(), app: 'health-tools', messageId: 'DICOM+RFC3881', input: 'tls' })
    expect(text.startsWith('\uFEFF<?xml version="1.0" encoding="UTF-8"?><AuditMessage>')).toBe(true)
    expect(auditMessage.safeParse(readXml(text.slice(1))).error?.issues).toBeUndefined()
  }
})
