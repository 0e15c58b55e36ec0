// The doctor: every check of this machine and this configuration, in the order in which people repair.
import type { Config } from '../config/config.ts'
import { examineAccess } from './doctor-access.ts'
import type { Diagnosis } from './doctor-finding.ts'
import { examineNetwork } from './doctor-network.ts'
import { examineStorage } from './doctor-storage.ts'
import { examineSystem } from './doctor-system.ts'

/** Changes nothing. Never rejects: a check that fails is a finding. */
export async function examineSite(
  config: Config,
  addonFolders: readonly string[],
  licenceKeys: readonly string[],
  now: number,
): Promise<Diagnosis[]> {
  const [system, storage, access, network] = await Promise.all([
    examineSystem(config, now),
    examineStorage(config, addonFolders, now),
    examineAccess(config, licenceKeys, now),
    examineNetwork(config, now),
  ])
  return [...system, ...storage, ...access, ...network]
}
