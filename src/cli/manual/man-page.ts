// The man page health-tools(1) in the man macros of roff.
import { flagsOf } from '../command-line/command-list.ts'
import type { Verb } from '../command-line/verb.ts'
import { composeUsage, ENVIRONMENT, FILES, listExitCodes, type Manual, type ManualRow, SIGNALS } from './manual.ts'

export function composeManPage({ version, groups, settings }: Manual): string {
  const verbs = groups.flatMap((group) => group.verbs)
  return [
    `.TH HEALTH\\-TOOLS 1 "" "health\\-tools ${escapeText(version)}" "User Commands"`,
    '.SH NAME',
    'health\\-tools \\- health data tools as a service and as commands',
    '.SH SYNOPSIS',
    '.B health\\-tools',
    '.I COMMAND',
    '[\\fIARGUMENT\\fR \\&...] [\\fIFLAGS\\fR]',
    '.SH DESCRIPTION',
    escapeText(
      'Serves tools for HL7 v2 messages, DICOM files, protected health information and clinical text as a versioned REST API, and runs the same tools over files. One executable that needs no network and keeps nothing that is sent to it.',
    ),
    '.SH COMMANDS',
    ...verbs.flatMap(composeVerb),
    '.SH CONFIGURATION',
    escapeText('One YAML file. Unknown settings are errors. Omitted settings keep their defaults. Do not write secrets in the file.'),
    ...settings.flatMap(({ path, description, defaultText }) =>
      composeRow({ name: path, text: defaultText === undefined ? description : `${description} Default: ${defaultText}` }),
    ),
    '.SH FILES',
    ...FILES.flatMap(composeRow),
    '.SH SIGNALS',
    ...SIGNALS.flatMap(composeRow),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(composeRow),
    '.SH EXIT STATUS',
    ...listExitCodes().flatMap(composeRow),
    '',
  ].join('\n')
}

function composeVerb(verb: Verb): string[] {
  const flags = Object.entries(flagsOf(verb)).map(([name, { type, value, summary }]) => ({
    name: type === 'boolean' ? `--${name}` : `--${name} ${value ?? 'VALUE'}`,
    text: summary,
  }))
  const rows = [...verb.positionals.map(({ name, summary }) => ({ name, text: summary })), ...flags]
  return [`.SS "${escapeText(composeUsage(verb)).replaceAll('"', '\\(dq')}"`, escapeText(verb.summary), ...rows.flatMap(composeRow)]
}

function composeRow({ name, text }: ManualRow): string[] {
  return ['.TP', `.B ${escapeText(name)}`, escapeText(text)]
}

/** A backslash and a hyphen have a meaning of their own, and so do a dot and an apostrophe at the beginning of a line. */
function escapeText(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '\\&...')
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}
