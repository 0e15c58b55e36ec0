// `manual`: the man page and the administrator's guide, written from the verbs, the tools and the schema of the configuration.
import { listSettings } from '../../platform/config/config-template.ts'
import { versionInfo } from '../../platform/version.ts'
import { loadCommandGroups } from '../command-line/command-list.ts'
import type { Verb } from '../command-line/verb.ts'
import { readAdminChapters } from '../manual/admin-chapters.ts'
import { composeAdminGuide } from '../manual/admin-guide.ts'
import { composeManPage } from '../manual/man-page.ts'
import type { Manual } from '../manual/manual.ts'

export const manualVerbs: readonly Verb[] = [
  {
    name: 'manual',
    summary: "Print the man page health-tools(1), or with --guide the administrator's guide in Markdown.",
    positionals: [],
    flags: { guide: { type: 'boolean', summary: "Print the administrator's guide." } },
    async run({ flags, terminal }) {
      const manual: Manual = { version: versionInfo().version, groups: await loadCommandGroups(), settings: listSettings() }
      const text = flags.guide === true ? composeAdminGuide(manual, readAdminChapters()) : composeManPage(manual)
      terminal.print({ text }, text)
      return 0
    },
  },
]
