// `config`: checks a configuration, shows the one in force, and prints its schema and its template.
import { openCopies, sealOf } from '../platform/audit.ts'
import type { Config } from '../platform/config.ts'
import { composeJsonSchema, composeSettings, composeTemplate } from '../platform/config-template.ts'
import { openSinks } from '../platform/log-sinks.ts'
import { checkSecret, type SecretSource } from '../platform/secrets.ts'
import { readDefaults } from '../platform/tool-defaults.ts'
import { catalogue } from '../tools/catalogue.ts'
import { loadConfigOf, STORES_FLAGS } from './stores-flags.ts'
import type { Verb } from './verb.ts'

export const configVerbs: readonly Verb[] = [
  {
    name: 'config check',
    summary: 'Checks the configuration and its secrets; every fault with its line. Exit code 78 where there is one.',
    positionals: [],
    flags: { quiet: { type: 'boolean', summary: 'Prints faults alone.' }, ...STORES_FLAGS },
    async run(call) {
      const config = loadConfigOf(call, catalogue)
      for (const source of secretsOf(config)) checkSecret(source)
      await readDefaults(config.tools.defaults, catalogue)
      // Reads the secrets and certificates of the sinks; nothing is opened or connected to.
      openSinks(config.logging.sinks)
      if (config.audit) {
        sealOf(config.audit)
        openCopies(config.audit)
      }
      const where = config.file ?? 'the embedded default'
      if (call.flags.quiet !== true) call.terminal.print({ ok: true, file: config.file }, `${where}: ok\n`)
      return 0
    },
  },
  {
    name: 'config show',
    summary: 'Shows every setting as it is in force. Secrets are shown as the place where they stand.',
    positionals: [],
    flags: STORES_FLAGS,
    run(call) {
      const { settings, file, storage } = loadConfigOf(call, catalogue)
      const effective = { ...settings, storage: { ...settings.storage, path: storage.path } }
      call.terminal.print(effective, `# ${file ?? 'the embedded default'}\n${composeSettings(effective)}`)
      return 0
    },
  },
  {
    name: 'config schema',
    summary: 'Prints the JSON Schema of the configuration, for editors.',
    positionals: [],
    flags: {},
    run({ terminal }) {
      const schema = composeJsonSchema()
      terminal.print(schema, `${JSON.stringify(schema, undefined, 2)}\n`)
      return 0
    },
  },
  {
    name: 'config template',
    summary: 'Prints a configuration with every setting, its default and a comment.',
    positionals: [],
    flags: {},
    run({ terminal }) {
      const template = composeTemplate()
      terminal.print({ template }, template)
      return 0
    },
  },
]

/** All that the configuration names. */
function secretsOf({ auth, storage: { postgres }, server: { tls } }: Config): SecretSource[] {
  return [
    auth.apiKey.pepper,
    auth.proxy?.secret,
    auth.oauth?.clientSecret,
    auth.oauth?.ca,
    auth.oauth?.signingKey,
    tls?.cert,
    tls?.key,
    tls?.clientCa,
    postgres?.password,
    postgres?.tls?.ca,
  ].filter((source) => source !== null && source !== undefined)
}
