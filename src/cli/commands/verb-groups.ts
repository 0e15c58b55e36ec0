// The commands, in the order in which people see them. Each is loaded when it is called.
import type { Verb } from '../command-line/verb.ts'

export interface VerbGroup {
  readonly name: string
  readonly summary: string
  load(): Promise<readonly Verb[]>
}

/** Alone, because the executable answers it without loading the others. */
export const VERSION_GROUP: VerbGroup = {
  name: 'version',
  summary: 'Print the version.',
  load: async () => (await import('./version-verb.ts')).versionVerbs,
}

export const VERB_GROUPS: readonly VerbGroup[] = [
  { name: 'serve', summary: 'Start the server.', load: async () => (await import('./serve-verb.ts')).serveVerbs },
  {
    name: 'ctl',
    summary: 'Control the running service: status, reload, log level, log files, drain.',
    load: async () => (await import('./ctl-verbs.ts')).ctlVerbs,
  },
  { name: 'run', summary: 'Run a tool on files.', load: async () => (await import('./run-verb.ts')).runVerbs },
  {
    name: 'mcp',
    summary: 'Serve the tools over the Model Context Protocol (stdio).',
    load: async () => (await import('./mcp-verb.ts')).mcpVerbs,
  },
  { name: 'tools', summary: 'List the tools, or describe one.', load: async () => (await import('./tools-verbs.ts')).toolsVerbs },
  { name: 'openapi', summary: 'Print the OpenAPI document.', load: async () => (await import('./tools-verbs.ts')).openApiVerbs },
  { name: 'keys', summary: 'Create, list, rotate and revoke API keys.', load: async () => (await import('./keys-verbs.ts')).keysVerbs },
  {
    name: 'clients',
    summary: 'Create, list and revoke clients of the token endpoint.',
    load: async () => (await import('./clients-verbs.ts')).clientsVerbs,
  },
  { name: 'usage', summary: 'Report usage.', load: async () => (await import('./usage-verbs.ts')).usageVerbs },
  {
    name: 'licence',
    summary: 'Show and install the license.',
    load: async () =>
      (await import('./licence-verbs.ts')).createLicenceVerbs((await import('../../platform/access/licence-file.ts')).vendorKeys()),
  },
  { name: 'config', summary: 'Check and show the configuration.', load: async () => (await import('./config-verbs.ts')).configVerbs },
  { name: 'audit', summary: 'Verify the audit log.', load: async () => (await import('./audit-verbs.ts')).auditVerbs },
  {
    name: 'backup',
    summary: 'Back up the database, verify a backup, restore one.',
    load: async () => (await import('./backup-verbs.ts')).backupVerbs,
  },
  {
    name: 'db',
    summary: 'Check and migrate the database.',
    load: async () => (await import('./db-verbs.ts')).dbVerbs,
  },
  {
    name: 'health',
    summary: 'Check whether the server is ready.',
    load: async () => (await import('./health-verb.ts')).healthVerbs,
  },
  {
    name: 'doctor',
    summary: 'Diagnose common problems.',
    load: async () => (await import('./doctor-verb.ts')).doctorVerbs,
  },
  {
    name: 'self-test',
    summary: 'Test this executable on this machine.',
    load: async () => (await import('./self-test-verb.ts')).selfTestVerbs,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for a shell.',
    load: async () => (await import('./completion-verb.ts')).completionVerbs,
  },
  {
    name: 'manual',
    summary: "Print the man page or the administrator's guide.",
    load: async () => (await import('./manual-verb.ts')).manualVerbs,
  },
  VERSION_GROUP,
]
