// What keeps people from using a page, as axe finds it.
import axe from 'axe-core'
import type { Bench } from './browser.ts'

/** Rule, place and explanation of each finding. @param impacts whose findings count */
export async function findBarriers({ page }: Bench, impacts: readonly string[] = ['serious', 'critical']): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) => violations
      .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`,
  )
}
