// `node test/bench/page/keyboard.ts [all|first] [part of a view's name]`: Tab through every view of the page in English. Prints each control
// that the keyboard does not reach, and each view that it does not leave.
import { openBench } from '../../web/browser.ts'
import { walkControls } from '../../web/everybody/keyboard-walk.ts'
import { sayIn, viewsOf } from './views.ts'

const [scope = 'first', part = ''] = process.argv.slice(2)
// The pages of the API reference and of the guide have no main part of this kind; a dialog keeps the focus, as it should.
const views = viewsOf(scope === 'all' ? 'all' : 'first').filter((view) => !view.isEnglish && !view.isDialog && view.name.includes(part))
const bench = await openBench()
const seen = { views: 0, controls: 0, missed: 0, failed: 0 }
for (const view of views) {
  await bench.page.setViewportSize({ width: 1280, height: 900 })
  try {
    await view.show(bench, sayIn('en'))
    const { count, missed } = await walkControls(bench.page)
    seen.views++
    seen.controls += count
    seen.missed += missed.length
    for (const control of missed) console.log(`${view.name} | not reached: ${control}`)
  } catch (error) {
    seen.failed++
    console.log(`${view.name} | ${String(error).slice(0, 200)}`)
  }
}
console.log(JSON.stringify(seen))
await bench.close()
if (seen.missed + seen.failed > 0) process.exitCode = 1
