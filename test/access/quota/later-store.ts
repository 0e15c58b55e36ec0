// The real stores with answers that come later, as an engine behind a socket gives them; so that both ways through access are tested.
import type { KeyStore, UsageStore } from '../../../src/access/store.ts'

export function answerLater<S extends KeyStore | UsageStore>(store: S): S {
  return new Proxy(store, {
    get(target, name) {
      const member = target[name as keyof S]
      if (typeof member !== 'function') return member
      if (name === 'revision') return member.bind(target)
      return async (...values: unknown[]) => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        return Reflect.apply(member, target, values) as unknown
      }
    },
  })
}
