// Completion scripts for bash, zsh and fish. Each holds the whole list of commands, so that a Tab does not start the program.
import type { Command, CommandGroup, ListedFlag } from '../command-line/command-list.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

export const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish']

export function composeCompletion(shell: Shell, groups: readonly CommandGroup[], commands: readonly Command[]): string {
  return { bash: composeBash, zsh: composeZsh, fish: composeFish }[shell](groups, commands)
}

/** Files are completed where no word fits (`-o default`). */
function composeBash(groups: readonly CommandGroup[], commands: readonly Command[]): string {
  const seconds = groupSeconds(commands).map(
    ([group, own]) => `      ${group}) words=${quote(own.map(({ second }) => second).join(' '))} ;;`,
  )
  const flags = longestFirst(commands).map(
    (command) => `      ${pattern(command)}) words=${quote(command.flags.map(({ name }) => `--${name}`).join(' '))} ;;`,
  )
  const values = valueCases(commands).map(([key, flag]) => `    ${key}) words=${quote(flag.values.join(' '))} ;;`)
  return `# Completion of health-tools for bash.
_health_tools() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} first=\${COMP_WORDS[1]-} second=\${COMP_WORDS[2]-} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words=${quote(groups.map(({ name }) => name).join(' '))}
  elif [[ $current == -* ]]; then
    case "$first $second" in
${flags.join('\n')}
    esac
  elif ((COMP_CWORD == 2)); then
    case $first in
${seconds.join('\n')}
    esac
  else
    case "$first $second $previous" in
${values.join('\n')}
    esac
  fi
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  fi
}
complete -o default -F _health_tools health-tools
`
}

/** In a case of the shell the first match counts, and a command of one word matches whatever stands behind it. */
function longestFirst(commands: readonly Command[]): Command[] {
  return [...commands.filter(({ second }) => second !== undefined), ...commands.filter(({ second }) => second === undefined)]
}

function pattern({ group, second }: Command): string {
  return second === undefined ? `'${group} '*` : `'${group} ${second}'`
}

function composeZsh(groups: readonly CommandGroup[], commands: readonly Command[]): string {
  const seconds = groupSeconds(commands).map(
    ([group, own]) => `      ${group}) list=(${described(own.map(({ second, summary }) => [second!, summary]))}) ;;`,
  )
  const flags = longestFirst(commands).map(
    (command) => `      ${pattern(command)}) list=(${described(command.flags.map(({ name, summary }) => [`--${name}`, summary]))}) ;;`,
  )
  const values = valueCases(commands).map(([key, flag]) => `      ${key}) list=(${described(flag.values.map((value) => [value, '']))}) ;;`)
  return `#compdef health-tools
# Completion of health-tools for zsh.
local -a list
if ((CURRENT == 2)); then
  list=(${described(groups.map(({ name, summary }) => [name, summary]))})
elif [[ $words[CURRENT] == -* ]]; then
  case "$words[2] $words[3]" in
${flags.join('\n')}
  esac
elif ((CURRENT == 3)); then
  case $words[2] in
${seconds.join('\n')}
  esac
else
  case "$words[2] $words[3] $words[CURRENT-1]" in
${values.join('\n')}
  esac
fi
if (($#list)); then
  _describe 'health-tools' list
else
  _files
fi
`
}

/** `name:summary` for each, as _describe takes it. */
function described(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, summary]) => quote(summary === '' ? name : `${name.replaceAll(':', '\\:')}:${summary}`)).join(' ')
}

function composeFish(groups: readonly CommandGroup[], commands: readonly Command[]): string {
  const lines = ['# Completion of health-tools for fish.']
  const line = (condition: string, rest: string) => lines.push(`complete -c health-tools -n ${quote(condition)} ${rest}`)
  for (const { name, summary } of groups) line('__fish_is_nth_token 1', `-f -a ${name} -d ${quote(summary)}`)
  for (const { group, second, summary, flags } of commands) {
    const isGroup = `set -l t (commandline -opc); test "$t[2]" = ${group}`
    if (second !== undefined) line(`__fish_is_nth_token 2; and ${isGroup}`, `-a ${second} -d ${quote(summary)}`)
    const isCommand = second === undefined ? isGroup : `${isGroup}; and test "$t[3]" = ${second}`
    for (const flag of flags) line(isCommand, fishFlag(flag))
  }
  return `${lines.join('\n')}\n`
}

function fishFlag({ name, summary, needsValue, values }: ListedFlag): string {
  const value = needsValue ? (values.length > 0 ? ` -x -a ${quote(values.join(' '))}` : ' -r') : ''
  return `-l ${name} -d ${quote(summary)}${value}`
}

/** The groups whose second word is a choice, with their commands. */
function groupSeconds(commands: readonly Command[]): [string, Command[]][] {
  return [
    ...Map.groupBy(
      commands.filter(({ second }) => second !== undefined),
      ({ group }) => group,
    ),
  ]
}

/** The flags whose values are a list, by the words that stand before the value. */
function valueCases(commands: readonly Command[]): [string, ListedFlag][] {
  return commands.flatMap(({ group, second, flags }) =>
    flags
      .filter(({ values }) => values.length > 0)
      .map((flag): [string, ListedFlag] => [`'${group} ${second ?? ''} --${flag.name}'`, flag]),
  )
}

/** One word of a POSIX shell; fish reads it the same, because summaries hold no backslash before a quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
