// What keeps people from using a page, as axe finds it.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { Bench } from '../browser.ts'

interface Barrier {
  readonly rule: string
  readonly impact: string
  /** A selector of CSS. */
  readonly target: string
  readonly why: string
}

interface Barriers {
  readonly violations: readonly Barrier[]
  /** What axe leaves to people. */
  readonly undecided: readonly Barrier[]
}

/** Of any impact. Places where a rule is met are not listed: axe would make a selector for each of them. */
export async function readBarriers(page: Page): Promise<Barriers> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(`(() => { ${axe.source} })()`)
  return page.evaluate<Barriers>(`axe.run(document, { resultTypes: ['violations', 'incomplete'] }).then(({ violations, incomplete }) => {
    const list = (rules) => rules.flatMap(({ id, impact, nodes }) => nodes.map(({ target, failureSummary }) =>
      ({ rule: id, impact: String(impact), target: String(target), why: String(failureSummary).replaceAll(/\\s+/g, ' ') })))
    return { violations: list(violations), undecided: list(incomplete) }
  })`)
}

/** Rule, place and explanation of each violation. */
export async function findBarriers({ page }: Bench): Promise<string[]> {
  const { violations } = await readBarriers(page)
  return violations.map(({ rule, target, why }) => `${rule} ${target} ${why}`)
}
