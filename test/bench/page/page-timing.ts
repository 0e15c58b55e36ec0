// What blocks the page, as the browser itself reports it: tasks of more than 50 ms.
import type { Page } from 'playwright-core'

/** Behind the last pause after which the page works on what was typed. */
const SETTLE_MS = 700

const OBSERVE = `
  window.longTasks = []
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longTasks.push(duration) }).observe({ type: 'longtask' })`

export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(OBSERVE)
}

/** Milliseconds of the long tasks since the last look, the longest first. */
export async function takeTasks(page: Page): Promise<number[]> {
  await page.waitForTimeout(SETTLE_MS)
  const tasks = await page.evaluate<number[]>('longTasks.splice(0)')
  return tasks.map(Math.round).sort((a, b) => b - a)
}
