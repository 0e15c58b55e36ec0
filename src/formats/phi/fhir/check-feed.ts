// What a stream of resources needs that one document does not: ids that stay the same from resource to resource.
import { Fault } from '../../../core/fault.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { PhiPolicy } from '../policy/policy-schema.ts'

/**
 * Each resource of a stream is processed on its own. Numbered ids would start again with every resource, so that two patients
 * would share `id-1` and references would lead to the wrong one.
 * @param options of the call, already valid. The key may be missing here: a site can set it as a secret default.
 * @throws Fault `invalid_input` if the policy numbers ids
 */
export function checkFeed(options: unknown): void {
  const { policy } = options as { readonly policy: PhiPolicy }
  const { action } = compilePolicy(policy).directiveOf('other-id')
  if (action === 'hash' || action === 'surrogate' || action === 'keep') return
  const detail = 'resources of a stream are linked by their ids: the action for other-id must be surrogate, hash or keep'
  throw new Fault('The policy does not suit a stream of resources.', {
    code: 'invalid_input',
    errors: [{ pointer: '/options/policy', code: 'contradiction', detail }],
  })
}
