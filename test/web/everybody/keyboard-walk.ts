// The keyboard alone: every control of a view is reached by the Tab key, and none of them keeps the focus.
import type { Page } from 'playwright-core'

export interface Walk {
  /** Controls of the main part. */
  readonly count: number
  /** The beginning of the HTML of those that were not reached. */
  readonly missed: readonly string[]
}

/** Presses Tab through the view and back. @throws Error if the focus does not leave it again */
export async function walkControls(page: Page): Promise<Walk> {
  await page.evaluate(WATCH_FOCUS)
  const count = await page.evaluate<number>('controls().length')
  // What a later run of a view replaced while it was walked is reached by the next walk.
  let missed = await walk(page, 'Tab', count)
  for (let i = 0; i < 2 && missed.length > 0; i++) missed = await walk(page, 'Tab', count)
  await walk(page, 'Shift+Tab', count)
  return { count, missed }
}

/** Presses a key from the beginning of the main part until the focus has left it. @returns the controls that it did not reach */
async function walk(page: Page, key: string, count: number): Promise<string[]> {
  await page.evaluate("forget(); document.getElementById('main').focus()")
  for (let presses = 0; presses < 3 * count + 200 && !(await page.evaluate('leftMain()')); presses += 20) {
    for (let i = 0; i < 20; i++) await page.keyboard.press(key)
  }
  if (!(await page.evaluate('leftMain()'))) throw new Error(`${key} does not leave the view`)
  return page.evaluate<string[]>('missed()')
}

/** Notes in the page which controls of its main part had the focus, and whether the focus left that part after that. */
const WATCH_FOCUS = `
  const focused = new Set()
  let left = false
  addEventListener('focusin', ({ target }) => {
    focused.add(target)
    if (focused.size > 1 && !target.closest('main')) left = true
  })
  const isChosenRadio = (control) => control.type !== 'radio' || control.checked
  window.controls = () =>
    [...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, [tabindex])')].filter(
      (control) => control.tabIndex >= 0 && !control.disabled && control.checkVisibility() && isChosenRadio(control),
    )
  window.missed = () => controls().filter((control) => !focused.has(control)).map((control) => control.outerHTML.slice(0, 160))
  // The end of the page is beyond it: there the focus goes to the browser.
  window.leftMain = () => left || (focused.size > 1 && document.activeElement === document.body)
  window.forget = () => { focused.clear(); left = false }
`
