// Makes the JSON Schemas with which kubeconform checks the chart, strictly: from the OpenAPI document of Kubernetes, as its Go module has it.
//   go mod download k8s.io/kubernetes@v1.31.3
//   node test/kubernetes/make-schemas.ts $(go env GOMODCACHE)/k8s.io/kubernetes@v1.31.3/api/openapi-spec/swagger.json
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = Record<string, unknown>

const KINDS: Readonly<Record<string, string>> = {
  'configmap-v1': 'io.k8s.api.core.v1.ConfigMap',
  'service-v1': 'io.k8s.api.core.v1.Service',
  'deployment-apps-v1': 'io.k8s.api.apps.v1.Deployment',
  'horizontalpodautoscaler-autoscaling-v2': 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'ingress-networking-v1': 'io.k8s.api.networking.v1.Ingress',
  'networkpolicy-networking-v1': 'io.k8s.api.networking.v1.NetworkPolicy',
  'poddisruptionbudget-policy-v1': 'io.k8s.api.policy.v1.PodDisruptionBudget',
}
const PREFIX = '#/definitions/'
/** Texts that may be numbers in YAML, and how Kubernetes writes them. */
const EITHER: Readonly<Record<string, Json>> = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
}

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: node test/kubernetes/make-schemas.ts SWAGGER_JSON')
const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Json> }
const used = new Map<string, Json>()
const folder = join(import.meta.dirname, 'schemas')

for (const [name, definition] of Object.entries(KINDS)) {
  collect(definition)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ $ref: `definitions.json${PREFIX}${definition}` })}\n`)
}
const sorted = Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(join(folder, 'definitions.json'), `${JSON.stringify({ definitions: sorted }, undefined, 1)}\n`)

function collect(name: string): void {
  if (used.has(name)) return
  used.set(name, {})
  used.set(name, EITHER[name] ?? strict(definitions[name]!))
}

/** Without descriptions; members that Kubernetes does not know are refused. */
function strict(schema: Json): Json {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'description' || key.startsWith('x-kubernetes')) return []
    if (key === '$ref') {
      collect((value as string).slice(PREFIX.length))
      return [[key, value]]
    }
    if (key === 'properties')
      return [[key, Object.fromEntries(Object.entries(value as Json).map(([name, part]) => [name, strict(part as Json)]))]]
    return [[key, key === 'items' || key === 'additionalProperties' ? strict(value as Json) : value]]
  })
  return { ...Object.fromEntries(entries), ...(schema.properties ? { additionalProperties: false } : {}) }
}
