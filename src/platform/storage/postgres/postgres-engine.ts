// Access on PostgreSQL: the stores that several nodes share, and the check that they share the pepper as well.
import { ProblemError } from '../../../core/problem.ts'
import { composeOffice, createKeyedHash, type Engine } from '../../access/access-engine.ts'
import type { Config } from '../../config/config.ts'
import { readPepper } from '../../config/secrets.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { KeyChanges } from './postgres-changes.ts'
import { PostgresKeyStore } from './postgres-key-store.ts'
import { createPostgresRates } from './postgres-rates.ts'
import { PostgresUsageStore } from './postgres-usage-store.ts'

/** @param serves whether changes of keys by other nodes must be heard of */
export async function openPostgresEngine(config: Config, { serves }: { readonly serves: boolean }): Promise<Engine> {
  const database = await openPostgres(config.storage.postgres!)
  const changes = serves ? new KeyChanges(database) : undefined
  const close = async (): Promise<void> => {
    await changes?.close()
    await database.close()
  }
  try {
    await changes?.open()
    const keyStore = new PostgresKeyStore(database, changes)
    return {
      database,
      keyStore,
      usageStore: new PostgresUsageStore(database),
      settleUsage: () => Promise.resolve(),
      rates: config.rateLimit.backend === 'postgres' ? createPostgresRates(database) : undefined,
      async openOffice() {
        const { pepper } = config.auth.apiKey
        const hash = createKeyedHash(readPepper(pepper, { mayMake: false }))
        await checkPepper(database, hash('pepper'), pepper.path)
        return composeOffice(config, keyStore, hash)
      },
      isReachable: () => changes?.isHearing ?? true,
      // The server of the database has means of its own for that; the configuration refuses the setting here.
      openDailyBackup: () => undefined,
      beginServing: () => undefined,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The first node writes the check, every other one must have the same pepper. */
async function checkPepper(database: Postgres, check: string, path: string): Promise<void> {
  const known = await database.transact(async (client) => {
    await client.query(
      `INSERT INTO health_tools.meta VALUES ('pepper_check', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        WHERE NOT EXISTS (SELECT 1 FROM health_tools.keys)`,
      [check],
    )
    const { rows } = await client.query<{ value: string }>(`SELECT value FROM health_tools.meta WHERE name = 'pepper_check'`)
    return rows[0]?.value
  })
  if (known !== check) {
    throw new ProblemError('The pepper does not match the keys in this database. All nodes need the same pepper.', {
      code: 'bad_configuration',
      at: { file: path },
    })
  }
}
