// What a check of one kind of credential says.
import type { Caller } from './caller.ts'

/** What the check of one kind of credential finds. `expired` is said only to who has shown the whole credential. */
export type Verdict = Caller | 'refused' | 'expired'
