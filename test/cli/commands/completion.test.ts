// The completion of each shell, asked by the shell itself.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCommands, loadCommandGroups } from '../../../src/cli/command-line/command-list.ts'
import { composeCompletion, SHELLS, type Shell } from '../../../src/cli/manual/completion-scripts.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

let folder: string
const scripts: Record<string, string> = {}
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'health-tools-completion-'))
  const groups = await loadCommandGroups()
  for (const shell of SHELLS) {
    scripts[shell] = join(folder, shell)
    writeFileSync(scripts[shell], composeCompletion(shell, groups, listCommands(groups)))
  }
})

function run(shell: Shell, script: string): string[] {
  const { stdout, stderr, status } = spawnSync(shell, ['-c', script], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.split('\n').filter((line) => line !== '')
}

/** The words that a Tab offers behind these. */
const COMPLETIONS: Partial<Record<Shell, (words: readonly string[]) => string[]>> = {
  bash: (words) => {
    const list = ['health-tools', ...words].map((word) => `'${word}'`).join(' ')
    return run(
      'bash',
      `. ${scripts.bash}; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _health_tools; printf '%s\\n' "\${COMPREPLY[@]}"`,
    )
  },
  fish: (words) => run('fish', `source ${scripts.fish}; complete -C 'health-tools ${words.join(' ')}'`).map((line) => line.split('\t')[0]!),
}

describe.each(['bash', 'fish'] as const)('completion in %s', (shell) => {
  const cases: [string, string[], string[]][] = [
    ['a command', ['conf'], ['config']],
    ['the second word of a command', ['keys', 'cr'], ['create']],
    ['a tool', ['run', 'text/w'], ['text/word-count']],
    ['a flag of a command', ['keys', 'create', '--pl'], ['--plan']],
    ['a flag of a tool', ['run', 'hl7/parse', '--dec'], ['--decode']],
    ['a value of a flag', ['run', 'hl7/parse', '--decode', 'esc'], ['escapes']],
    ['a flag of run itself', ['run', 'hl7/parse', '--outp'], ['--output']],
  ]
  it.skipIf(!isThere(shell)).each(cases)('offers %s', (_what, words, expected) => {
    expect(COMPLETIONS[shell]!(words)).toEqual(expected)
  })
})

describe('the script for zsh', () => {
  it.skipIf(!isThere('zsh'))('is read by zsh', () => {
    expect(spawnSync('zsh', ['-n', scripts.zsh!], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('the list of commands', () => {
  it('holds every tool with its options', async () => {
    const commands = listCommands(await loadCommandGroups())
    for (const tool of catalogue) {
      const names = commands.find(({ group, second }) => group === 'run' && second === tool.id)?.flags.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining([...Object.keys(tool.input.shape), ...Object.keys(tool.options.shape)]))
    }
  })
})
