// Compares a result with the part of it that an example or a golden case gives.

/** True where every member that `part` gives is equal in `whole`; arrays and scalars are compared whole. */
export function containsPart(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && whole.length === part.length && part.every((item, i) => containsPart(whole[i], item))
  if (typeof part !== 'object' || part === null) return Object.is(whole, part)
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false
  return Object.entries(part).every(
    ([name, value]) => Object.hasOwn(whole, name) && containsPart((whole as Record<string, unknown>)[name], value),
  )
}
