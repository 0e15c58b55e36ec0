// What was changed, for the report: tags, paths, actions and rules, never a value.
import { PHI_CATEGORIES, type PhiCategory } from '../../phi/category.ts'
import { formatPath } from '../dicom-issue.ts'
import { formatTag } from '../tag.ts'

export const CHANGE_ACTIONS = ['remove', 'empty', 'dummy', 'uid', 'pseudonym', 'date-shift', 'generalize', 'clean', 'blank', 'add'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

export interface Change {
  readonly tag: string
  /** `(0040,A730)[0].(0040,A168)`; items count from 0. */
  readonly path: string
  readonly action: ChangeAction
  readonly rule: string
}

/** Beyond this number they are counted: a file may hold a million private elements. */
const MAX_CHANGES = 5000

export class ChangeList {
  readonly changes: Change[] = []
  omitted = 0
  readonly actions = new Map<ChangeAction, number>()
  private readonly categories = new Map<PhiCategory, number>()
  /** Of all changes, those that lead to no entry included: equal numbers mean that nothing was changed in between. */
  total = 0

  /** @param steps tags and item numbers down to the element */
  add(steps: readonly number[], action: ChangeAction, rule: string): void {
    this.total++
    this.actions.set(action, (this.actions.get(action) ?? 0) + 1)
    if (this.changes.length >= MAX_CHANGES) this.omitted++
    else {
      const tag = formatTag(steps.at(-1)!)
      this.changes.push({ tag, path: steps.length === 1 ? tag : formatPath(steps), action, rule })
    }
  }

  /** A change of structure that concerns no attribute. */
  touch(): void {
    this.total++
  }

  count(category: PhiCategory | undefined): void {
    if (category) this.categories.set(category, (this.categories.get(category) ?? 0) + 1)
  }

  get counts(): Partial<Record<PhiCategory, number>> {
    const counts: Partial<Record<PhiCategory, number>> = {}
    for (const name of PHI_CATEGORIES) {
      const count = this.categories.get(name)
      if (count !== undefined) counts[name] = count
    }
    return counts
  }
}
