// The commands, in the order in which people see them. Each is loaded when it is called.
import type { Verb } from './verb.ts'

export interface VerbGroup {
  readonly name: string
  readonly summary: string
  load(): Promise<readonly Verb[]>
}

/** Alone, because the executable answers it without loading the others. */
export const VERSION_GROUP: VerbGroup = {
  name: 'version',
  summary: 'Prints the version.',
  load: async () => (await import('./version-verb.ts')).versionVerbs,
}

export const VERB_GROUPS: readonly VerbGroup[] = [
  { name: 'serve', summary: 'Serves the API.', load: async () => (await import('./serve-verb.ts')).serveVerbs },
  {
    name: 'ctl',
    summary: 'Asks the running service: status, reload, log level, log files, drain.',
    load: async () => (await import('./ctl-verbs.ts')).ctlVerbs,
  },
  { name: 'run', summary: 'Runs a tool over files.', load: async () => (await import('./run-verb.ts')).runVerbs },
  {
    name: 'mcp',
    summary: 'Serves the tools over the Model Context Protocol (stdio).',
    load: async () => (await import('./mcp-verb.ts')).mcpVerbs,
  },
  { name: 'tools', summary: 'Lists the tools, or describes one.', load: async () => (await import('./tools-verbs.ts')).toolsVerbs },
  { name: 'openapi', summary: 'Prints the OpenAPI document.', load: async () => (await import('./tools-verbs.ts')).openApiVerbs },
  { name: 'keys', summary: 'Creates, lists, rotates and revokes keys.', load: async () => (await import('./keys-verbs.ts')).keysVerbs },
  {
    name: 'clients',
    summary: 'Creates, lists and revokes clients of the token endpoint.',
    load: async () => (await import('./clients-verbs.ts')).clientsVerbs,
  },
  { name: 'usage', summary: 'Reports what was used.', load: async () => (await import('./usage-verbs.ts')).usageVerbs },
  {
    name: 'licence',
    summary: 'Shows and installs the licence.',
    load: async () => (await import('./licence-verbs.ts')).createLicenceVerbs((await import('../platform/licence-file.ts')).vendorKeys()),
  },
  { name: 'config', summary: 'Checks and shows the configuration.', load: async () => (await import('./config-verbs.ts')).configVerbs },
  { name: 'audit', summary: 'Checks the audit log.', load: async () => (await import('./audit-verbs.ts')).auditVerbs },
  {
    name: 'backup',
    summary: 'Copies the live database, checks a copy, puts one back.',
    load: async () => (await import('./backup-verbs.ts')).backupVerbs,
  },
  {
    name: 'db',
    summary: 'Checks the database and brings it to the newest schema.',
    load: async () => (await import('./db-verbs.ts')).dbVerbs,
  },
  {
    name: 'health',
    summary: 'Asks a running server whether it is ready.',
    load: async () => (await import('./health-verb.ts')).healthVerbs,
  },
  {
    name: 'doctor',
    summary: 'Finds the usual faults of a site and says what to do.',
    load: async () => (await import('./doctor-verb.ts')).doctorVerbs,
  },
  {
    name: 'self-test',
    summary: 'Checks this executable on this machine.',
    load: async () => (await import('./self-test-verb.ts')).selfTestVerbs,
  },
  {
    name: 'completion',
    summary: 'Prints the completion of commands and flags for a shell.',
    load: async () => (await import('./completion-verb.ts')).completionVerbs,
  },
  {
    name: 'manual',
    summary: "Prints the man page, or the administrator's guide.",
    load: async () => (await import('./manual-verb.ts')).manualVerbs,
  },
  VERSION_GROUP,
]
