// `version`.
import { versionInfo } from '../platform/version.ts'
import type { Verb } from './verb.ts'

export const versionVerbs: readonly Verb[] = [
  {
    name: 'version',
    summary: 'Prints the version.',
    positionals: [],
    flags: {},
    run({ terminal }) {
      const info = versionInfo()
      terminal.print(info, `health-tools ${info.version} (Node ${info.node})\n`)
      return 0
    },
  },
]
