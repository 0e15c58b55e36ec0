// The template, the shipped file and the schema say the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { composeJsonSchema, composeSettings, composeTemplate } from '../../../src/platform/config/config-template.ts'
import { settingsSchema } from '../../../src/platform/config/schema/config-schema.ts'

const shipped = readFileSync(join(import.meta.dirname, '..', '..', '..', 'config', 'health-tools.yaml'), 'utf8')

describe('the template', () => {
  test('is config/health-tools.yaml; `config template` prints it anew', () => {
    expect(composeTemplate()).toBe(shipped)
  })

  test('holds every setting with its default', () => {
    expect(parse(composeTemplate())).toEqual(settingsSchema.parse({}))
  })

  test('has one comment above each setting that stands on a line of its own', () => {
    const lines = shipped.split('\n').slice(4)
    const settings = lines.flatMap((line, i) => (/^\s*[a-z_]+:/.test(line) && !/^ {2}(?:trial|standard|unlimited):/.test(line) ? [i] : []))
    expect(settings.length).toBeGreaterThan(70)
    for (const i of settings) {
      expect(lines[i - 1], lines[i]).toMatch(/^\s*# [A-Z/].*\.$/)
      expect(lines[i - 2] ?? '', lines[i]).not.toMatch(/^\s*#(?! listen:)/)
    }
  })

  test('has samples of listeners that the configuration accepts', () => {
    const samples = [...shipped.matchAll(/^ {2}# (listen: .*)$/gm)].map(([, sample]) => parse(sample!))
    expect(samples).toHaveLength(5)
    for (const sample of samples) expect(settingsSchema.parse({ server: sample }).server).toMatchObject(sample)
  })

  test('says what each is for', () => {
    expect(shipped).toMatch(/^ {2}# Base URL of error documentation.*\n {2}error_docs_base: null\n/m)
    expect(shipped).toMatch(/# Interval for writing counters. A crash loses at most this much\.\n {2}flush: 1s\n/)
  })
})

describe('the JSON Schema', () => {
  const schema = composeJsonSchema()
  const validate = new Ajv2020({ strict: false, formats: { uri: true } }).compile(schema)

  test('takes the template, and an empty file', () => {
    expect([validate(parse(shipped)), validate.errors]).toEqual([true, null])
    expect(validate({})).toBe(true)
  })

  test('refuses what the program refuses', () => {
    for (const wrong of [
      { serverr: {} },
      { server: { limits: { json_depth: 1 } } },
      { auth: { api_key: { pepper: 'text' } } },
      { plans: { a: { rat: {} } } },
    ]) {
      expect(validate(wrong), JSON.stringify(wrong)).toBe(false)
    }
  })
})

test('settings are shown as YAML that is read back the same', () => {
  const settings = settingsSchema.parse({ auth: { api_key: { pepper: { credential: 'pepper' } } } })
  const text = composeSettings(settings)
  expect(settingsSchema.parse(parse(text))).toEqual(settings)
  expect(text).toContain('pepper:\n      credential: pepper\n')
})
