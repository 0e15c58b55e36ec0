// Opens the pages that the configuration switches on.
import type { SignInSettings } from '../../core/page-settings.ts'
import { readAssetPack } from '../../http/pages/asset-pack.ts'
import { type PageRoute, preparePages } from '../../http/pages/pages.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/logging/log.ts'
import { logoOf, readLogo, readWebFiles } from '../../platform/server/web-files.ts'
import type { brandingOf } from './licence-watch.ts'

type Sources = Parameters<typeof preparePages>[1]

/** @throws ProblemError `bad_configuration` where the logo cannot be shown */
export async function openPages(
  { server: { pages, basePath }, auth }: Config,
  { name, contact, logo }: ReturnType<typeof brandingOf>,
  sources: Sources,
  log: Log,
): Promise<readonly PageRoute[]> {
  if (!pages.console && !pages.docs) return []
  const files = readWebFiles()
  if (!files) {
    log.warn('the pages are not served: they were not built (npm start and npm run build do it)')
    return []
  }
  const image = logo instanceof Uint8Array ? (logoOf(logo) ?? null) : readLogo(logo)
  return preparePages(
    {
      ...pages,
      ...files,
      basePath,
      pack: readAssetPack(files.pack),
      branding: { name, contact, logo: image },
      signIn: signInOf(auth.oauth),
    },
    sources,
  )
}

function signInOf(oauth: Config['auth']['oauth']): SignInSettings | null {
  const signIn = oauth?.settings.sign_in
  if (!signIn) return null
  const { issuer, client_id: clientId, scope, resource } = signIn
  return { issuer, clientId, scope, resource }
}
