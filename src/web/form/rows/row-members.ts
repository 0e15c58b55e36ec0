// The members of a row.

export interface RowMembers {
  readonly by: string
  readonly of: Readonly<Record<string, readonly string[]>>
}
