// Administrative acts in the audit log: one line before the act and one after it. With `on_failure: refuse` nothing is done that could
// not be recorded.
import { openAudit } from '../../platform/audit/audit.ts'
import { eventOfAct } from '../../platform/audit/audit-events.ts'
import type { Config } from '../../platform/config/config.ts'

/** How long the copies may take to go out. */
const COPIES_MS = 2_000

/**
 * @param action such as `keys.create`
 * @param target the public id of what is acted on, where it is known before the act
 * @param targetOf finds it in what the act gives, where it is not
 * @throws ProblemError `storage_unavailable` where the act cannot be recorded, and what the act throws
 */
export async function recordAct<T>(
  config: Config,
  action: string,
  target: string | undefined,
  act: () => Promise<T>,
  targetOf: (result: T) => string | undefined = () => target,
): Promise<T> {
  const audit = await openAudit(config, () => undefined, 'command')
  if (!audit) return act()
  try {
    await audit.record(eventOfAct(action, 'started', target))
    let result: T
    try {
      result = await act()
    } catch (error) {
      await audit.record(eventOfAct(action, 'failure', target))?.catch(() => undefined)
      throw error
    }
    // What was done is done, and the first line says so; the result, such as a key that is shown only once, must not be lost for this.
    await audit.record(eventOfAct(action, 'success', targetOf(result)))?.catch(() => undefined)
    return result
  } finally {
    await audit.close(COPIES_MS)
  }
}
