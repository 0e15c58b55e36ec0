// What a person has run while the page is open: in memory only, so it ends with the tab.
import type { FormState } from '../form/form-state.ts'

export interface Work {
  readonly toolId: string
  readonly form: FormState
  readonly at: Date
}

const MAX_WORK = 20

let works: readonly Work[] = []

export function noteWork(toolId: string, form: FormState): void {
  const isSame = (work: Work) =>
    work.toolId === toolId && JSON.stringify(work.form.options) === JSON.stringify(form.options) && work.form.fields === form.fields
  works = [{ toolId, form, at: new Date() }, ...works.filter((work) => !isSame(work))].slice(0, MAX_WORK)
}

export function recentWork(): readonly Work[] {
  return works
}

export function forgetWork(): void {
  works = []
}
