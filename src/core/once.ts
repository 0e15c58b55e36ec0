// A value that is made when it is first asked for, so that a start does not wait for what nobody may ever want.

export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
