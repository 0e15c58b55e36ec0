// Audit messages of IHE ATNA: the XML of DICOM PS3.15 A.5, in syslog messages over TLS (PS3.15 A.6, IHE ITI-20).
import { hostname } from 'node:os'
import { DeliverySink } from '../logging/delivery-sink.ts'
import { readHead } from '../logging/log-line.ts'
import { openStreamTransport } from '../logging/socket-transport.ts'
import { composeSyslog, frameSyslog, MAX_SEQUENCE } from '../logging/syslog-format.ts'
import type { TlsFiles } from '../logging/tls-material.ts'
import { readTlsMaterial } from '../logging/tls-material.ts'
import { versionInfo } from '../version.ts'

export interface AtnaSettings {
  readonly host: string
  readonly port: number
  /** AuditSourceID: which system of the site this is. */
  readonly sourceId: string
  readonly tls: TlsFiles
  readonly bufferBytes: number
}

export interface AtnaSource {
  readonly sourceId: string
  readonly host: string
  readonly processId: number
}

/** authpriv, notice: PS3.15 A.6.1 and ITI TF-2 §3.20.4.1.2.1. */
const FACILITY = 10
const SEVERITY = 5
const MESSAGE_ID = 'DICOM+RFC3881'
/** Half a millisecond of composing, measured. */
const BATCH = 50

/** @throws ProblemError `bad_configuration` */
export function openAtnaSink({ host, port, sourceId, tls, bufferBytes }: AtnaSettings): DeliverySink {
  const origin = { host: hostname(), app: 'health-tools', version: versionInfo().version, processId: process.pid }
  const source = { sourceId, host: origin.host, processId: process.pid }
  let sequence = 0
  const frame = (line: string): string => {
    sequence = sequence === MAX_SEQUENCE ? 1 : sequence + 1
    const { time } = readHead(line)
    // The byte order mark says that the text is UTF-8 (RFC 5424 §6.4).
    const text = `\uFEFF${composeAuditMessage(line, source)}`
    return frameSyslog(
      composeSyslog(origin, { facility: FACILITY, severity: SEVERITY, time, messageId: MESSAGE_ID, sequence, text }),
      'octet',
    )
  }
  return new DeliverySink(openStreamTransport({ host, port }, readTlsMaterial(tls), frame), {
    maxBufferBytes: bufferBytes,
    onFull: 'drop_oldest',
    batch: BATCH,
    flushMs: 0,
    lanes: 1,
  })
}

interface Code {
  readonly code: string
  readonly system: string
  readonly text: string
}

const dcm = (code: string, text: string): Code => ({ code, system: 'DCM', text })
/** PS3.16 §8.2: private coding schemes begin with 99. */
const own = (code: string, text: string): Code => ({ code, system: '99HEALTHTOOLS', text })

/** PS3.16 CID 400 and CID 401. What a tool does has no code there: the tools know no patient, study or order. */
const EVENTS: readonly (readonly [actions: RegExp, id: Code, type: Code])[] = [
  [/^service\.start$/, dcm('110100', 'Application Activity'), dcm('110120', 'Application Start')],
  [/^service\.stop$/, dcm('110100', 'Application Activity'), dcm('110121', 'Application Stop')],
  [/^keys\./, dcm('110113', 'Security Alert'), dcm('110137', 'User Security Attributes Changed')],
  [/^(?:config|licence)\./, dcm('110113', 'Security Alert'), dcm('110129', 'Security Configuration')],
]
const AUTHENTICATION = [dcm('110114', 'User Authentication'), dcm('110122', 'Login')] as const
const REQUEST = [own('request', 'Request'), own('tool-call', 'Call of a tool')] as const
const OTHER_ACT = [own('administration', 'Administrative act'), dcm('110131', 'Software Configuration')] as const

interface AuditFields {
  readonly time: string
  readonly action?: string
  readonly outcome?: string
  readonly status?: number
  readonly route?: string
  readonly tool?: string
  readonly requestId?: string
  readonly credentialId?: string
  readonly client?: string
  readonly user?: string
  readonly target?: string
  /** Of the line that says how many copies were lost. */
  readonly dropped?: number
}

