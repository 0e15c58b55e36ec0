// What blocks the page: the tasks of its main thread, as the browser traces them, in CPU time and in time that passed.
import type { CDPSession, Page } from 'playwright-core'

/** Behind the last pause after which the page works on what was typed. */
const SETTLE_MS = 1500
const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata']

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly dur?: number
  /** Microseconds of CPU. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** The longest task, in milliseconds. */
export interface LongestTask {
  readonly cpu: number
  readonly passed: number
}

/** @param run what is timed; the tasks of a short time behind it count, too */
export async function traceTasks(page: Page, run: () => Promise<unknown>): Promise<LongestTask> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES } })
  await run()
  await page.waitForTimeout(SETTLE_MS)
  await endTracing(session)
  await session.detach()
  const threads = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf))
  const tasks = events.filter((event) => event.ph === 'X' && event.name.includes('RunTask') && threads.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('the browser traced no task of the page')
  const longest = (of: 'dur' | 'tdur') => Math.round(tasks.reduce((most, task) => Math.max(most, task[of] ?? 0), 0) / 1000)
  return { cpu: longest('tdur'), passed: longest('dur') }
}

async function endTracing(session: CDPSession): Promise<void> {
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await ended
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`
}
