// The man page and the guide name every command, flag, setting and exit code, and are well-formed.
import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCommandGroups } from '../../../src/cli/command-line/command-list.ts'
import { composeAdminGuide } from '../../../src/cli/manual/admin-guide.ts'
import { composeManPage } from '../../../src/cli/manual/man-page.ts'
import type { Manual } from '../../../src/cli/manual/manual.ts'
import { PROBLEMS } from '../../../src/core/problem.ts'
import { composeTemplate, listSettings } from '../../../src/platform/config/config-template.ts'
import { settingsSchema } from '../../../src/platform/config/schema/config-schema.ts'

const hasGroff = spawnSync('groff', ['--version']).status === 0
let manual: Manual
beforeAll(async () => {
  manual = { version: '0.0.0', groups: await loadCommandGroups(), settings: listSettings() }
})

/** Words that both texts must hold, as a reader sees them. */
function listExpected({ groups, settings }: Manual): string[] {
  const verbs = groups.flatMap((group) => group.verbs)
  const flags = verbs.flatMap((verb) => Object.keys(verb.flags).map((name) => `--${name}`))
  const codes = Object.values(PROBLEMS).map(({ exit }) => String(exit))
  return [...verbs.map(({ name }) => name), ...flags, ...settings.map(({ path }) => path), ...codes]
}

describe('the man page', () => {
  it.skipIf(!hasGroff)('is formatted by groff without a warning and holds everything', () => {
    const page = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-P-c', '-rLL=200n'], { input: composeManPage(manual), encoding: 'utf8' })
    expect({ status: page.status, stderr: page.stderr }).toEqual({ status: 0, stderr: '' })
    const shown = page.stdout
      .replaceAll(/.\u0008/g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('−', '-')
    expect(listExpected(manual).filter((word) => !shown.includes(word))).toEqual([])
  })

  it('keeps a line that begins with a dot or an apostrophe, and a backslash', () => {
    const verb = { name: 'x', summary: '.dot \\ back', positionals: [], flags: {}, run: () => 0 }
    const text = composeManPage({ version: '1', groups: [{ name: 'x', summary: '', verbs: [verb] }], settings: [] })
    expect(text).toContain('\n\\&.dot \\e back\n')
  })
})

describe('the guide', () => {
  it('holds every command, flag, setting and exit code', () => {
    const text = composeAdminGuide(manual, '')
    expect(listExpected(manual).filter((word) => !text.includes(word))).toEqual([])
  })
})

describe('the list of settings', () => {
  it('holds every line of the template that sets something', () => {
    const names = new Set(listSettings().map(({ path }) => path.split('.').at(-1)))
    const template = composeTemplate()
      .split('\n')
      .flatMap((line) => /^ *([a-z_]+):/.exec(line)?.[1] ?? [])
    expect(template.length).toBeGreaterThan(40)
    // Plans are a map of names to limits, and stand in one setting.
    expect(template.filter((name) => !names.has(name))).toEqual(Object.keys(settingsSchema.parse({}).plans))
  })
})
