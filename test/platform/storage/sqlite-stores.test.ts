// The SQLite stores keep the contracts of the stores.
import { describeKeyStore } from '../../access/keys/key-store-contract.ts'
import { describeUsageStore } from '../../access/quota/usage-store-contract.ts'
import { loadTestConfig, openTestAccess } from '../access/open-test-access.ts'

const open = async () => openTestAccess(loadTestConfig(''))

describeKeyStore('SQLite', async () => (await open()).keyStore)
describeUsageStore('SQLite', async () => {
  const { usageStore, keyStore } = await open()
  return { usage: usageStore, keys: keyStore }
})
