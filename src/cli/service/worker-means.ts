// What a thread of tools is started with.
import type { ToolDefaults } from '../../core/option-defaults.ts'
import type { PackageBytes } from './site-packages.ts'

export interface WorkerMeans {
  readonly defaults: ToolDefaults
  readonly packages: PackageBytes
  /** Offered as a tool of its own. */
  readonly recipe?: unknown
  /** Where the number of the frame that is searched is noted for the main thread. */
  readonly frame: Int32Array
}
