// `config`: checks a configuration, shows the one in force, and prints its schema and its template.
import { readFileSync } from 'node:fs'
import { ProblemError } from '../../core/problem.ts'
import { checkProviders, type ProviderCheck, providerAddresses } from '../../platform/access/oauth.ts'
import { warnOfMissingLicence, warnOfUnreadable } from '../../platform/config/config-readable.ts'
import { checkSources } from '../../platform/config/config-sources.ts'
import { composeJsonSchema, composeSettings, composeTemplate } from '../../platform/config/config-template.ts'
import { readYaml } from '../../platform/config/config-yaml.ts'
import { warningsOf } from '../../platform/config/rules/config-warnings.ts'
import { namingSettings } from '../../platform/config/schema/config-secrets.ts'
import { readDefaults } from '../../platform/config/tool-defaults.ts'
import { inspectJobs } from '../../platform/jobs/inspect-jobs.ts'
import { inspectPostgres, placeOfPostgres } from '../../platform/storage/postgres/postgres.ts'
import { catalogue } from '../../tools/catalogue.ts'
import type { Verb } from '../command-line/verb.ts'
import { loadConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'
import { openSitePackages } from '../service/site-packages.ts'

export const configVerbs: readonly Verb[] = [
  {
    name: 'config check',
    summary:
      'Check the configuration and the files it refers to: secrets, certificates, key sets. Reports every error with its line. Exit code 78 if there is an error. Opens no connections without --online.',
    positionals: [],
    flags: {
      quiet: { type: 'boolean', summary: 'Print errors only.' },
      online: {
        type: 'boolean',
        summary: 'Also connect to the identity providers and the PostgreSQL server. Exit code 69 if one does not respond as expected.',
      },
      ...STORES_FLAGS,
    },
    async run(call) {
      const config = loadConfigOf(call, catalogue)
      await namingSettings(config, call.terminal, async () => {
        await checkSources(config)
        await readDefaults(config.tools.defaults, catalogue)
        openSitePackages(config.fhir.packages)
      })
      const { oauth } = config.auth
      const { postgres } = config.storage
      const places = [
        ...(oauth ? providerAddresses(oauth).map(({ address }) => address) : []),
        ...(postgres ? [placeOfPostgres(postgres)] : []),
        ...(config.jobs.objects ? [config.jobs.objects.endpoint] : []),
      ]
      const isOnline = call.flags.online === true
      if (postgres && isOnline) {
        await inspectPostgres(postgres, Date.now())
        await inspectJobs(config)
      }
      if (oauth && isOnline) checkAnswers(await checkProviders(oauth, Date.now()), config.file)
      if (call.flags.quiet === true) return 0
      const lines = places.map((address) => `${isOnline ? 'responds as expected' : 'not checked (see --online)'}: ${address}\n`)
      const warnings = [...warningsOf(config), ...warnOfMissingLicence(config), ...warnOfUnreadable(config)]
      const placeOf = placesOf(config.file)
      const warned = warnings.map(({ setting, message, advice }) => `${placeOf(setting)}warning: ${setting}: ${message} ${advice}\n`)
      call.terminal.print(
        { ok: true, file: config.file, warnings, [isOnline ? 'asked' : 'notAsked']: places },
        `${config.file ?? 'the embedded default'}: ok\n${lines.join('')}${warned.join('')}`,
      )
      return 0
    },
  },
  {
    name: 'config show',
    summary: 'Show the effective settings. Secrets are shown as references.',
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
    summary: 'Print the JSON Schema of the configuration, for editors.',
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
    summary: 'Print a configuration file with every setting, its default and a comment.',
    positionals: [],
    flags: {},
    run({ terminal }) {
      const template = composeTemplate()
      terminal.print({ template }, template)
      return 0
    },
  },
]

/** The file and line of a setting such as `logging.sinks[0]`, as editors open them; empty if no file has it. */
function placesOf(file: string | null): (setting: string) => string {
  if (file === null) return () => ''
  const { locate } = readYaml(readFileSync(file, 'utf8'))
  return (setting) => {
    const path = setting.split(/[.[\]]+/).filter((step) => step !== '')
    const place = locate(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
    return place ? `${file}:${place.line}: ` : ''
  }
}

/** @throws ProblemError `identity_unavailable` that names the settings of those that do not answer */
function checkAnswers(checks: readonly ProviderCheck[], file: string | null): void {
  const errors = checks.flatMap(({ pointer, trouble }) => (trouble === undefined ? [] : [{ pointer, code: 'no_answer', detail: trouble }]))
  if (errors.length === 0) return
  throw new ProblemError('An identity provider does not respond.', {
    code: 'identity_unavailable',
    errors,
    ...(file === null ? {} : { at: { file } }),
  })
}
