// `version`: which program this is, and what of others is inside it.
import { getAsset, isSea } from 'node:sea'
import { ProblemError } from '../../core/problem.ts'
import { versionInfo } from '../../platform/version.ts'
import type { Verb } from '../command-line/verb.ts'

export const versionVerbs: readonly Verb[] = [
  {
    name: 'version',
    summary: 'Print the version.',
    positionals: [],
    flags: { notices: { type: 'boolean', summary: 'Print the license, and the notices and licenses of third-party parts.' } },
    run({ flags, terminal }) {
      if (flags.notices === true) {
        terminal.out(readNotices())
        return 0
      }
      const info = versionInfo()
      terminal.print(info, `health-tools ${info.version} (Node ${info.node})\n`)
      return 0
    },
  },
]

/** @throws ProblemError `not_found` outside the executable, where the files lie beside the sources */
function readNotices(): string {
  if (!isSea())
    throw new ProblemError('Only the executable contains the notices. In the sources, see LICENSE and NOTICE.', { code: 'not_found' })
  return ['LICENSE', 'NOTICE', 'third-party-notices.txt'].map((name) => getAsset(name, 'utf8')).join('\n')
}
