// The frame that is being searched, in memory that another thread reads: if a call takes too long, the error names the frame.

let cell: Int32Array | undefined

/** To be called once, before any work. @param of one number in shared memory; undefined to stop */
export function useFrameCell(of: Int32Array | undefined): void {
  cell = of
}

/** @param frame from 1; 0 where no frame is searched */
export function noteSearchedFrame(frame: number): void {
  if (cell) Atomics.store(cell, 0, frame)
}
