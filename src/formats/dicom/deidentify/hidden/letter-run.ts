// Words among bytes that are meant for samples and tables: letters that go up and down as no curve does.

/** Fewer letters in a row are chance. */
const LEAST_LETTERS = 8
/** Mean step between neighbours: curves and ramps take smaller ones, and repeated bytes none. */
const LEAST_STEP = 4

/** True for a run of letters in one byte each, or in two with a byte of zeros. */
export function containsLetterRun(data: Uint8Array, start: number, end: number): boolean {
  return containsRun(data, start, end, 1) || containsRun(data, start, end, 2) || containsRun(data, start + 1, end, 2)
}

function containsRun(data: Uint8Array, start: number, end: number, stride: 1 | 2): boolean {
  let run = 0
  let steps = 0
  let turns = 0
  let last = 0
  let direction = 0
  for (let i = start; i < end; i += stride) {
    const small = data[i]! | 0x20
    if (small < 0x61 || small > 0x7a || data[i]! < 0x41 || (stride === 2 && i + 1 < end && data[i + 1] !== 0)) {
      run = 0
      continue
    }
    if (run === 0) {
      steps = 0
      turns = 0
      direction = 0
    } else {
      const step = small - last
      steps += Math.abs(step)
      if (step * direction < 0) turns++
      if (step !== 0) direction = step
    }
    last = small
    run++
    if (run >= LEAST_LETTERS && steps >= LEAST_STEP * (run - 1) && turns >= run / 3) return true
  }
  return false
}
