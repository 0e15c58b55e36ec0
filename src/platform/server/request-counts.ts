// What requests add up to, as plain numbers: a client library that looks labels up by their text costs more than all else that is noted
// of a small request. The library gets them when somebody asks for the page.
import { Counter, type Histogram, type Registry } from 'prom-client'
import type { RequestReport } from '../../http/response/report.ts'

/** Seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

interface RouteCounts {
  /** Answers by method and status. */
  readonly answers: Map<string, Map<number, number>>
  bytesIn: number
  bytesOut: number
  seconds: number
  count: number
  /** How many took longer than the bound before and at most this one. */
  readonly within: number[]
}

export class RequestCounts {
  readonly #routes = new Map<string, RouteCounts>()
  readonly #problems = new Map<string, number>()

  add({ route, method, status, code, milliseconds, bytesIn, bytesOut }: RequestReport): void {
    let counts = this.#routes.get(route)
    if (!counts) {
      counts = { answers: new Map(), bytesIn: 0, bytesOut: 0, seconds: 0, count: 0, within: BOUNDS.map(() => 0) }
      this.#routes.set(route, counts)
    }
    let answers = counts.answers.get(method)
    if (!answers) {
      answers = new Map()
      counts.answers.set(method, answers)
    }
    answers.set(status, (answers.get(status) ?? 0) + 1)
    counts.bytesIn += bytesIn
    counts.bytesOut += bytesOut
    counts.count++
    const seconds = milliseconds / 1000
    counts.seconds += seconds
    for (let i = 0; i < BOUNDS.length; i++) {
      if (seconds > BOUNDS[i]!) continue
      counts.within[i]!++
      break
    }
    if (code !== undefined) this.#problems.set(code, (this.#problems.get(code) ?? 0) + 1)
  }

  /** Shows the numbers on the page of a registry. */
  register(registry: Registry): void {
    const routes = this.#routes
    const problems = this.#problems
    const registers = [registry]
    new Counter({
      name: 'health_tools_requests_total',
      help: 'Requests answered.',
      labelNames: ['route', 'method', 'status'],
      registers,
      collect() {
        this.reset()
        for (const [route, { answers }] of routes)
          for (const [method, statuses] of answers) for (const [status, count] of statuses) this.inc({ route, method, status }, count)
      },
    })
    new Counter({
      name: 'health_tools_problems_total',
      help: 'Problem answers by code.',
      labelNames: ['code'],
      registers,
      collect() {
        this.reset()
        for (const [code, count] of problems) this.inc({ code }, count)
      },
    })
    new Counter({
      name: 'health_tools_request_bytes_total',
      help: 'Bytes of request bodies.',
      labelNames: ['route'],
      registers,
      collect() {
        this.reset()
        for (const [route, { bytesIn }] of routes) this.inc({ route }, bytesIn)
      },
    })
    new Counter({
      name: 'health_tools_response_bytes_total',
      help: 'Bytes of answers.',
      labelNames: ['route'],
      registers,
      collect() {
        this.reset()
        for (const [route, { bytesOut }] of routes) this.inc({ route }, bytesOut)
      },
    })
    registry.registerMetric(this.#histogram() as unknown as Histogram)
  }

  /** The library's own histogram takes single observations alone. */
  #histogram() {
    const name = 'health_tools_request_seconds'
    return {
      name,
      get: async () => ({
        name,
        help: 'Time to answer.',
        type: 'histogram',
        aggregator: 'sum',
        values: [...this.#routes].flatMap(([route, counts]) => histogramValues(name, route, counts)),
      }),
    }
  }
}

function histogramValues(name: string, route: string, { within, seconds, count }: RouteCounts) {
  let below = 0
  return [
    ...BOUNDS.map((le, i) => {
      below += within[i]!
      return { metricName: `${name}_bucket`, labels: { le, route }, value: below }
    }),
    { metricName: `${name}_bucket`, labels: { le: '+Inf', route }, value: count },
    { metricName: `${name}_sum`, labels: { route }, value: seconds },
    { metricName: `${name}_count`, labels: { route }, value: count },
  ]
}
