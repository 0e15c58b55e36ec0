// The YAML of a configuration: findings have places inside the file and never quote it; what is read without a finding is plain data.
import { readYaml } from '../../../../src/platform/config/config-yaml.ts'
import { bytesOf, expectThat, type FuzzTarget, textOf } from '../../engine/target.ts'

const SEEDS = [
  'server:\n  listen: [{ address: 127.0.0.1, port: 8080 }]\nauth:\n  keys: { enabled: true }\n',
  'a: &x 1\nb: *x\n',
  'a: 1\na: 2\n',
  'a:\n\t- b\n---\nc\n...\n',
  "plans:\n  - { name: 'x', limits: [1, 0x1f, 1e3, ~, null, .inf] }\n# comment\ntext: |\n  two\n  lines\n",
  '? [1]\n: 2\n!!binary aGk=: 1\n<<: {a: 1}\n__proto__: 1\n',
]

export const target: FuzzTarget = {
  covers: ['src/platform/config/config-yaml.ts'],
  dictionary: [
    ': ',
    '\n',
    '- ',
    '  ',
    '\t',
    '---\n',
    '...\n',
    '&a ',
    '*a',
    '!!str ',
    '!x ',
    '<<: ',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '|\n',
    '>-\n',
    '? ',
    '# ',
    '%YAML 1.1\n',
    '__proto__',
  ],
  maxBytes: 600,
  seeds: () => SEEDS.map(bytesOf),
  run(input) {
    const text = textOf(input)
    const { value, findings, locate } = readYaml(text)
    const lines = text.split(/\r\n?|\n/).length
    for (const { place, detail } of findings) {
      expectThat(
        place === undefined || (place.line >= 1 && place.line <= lines + 1 && place.column >= 1),
        'a finding has a place in the file',
      )
      const word = /[A-Za-z]{14,}/.exec(text)?.[0]
      if (word !== undefined) expectThat(!detail.includes(word), 'a finding does not quote the file')
    }
    locate(['server', 'listen', 0])
    if (findings.length === 0 && value !== undefined) JSON.stringify(value)
    expectThat(({} as Record<string, unknown>).polluted === undefined, 'no prototype is changed')
  },
}
