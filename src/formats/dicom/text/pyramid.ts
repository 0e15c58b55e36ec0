// A picture at its own size, at a half, a quarter and so on, with the cells that are worth a search: made once, searched by each network.
import { activeCells, halve, type Plane } from './plane.ts'

export interface PyramidLevel {
  readonly plane: Plane
  /** 1 for cells with contrast. */
  readonly active: Uint8Array
}

export class Pyramid {
  readonly plane: Plane
  private readonly levels: PyramidLevel[] = []

  constructor(plane: Plane) {
    this.plane = plane
  }

  /** @param index 0 for the picture at its own size; each next one has half its width and height */
  level(index: number): PyramidLevel {
    for (let i = this.levels.length; i <= index; i++) {
      const plane = i === 0 ? this.plane : halve(this.levels[i - 1]!.plane)
      this.levels.push({ plane, active: activeCells(plane) })
    }
    return this.levels[index]!
  }
}
