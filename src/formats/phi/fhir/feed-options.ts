// What a stream of resources needs that one document does not: ids that stay the same from resource to resource.
import { compilePolicy } from '../policy/compile-policy.ts'
import { toHex } from '../policy/key.ts'
import type { PhiPolicy } from '../policy/policy-schema.ts'

/**
 * Each resource of a stream is processed on its own. Numbered ids would start again with every resource, so that two patients would share `id-1`
 * and references would lead to the wrong one. Under a policy that numbers ids, all resources share a random secret that nobody keeps.
 * @param options of the call, already valid
 */
export function shareFeedOptions(options: unknown): { readonly idKey?: string } {
  const { policy, idKey } = options as { readonly policy: PhiPolicy; readonly idKey?: string | undefined }
  const { action } = compilePolicy(policy).directiveOf('other-id')
  if (idKey !== undefined || action === 'hash' || action === 'surrogate' || action === 'keep') return {}
  return { idKey: toHex(crypto.getRandomValues(new Uint8Array(32))) }
}
