// The archive for sites with a cluster, containers or Ansible: all of it, the same bytes twice.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDeployment } from '../../build/packages/package-archives.ts'
import { makeFolder } from '../binary/program.ts'
import { SECONDS } from './small-tree.ts'

const scratch = makeFolder()
afterAll(() => scratch[Symbol.dispose]())

test('the deployment archive has chart, manifests, Compose file and role', () => {
  const make = (name: string): string => makeDeployment('health-tools-1', SECONDS, join(scratch.path, name), join(scratch.path, 'work'))
  const list = execFileSync('tar', ['--list', '--gzip', `--file=${make('a.tar.gz')}`], { encoding: 'utf8' }).split('\n')
  expect(list).toEqual(
    expect.arrayContaining(
      [
        'kubernetes/helm/Chart.yaml',
        'kubernetes/helm/templates/_helpers.tpl',
        'kubernetes/manifests/health-tools.yaml',
        'container/compose.yaml',
        'ansible/roles/health_tools/tasks/main.yml',
      ].map((path) => `health-tools-1/${path}`),
    ),
  )
  expect(readFileSync(make('b.tar.gz')).equals(readFileSync(make('a.tar.gz')))).toBe(true)
})
