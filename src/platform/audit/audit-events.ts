// What is recorded of a request and of an administrative act: declared members alone.
import { userInfo } from 'node:os'
import type { AuditGate, RequestPhase, RequestReport } from '../../http/response/report.ts'
import { type ClientAddressForm, formAddress } from '../logging/log.ts'
import type { AuditEvent, AuditLog } from './audit-log.ts'

function eventOfRequest(report: RequestReport, phase: RequestPhase, form: ClientAddressForm): AuditEvent {
  const { requestId, traceId, method, route, status, code, tool, credentialId, plan, clientAddress } = report
  const { bytesIn, bytesOut, milliseconds } = report
  return {
    action: phase === 'begun' ? 'request.begun' : 'request',
    outcome: phase === 'begun' ? 'started' : outcomeOf(status),
    facts: {
      requestId,
      traceId,
      method,
      route,
      status,
      code,
      tool,
      credentialId,
      plan,
      client: formAddress(clientAddress, form),
      bytesIn,
      bytesOut,
      milliseconds,
    },
  }
}

function outcomeOf(status: number): AuditEvent['outcome'] {
  if (status < 400) return 'success'
  return status === 401 || status === 403 || status === 429 ? 'refused' : 'failure'
}

/** @param target what was acted on, by a name that this program gave: the public id of a key */
export function eventOfAct(action: string, outcome: AuditEvent['outcome'], target?: string): AuditEvent {
  return { action, outcome, facts: { user: userName(), uid: process.getuid?.(), pid: process.pid, target } }
}

/** The account of the operating system that runs this process. */
function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

export function auditGateOf(log: AuditLog, form: ClientAddressForm): AuditGate {
  return { admit: () => log.admit(), record: (report, phase) => log.record(eventOfRequest(report, phase, form)) }
}
