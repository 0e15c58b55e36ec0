// Follows texts from frame to frame: those that stand still are one region over their frames.
import { type Changes, touches } from './frame-changes.ts'
import { areaOf, sharedArea, type TextRegion, unionOf } from './text-region.ts'

export interface FoundText extends TextRegion {
  /** From 0. */
  readonly firstFrame: number
  readonly lastFrame: number
}

/** So much of the smaller of two rectangles in both makes them the same text in two frames. */
const SAME_TEXT = 0.5

export class FollowedTexts {
  private readonly ended: FoundText[] = []
  /** In the last frame that was searched. */
  current: FoundText[] = []
  private readonly frames: number

  constructor(frames: number) {
    this.frames = frames
  }

  get all(): FoundText[] {
    return [...this.ended, ...this.current]
  }

  get count(): number {
    return this.ended.length + this.current.length
  }

  /**
   * Continues texts that did not change or were found again. The others end with the frame before.
   * @param since first frame in which the found texts may stand
   * @param changes undefined where the whole frame was searched
   */
  follow(regions: readonly TextRegion[], index: number, since: number, changes: Pick<Changes, 'cells' | 'columns'> | undefined): void {
    const next = regions.map((region): FoundText => ({ ...region, firstFrame: since, lastFrame: this.frames - 1 }))
    for (const text of this.current) {
      const again = next.findIndex((region) => sharedArea(region, text) >= SAME_TEXT * Math.min(areaOf(region), areaOf(text)))
      if (again >= 0) {
        const region = next[again]!
        next[again] = { ...region, ...unionOf(region, text), firstFrame: Math.min(text.firstFrame, region.firstFrame) }
      } else if (changes && !touches(text, changes)) next.push(text)
      else this.ended.push({ ...text, lastFrame: index - 1 })
    }
    this.current = next
  }
}
