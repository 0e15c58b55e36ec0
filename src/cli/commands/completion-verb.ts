// `completion`: prints a script that a shell reads.

import { nearestName } from '../../core/nearest-name.ts'
import { ProblemError } from '../../core/problem.ts'
import { listCommands, loadCommandGroups } from '../command-line/command-list.ts'
import type { Verb } from '../command-line/verb.ts'
import { composeCompletion, SHELLS } from '../manual/completion-scripts.ts'

export const completionVerbs: readonly Verb[] = [
  {
    name: 'completion',
    summary: 'Print a completion script for a shell.',
    positionals: [{ name: 'SHELL', summary: `One of: ${SHELLS.join(', ')}.`, required: true }],
    flags: {},
    async run({ positionals, terminal }) {
      const [word = ''] = positionals
      const shell = SHELLS.find((name) => name === word)
      if (!shell) {
        const nearest = nearestName(word, SHELLS)
        throw new ProblemError(
          `No completion for this shell. ${nearest ? `Did you mean ${nearest}?` : `Available: ${SHELLS.join(', ')}.`}`,
          {
            code: 'bad_usage',
          },
        )
      }
      const groups = await loadCommandGroups()
      const script = composeCompletion(shell, groups, listCommands(groups))
      terminal.print({ shell, script }, script)
      return 0
    },
  },
]
