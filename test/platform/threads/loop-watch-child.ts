// A process that watches its event loop and then stops it: BUSY_MS, or 0 to keep it running for a while.
import { watchEventLoop } from '../../../src/platform/threads/loop-watch.ts'

const busyMs = Number(process.argv[2])
const end = watchEventLoop({ beatMs: 50, most: 6 })
process.stdout.write('watching\n')
setTimeout(() => {
  const until = performance.now() + busyMs
  while (performance.now() < until) {
    // The loop stands still.
  }
  setTimeout(() => {
    end()
    process.stdout.write('alive\n')
  }, 800)
}, 400)
