// Lines at an angle and faint ones, which a second network and a view with raised contrast find beside the level ones. They only add: whatever the first
// search finds and follows stays the same.
import { detectAddedText } from './detect-text.ts'
import { faintView } from './faint-view.ts'
import { FollowedTexts } from './follow-texts.ts'
import { type Changes, countOf, touchedTexts, updateKnown } from './frame-changes.ts'
import type { TextKernel } from './kernel.ts'
import { eitherOf, type Plane } from './plane.ts'
import { Pyramid } from './pyramid.ts'
import type { TextRegion } from './text-region.ts'

/** So many frames of a picture that moves are searched, and of the rest one of so many: each would be searched nearly whole. */
const MOVING_FRAMES = 2
const MOVING_STEP = 16

const NO_CHANGES = { cells: new Uint8Array(0), columns: 0 }

export class AddedTexts {
  readonly texts: FollowedTexts
  private readonly kernel: TextKernel
  private readonly frames: number
  /** Last frame in which all that had changed was searched. */
  private searchedFrame = -1
  /** Cells that changed since. */
  private pending: Uint8Array = new Uint8Array(0)
  private known: Plane | undefined
  private movingFrames = 0

  constructor(kernel: TextKernel, frames: number) {
    this.kernel = kernel
    this.frames = frames
    this.texts = new FollowedTexts(frames)
  }

  /**
   * @param level what the first search found in the frame
   * @param changes undefined where the whole frame is new
   */
  look(views: readonly Pyramid[], level: readonly TextRegion[], index: number, changes: Changes | undefined): void {
    if (!changes) {
      this.known = undefined
      this.pending = new Uint8Array(0)
    } else if (this.mayWait(index, changes)) {
      this.lookAtKnown(views, level, index, changes)
      return
    }
    const raised = faintView(views[0]!.plane)
    const cells = changes && this.takeChanges(changes, raised)
    const since = this.searchedFrame + 1
    this.searchedFrame = index
    if (!changes && this.frames > 1) this.known = { ...raised, samples: raised.samples.slice() }
    if (cells && countOf(cells) === 0) return
    const all = cells && { cells, columns: changes.columns }
    const searched = all && eitherOf(all.cells, touchedTexts(all, this.texts.current))
    // What stands now may have come in any frame since the last that was searched.
    this.texts.follow(detectAddedText(this.kernel, views, new Pyramid(raised), level, searched), index, since, all)
  }

  private mayWait(index: number, { isMoving }: Changes): boolean {
    if (!isMoving || ++this.movingFrames <= MOVING_FRAMES) return false
    return index - this.searchedFrame < MOVING_STEP && index < this.frames - 1
  }

  /** Of a picture that moves, texts that are known are searched in each frame, as they may move too. None ends before the next search of all changes. */
  private lookAtKnown(views: readonly Pyramid[], level: readonly TextRegion[], index: number, changes: Changes): void {
    this.pending = this.pending.length === 0 ? changes.cells : eitherOf(this.pending, changes.cells)
    const touched = touchedTexts(changes, this.texts.current)
    if (countOf(touched) === 0) return
    this.texts.follow(detectAddedText(this.kernel, views, undefined, level, touched), index, index, NO_CHANGES)
  }

  /** Cells that changed since the last search, in the raised view too. */
  private takeChanges(changes: Changes, raised: Plane): Uint8Array {
    const own = updateKnown([this.known!], [raised]).cells
    const cells = eitherOf(own, changes.cells)
    const all = this.pending.length === 0 ? cells : eitherOf(cells, this.pending)
    this.pending = new Uint8Array(0)
    return all
  }
}
