// Which program this is. The build writes version and commit into the bundle; a run from the sources reads package.json.
import manifest from '../../package.json' with { type: 'json' }

declare const __HEALTH_TOOLS_VERSION__: string | undefined
declare const __HEALTH_TOOLS_COMMIT__: string | undefined

export interface VersionInfo {
  readonly version: string
  /** Version of the runtime, without the leading v. */
  readonly node: string
  /** Commit that a bundle was built from, where the build knew it. */
  readonly commit?: string
}

export function versionInfo(): VersionInfo {
  const version = typeof __HEALTH_TOOLS_VERSION__ === 'string' ? __HEALTH_TOOLS_VERSION__ : manifest.version
  const commit = typeof __HEALTH_TOOLS_COMMIT__ === 'string' ? __HEALTH_TOOLS_COMMIT__ : ''
  return { version, node: process.versions.node, ...(commit ? { commit } : {}) }
}
