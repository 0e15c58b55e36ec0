// The date of every file in a package.
import { execFileSync } from 'node:child_process'
import { projectFolder } from './project-folder.ts'

/** Seconds since 1970. Of the last commit, unless the builder gives another: packages of one commit are the same whenever they are made. */
export function sourceDate(): number {
  const given = process.env.SOURCE_DATE_EPOCH
  const text = given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectFolder, encoding: 'utf8' }).trim()
  if (!/^\d{1,11}$/.test(text)) throw new Error('SOURCE_DATE_EPOCH is not a number of seconds')
  return Number(text)
}
