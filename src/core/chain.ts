// Goes on with a value at once where it is there and later where it is promised, so that a small call that waits for nothing makes no promise.

/** A rejection passes by `next`; what `next` throws is thrown or rejected as `value` came. */
export function chain<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
