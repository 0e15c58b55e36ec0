// GET /v1/me: what a caller is and may do, and what is left of its quotas.
import { taggedJson } from '../response/tagged-json.ts'
import type { Answer, Exchange, ExchangeServices } from './exchange-types.ts'

export async function describeCaller(exchange: Exchange, { access, now }: ExchangeServices): Promise<Answer> {
  return taggedJson(exchange, await access.admission.standing(exchange.caller!, now()))
}
