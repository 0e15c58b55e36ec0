// Plans and the limit of refused credentials as the program uses them: sizes in bytes, bursts where the file leaves them out.
import type { Plan, RateLimit } from '../../../access/quota/plan.ts'
import { bytesOfMegabytes } from '../config-units.ts'
import type { Settings } from './config-schema.ts'

export function planOf(name: string, { plans, usage }: Settings): Plan {
  const { rate, concurrent, quota, max_body_mb: maxBodyMb, max_batch_items: maxBatchItems, tools } = plans[name]!
  return {
    name,
    rate: rate && { perMinute: rate.per_minute, burst: rate.burst ?? Math.max(1, Math.ceil(rate.per_minute)) },
    concurrent,
    quota: {
      unitsPerDay: quota.per_day,
      unitsPerMonth: quota.per_month,
      unitsTotal: quota.total,
      bytesPerDay: quota.mb_per_day === null ? null : bytesOfMegabytes(quota.mb_per_day),
    },
    maxBodyBytes: maxBodyMb === null ? null : bytesOfMegabytes(maxBodyMb),
    maxBatchItems,
    tools,
    strict: usage.strict.includes(name),
  }
}

export function failureLimit({ rate_limit: { failed_auth: limit } }: Settings): RateLimit | null {
  return limit && { perMinute: limit.per_minute, burst: limit.per_minute }
}
