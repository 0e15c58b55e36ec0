// The long calls of the mixed bench, and what sends them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { composeRequest } from './load.ts'

/** At the same time. */
export const JOBS = 4
const JOB_BYTES = 5_000_000
const SENTENCE = 'The patient was seen in the clinic this morning and reports less pain since the dose was halved. '
const NOTES = { mediaType: 'text/plain', body: SENTENCE.repeat(Math.ceil(JOB_BYTES / SENTENCE.length)) }
const RESULT = 'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F\r'
const MESSAGE = {
  mediaType: 'application/hl7-v2',
  body: `MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\rPID|1||1||A^B\rOBR|1|||718-7^H^LN\r${RESULT.repeat(Math.ceil(JOB_BYTES / RESULT.length))}`,
}

/** What the jobs ask for: the shorter they are, the more bytes come in beside the small calls; the longer, the longer a call could wait for them. */
const JOB_BODIES = { 'text/readability': NOTES, 'hl7/validate': MESSAGE, 'phi/detect': NOTES }
export type JobTool = keyof typeof JOB_BODIES

/** One for each connection. */
export function composeJobs(tool: JobTool, key: string): Buffer[] {
  const { mediaType, body } = JOB_BODIES[tool]
  const job = composeRequest(`/v1/tools/${tool}`, body, { Authorization: `Bearer ${key}`, 'Content-Type': mediaType })
  return Array.from({ length: JOBS }, () => job)
}

/**
 * Sends jobs from a process of its own until it is stopped: what writes 5 MB cannot look at the clock for a small call.
 * @throws Error where a job was answered with anything but 200, or none was answered
 */
export async function startJobs(port: number, tool: JobTool, key: string): Promise<{ stop(): Promise<void> }> {
  const file = new URL('mixed-sender.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file, String(port), tool, key], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await once(child.stdout, 'data')
  return {
    async stop() {
      const closed = once(child, 'close')
      child.kill()
      await closed
      const statuses = JSON.parse(printed.split('\n')[1]!) as number[]
      if (statuses.join() !== '200') throw new Error(`jobs of ${tool} were answered with: ${statuses.join(', ') || 'nothing'}`)
    },
  }
}