/** @param line a line of the audit log, as its copies are */
export function composeAuditMessage(line: string, source: AtnaSource): string {
  const fields = JSON.parse(line) as AuditFields
  const { action = 'audit.copies-dropped', time } = fields
  const [id, type] = codesOf(action, fields)
  const identification = `<EventIdentification${attributes({
    EventActionCode: 'E',
    EventDateTime: time,
    EventOutcomeIndicator: indicatorOf(fields),
  })}>${codeElement('EventID', id)}${codeElement('EventTypeCode', type)}</EventIdentification>`
  return `<?xml version="1.0" encoding="UTF-8"?><AuditMessage>${identification}${participants(fields, source)}${sourceElement(source)}${objectOf(fields)}</AuditMessage>`
}

function codesOf(action: string, { status }: AuditFields): readonly [Code, Code] {
  if (action.startsWith('request')) return status === 401 ? AUTHENTICATION : REQUEST
  const known = EVENTS.find(([actions]) => actions.test(action))
  return known ? [known[1], known[2]] : OTHER_ACT
}

/** PS3.15 A.5.2: 0 success, 4 minor failure (the action was refused), 8 serious failure. */
function indicatorOf({ outcome, status = 0, dropped }: AuditFields): string {
  if (dropped !== undefined || status >= 500) return '8'
  return outcome === 'success' || outcome === 'started' ? '0' : '4'
}

/** Who asked, and the application that did it. */
function participants({ credentialId, user, client, action }: AuditFields, { host, processId }: AtnaSource): string {
  const place = client === undefined ? {} : { NetworkAccessPointID: client, NetworkAccessPointTypeCode: '2' }
  const isOwnAct = credentialId === undefined && user === undefined && !action?.startsWith('request')
  const requestor = isOwnAct
    ? ''
    : `<ActiveParticipant${attributes({ UserID: credentialId ?? user ?? 'unknown', UserIsRequestor: 'true', ...place })}/>`
  const application = attributes({
    UserID: String(processId),
    AlternativeUserID: 'health-tools',
    UserIsRequestor: String(isOwnAct),
    NetworkAccessPointID: host,
    NetworkAccessPointTypeCode: '1',
  })
  return `${requestor}<ActiveParticipant${application}>${codeElement('RoleIDCode', dcm('110150', 'Application'))}</ActiveParticipant>`
}

/** Source type 4: application server process or thread. */
function sourceElement({ sourceId }: AtnaSource): string {
  return `<AuditSourceIdentification${attributes({ AuditSourceID: sourceId })}><AuditSourceTypeCode${attributes({
    'csd-code': '4',
    codeSystemName: 'DCM',
    originalText: 'Application server process or thread',
  })}/></AuditSourceIdentification>`
}

/** The route as a URI of a system object (type 2), or the key that was acted on as a security user entity (role 11). */
function objectOf({ route, tool, requestId, target }: AuditFields): string {
  if (target !== undefined) return objectElement(target, '11', { code: '11', system: 'RFC-3881', text: 'User Identifier' }, target, {})
  if (route === undefined) return ''
  return objectElement(
    route,
    '4',
    { code: '12', system: 'RFC-3881', text: 'URI' },
    tool ?? route,
    requestId === undefined ? {} : { requestId },
  )
}

function objectElement(id: string, role: string, idType: Code, name: string, details: Readonly<Record<string, string>>): string {
  const head = attributes({ ParticipantObjectID: id, ParticipantObjectTypeCode: '2', ParticipantObjectTypeCodeRole: role })
  const more = Object.entries(details).map(([type, value]) => {
    const base64 = Buffer.from(value).toString('base64')
    return `<ParticipantObjectDetail${attributes({ type, value: base64 })}/>`
  })
  return `<ParticipantObjectIdentification${head}>${codeElement('ParticipantObjectIDTypeCode', idType)}<ParticipantObjectName>${escapeXml(name)}</ParticipantObjectName>${more.join('')}</ParticipantObjectIdentification>`
}

function codeElement(name: string, { code, system, text }: Code): string {
  return `<${name}${attributes({ 'csd-code': code, codeSystemName: system, originalText: text })}/>`
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
}

/** XML 1.0 §2.2 and §2.4: controls may not stand in a document at all. */
function escapeXml(text: string): string {
  return text.replace(/[^ -~]|[&<>"]/gu, (character) => (isXmlCharacter(character) ? `&#${character.codePointAt(0)};` : '?'))
}

function isXmlCharacter(character: string): boolean {
  return character.isWellFormed() && character >= ' ' && character !== '\uFFFE' && character !== '\uFFFF'
}
