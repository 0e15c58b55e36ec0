// Bisection, in one place: how far something holds of what is in order.

/**
 * How many of the places 0 to length − 1 a condition holds for, asking O(log length) of them.
 * @param holds true for the first places, false for all others
 */
export function countLeading(length: number, holds: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = low + ((high - low) >> 1)
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
