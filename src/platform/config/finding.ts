// What is wrong with a setting, and where it stands.

export type SettingPath = readonly (string | number)[]

export interface Finding {
  readonly path: SettingPath
  readonly code: string
  /** In words of this program; never a value of the file, which could be a secret in the wrong place. */
  readonly detail: string
  /** Where the finding is seen; without it, where the path stands. */
  readonly place?: TextPlace
}

/** `expected one of a, b`, or `expected a` */
export function expectedOf(names: readonly unknown[]): string {
  return `expected ${names.length === 1 ? '' : 'one of '}${names.map(String).join(', ')}`
}

/** Both from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}
