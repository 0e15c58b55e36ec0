// Work that may fail at once or later, and what takes its beginning back in both cases.
import type { Awaitable } from '../store.ts'

/** Gives what the work gives, and throws or rejects as it does, after undoing. */
export function orUndo<T>(work: () => Awaitable<T>, undo: () => void): Awaitable<T> {
  const fail = (error: unknown): never => {
    undo()
    throw error
  }
  try {
    const result = work()
    return result instanceof Promise ? result.catch(fail) : result
  } catch (error) {
    return fail(error)
  }
}
