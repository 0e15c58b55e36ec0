// The Helm chart and the plain manifests: valid, restricted, and with configurations that the program takes. The manifests are checked
// here; the chart itself where helm and kubeconform are:
//   go install helm.sh/helm/v3/cmd/helm@v3.16.3 && go install github.com/yannh/kubeconform/cmd/kubeconform@v0.6.7
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { makeFolder, projectFolder } from '../binary/program.ts'
import { loadYaml } from '../platform/config/load-yaml.ts'

interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: Readonly<Record<string, unknown>>
}

const FOLDER = join(projectFolder, 'installers', 'kubernetes')
const CHART = join(FOLDER, 'helm')
const SCHEMAS = join(import.meta.dirname, 'schemas')
const KUBERNETES = ['--kube-version', '1.31.0']
const manifests = readFileSync(join(FOLDER, 'manifests', 'health-tools.yaml'), 'utf8')
const read = (text: string): Resource[] =>
  parseAllDocuments(text).flatMap((document) => (document.contents ? [document.toJS() as Resource] : []))
const resources = read(manifests)
const ofKind = (kind: string): Resource[] => resources.filter((resource) => resource.kind === kind)

/** As kubeconform finds a schema: `deployment-apps-v1`. */
function schemaName({ apiVersion, kind }: Resource): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : [undefined, apiVersion]
  return [kind.toLowerCase(), ...(group ? [group.split('.')[0]!] : []), version].join('-')
}

const ajv = new Ajv({ strict: false, logger: false, validateFormats: false })
for (const name of readdirSync(SCHEMAS)) ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8')), name)
const errorsOf = (resource: Resource): unknown[] => {
  const validate = ajv.getSchema(`${schemaName(resource)}.json`)!
  return validate(resource) ? [] : [...(validate.errors ?? [])]
}

describe('the plain manifests', () => {
  test.each(resources.map((resource) => [`${resource.kind} ${resource.metadata.name}`, resource] as const))(
    '%s is what Kubernetes takes, strictly',
    (_name, resource) => {
      expect(errorsOf(resource)).toEqual([])
      expect(errorsOf({ ...resource, unknown: 1 } as Resource)).not.toEqual([])
    },
  )

  test('are deployments of both roles with budget and network policy, a service and an autoscaler', () => {
    const names = (kind: string): string[] => ofKind(kind).map(({ metadata }) => metadata.name)
    for (const kind of ['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'NetworkPolicy'])
      expect([kind, names(kind).sort()]).toEqual([kind, ['health-tools-api', 'health-tools-worker']])
    expect([names('Service'), names('HorizontalPodAutoscaler')]).toEqual([['health-tools'], ['health-tools-api']])
    expect(ofKind('Secret')).toEqual([])
  })

  test.each(ofKind('Deployment').map((resource) => [resource.metadata.name, resource] as const))(
    '%s meets the restricted pod security standard',
    (_name, { spec }) => {
      const { spec: pod } = (spec as { template: { spec: Record<string, never> } }).template as { spec: Record<string, unknown> }
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
      })
      const allowed = ['configMap', 'secret', 'emptyDir']
      for (const volume of pod.volumes as Record<string, unknown>[])
        expect(allowed).toContain(Object.keys(volume).find((key) => key !== 'name'))
      for (const container of pod.containers as Record<string, unknown>[]) {
        expect(container).toMatchObject({
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          resources: { requests: expect.anything(), limits: { memory: expect.anything() } },
        })
        for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) expect(container).toHaveProperty(probe)
      }
    },
  )
})

test.each(ofKind('ConfigMap').map((resource) => [resource.metadata.name, resource] as const))(
  'the settings of %s are valid, and only those of its role',
  (name, { data }) => {
    const config = loadYaml(data!['config.yaml']!, { CREDENTIALS_DIRECTORY: '/run/secrets/health-tools' })
    expect([config.node.isApi, config.node.isWorker]).toEqual([name.endsWith('api'), name.endsWith('worker')])
    expect(config.jobs.backend).toBe('postgres')
  },
)

test('the settings inside the image are valid', () => {
  const text = readFileSync(join(projectFolder, 'installers', 'container', 'config.yaml'), 'utf8')
  const { operations, node } = loadYaml(text, { CREDENTIALS_DIRECTORY: '/run/secrets/health-tools' })
  expect([operations.listen, node.isApi, node.isWorker]).toEqual([{ address: '0.0.0.0', port: 9464 }, true, true])
})

const hasHelm = spawnSync('helm', ['version']).status === 0
const hasKubeconform = spawnSync('kubeconform', ['-v']).status === 0
if (!hasHelm || !hasKubeconform) process.stdout.write('The chart is not rendered: helm or kubeconform is missing.\n')

describe.skipIf(!hasHelm || !hasKubeconform)('the chart', () => {
  const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' })
  const render = (...values: string[]) =>
    helm('template', 'health-tools', CHART, ...KUBERNETES, ...values.flatMap((value) => ['--set', value]))

  test('has nothing that helm lint finds', () => {
    expect(helm('lint', '--strict', CHART)).toMatchObject({ status: 0 })
  })

  test('is the plain manifests with its own values', () => {
    expect(render().stdout).toBe(manifests)
  })

  test.each([
    ['as it is', []],
    ['with all options', ['ingress.enabled=true', 'worker.keda.enabled=true', 'postgres.caKey=ca.pem', 'imagePullSecrets[0].name=a']],
    ['with none', ['api.autoscaling.enabled=false', 'networkPolicy.enabled=false', 'config.logging.level=warn']],
  ])('%s is taken by kubeconform, strictly', (_name, values) => {
    using folder = makeFolder()
    const path = join(folder.path, 'all.yaml')
    writeFileSync(path, render(...values).stdout)
    const location = `${SCHEMAS}/{{ .ResourceKind }}{{ .KindSuffix }}.json`
    const { status, stdout } = spawnSync(
      'kubeconform',
      ['-strict', '-summary', '-skip', 'ScaledObject', '-schema-location', location, path],
      {
        encoding: 'utf8',
      },
    )
    expect([status, stdout]).toEqual([0, expect.stringContaining('Invalid: 0, Errors: 0')])
  })

  test.each(['api.replicas=0', 'image.repositry=a', 'postgres.port=99999', 'existingSecret='])('refuses the value %s', (value) => {
    expect(render(value)).toMatchObject({ status: 1, stderr: expect.stringContaining('values don') })
  })
})

test('the schemas are of the kinds that the chart can make', () => {
  const names = readdirSync(SCHEMAS).map((name) => basename(name, '.json'))
  expect(names).toEqual(expect.arrayContaining(resources.map(schemaName)))
})
