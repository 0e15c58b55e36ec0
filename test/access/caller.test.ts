// Scopes and tool patterns: what they say and what they cover.
import { expect, test } from 'vitest'
import { type Caller, isScope, isToolPattern, matchesTool, mayUseTool } from '../../src/access/caller.ts'

test.each(['tools:*', 'tools:phi/*', 'tools:hl7/to-fhir', 'admin:read'])('%s is a scope', (text) => {
  expect(isScope(text)).toBe(true)
})

test.each([
  '',
  '*',
  'tools',
  'tools:',
  'tools:phi',
  'tools:*/*',
  'tools:*/parse',
  'tools:phi/**',
  'tools:PHI/*',
  'tools:phi/a/b',
  'admin:write',
  'admin:*',
  ' tools:*',
  'tools:phi/* ',
])('%s is none', (text) => {
  expect(isScope(text)).toBe(false)
})

test('a pattern covers its tools and no others', () => {
  for (const pattern of ['*', 'hl7/*', 'hl7/parse']) {
    expect(isToolPattern(pattern)).toBe(true)
    expect(matchesTool(pattern, 'hl7/parse')).toBe(true)
  }
  expect(matchesTool('hl7/*', 'hl70/parse')).toBe(false)
  expect(matchesTool('hl7/parse', 'hl7/parse-all')).toBe(false)
  expect(matchesTool('hl7/parse-all', 'hl7/parse')).toBe(false)
  expect(matchesTool('phi/*', 'hl7/parse')).toBe(false)
})

test('a caller reaches what one of its scopes covers', () => {
  const caller = (...scopes: string[]): Caller => ({
    credentialId: 'A',
    kind: 'live',
    owner: 'o',
    plan: 'p',
    scopes,
    expiresAt: null,
    trialQuota: null,
  })
  expect(mayUseTool(caller('tools:*'), 'phi/detect')).toBe(true)
  expect(mayUseTool(caller('tools:text/diff', 'tools:phi/*'), 'phi/detect')).toBe(true)
  expect(mayUseTool(caller('tools:text/diff'), 'phi/detect')).toBe(false)
  expect(mayUseTool(caller('admin:read'), 'phi/detect')).toBe(false)
  expect(mayUseTool(caller(), 'phi/detect')).toBe(false)
})
