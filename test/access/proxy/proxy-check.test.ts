// The headers of an authenticating proxy: what is believed, and everything that is not.
import { describe, expect, test } from 'vitest'
import { createAuthentication } from '../../../src/access/authenticate.ts'
import type { Connection } from '../../../src/access/proxy/connection.ts'
import { parseNetwork } from '../../../src/access/proxy/network.ts'
import { createProxyCheck, type ProxySettings } from '../../../src/access/proxy/proxy-check.ts'
import type { ProblemError } from '../../../src/core/problem.ts'

const SETTINGS: ProxySettings = {
  trusted: [parseNetwork('10.0.0.1/32')!, parseNetwork('fd00::/64')!],
  userHeader: 'X-Remote-User',
  groupsHeader: 'X-Remote-Groups',
  groupsSeparator: ',',
  secret: { header: 'X-HT-Proxy-Secret', isRight: (value) => value === 'right' },
  certificate: null,
  requireGroups: true,
  isUser: (text) => /^[A-Za-z0-9._@-]{1,64}$/.test(text),
  mapping: [
    { group: 'ht-admins', plan: 'unlimited', scopes: ['tools:*', 'admin:read'] },
    { group: 'Ärzte', plan: 'doctors', scopes: ['tools:phi/*'] },
    { group: 'ht-research', plan: 'research', scopes: ['tools:dicom/*'] },
  ],
}
const PROXY: Connection = { peerAddress: '10.0.0.1', isForProxy: true, isUnixSocket: false, hasClientCertificate: false }
const SOCKET: Connection = { ...PROXY, peerAddress: '', isUnixSocket: true }
const USER = ['X-Remote-User', 'alice']
const GROUPS = ['X-Remote-Groups', 'staff, ht-research']
const SECRET = ['X-HT-Proxy-Secret', 'right']

function ask(
  rawHeaders: readonly string[],
  { connection = PROXY, settings = SETTINGS, authorization = [] as string[], perMinute = 1_000 } = {},
) {
  const proxy = createProxyCheck(settings)
  const authenticate = createAuthentication({ keys: null, tokens: null, proxy, failures: { perMinute, burst: perMinute } })
  return authenticate({ authorizationValues: authorization, rawHeaders, connection, address: connection.peerAddress, now: 0 })
}

function codeOf(...args: Parameters<typeof ask>): string {
  try {
    ask(...args)
    return 'accepted'
  } catch (error) {
    return (error as ProblemError).code
  }
}

test('a proxy that names no users leaves a request without credentials one without, and lets nobody in as a user', () => {
  const settings = { ...SETTINGS, mapping: [] }
  expect(codeOf([...SECRET], { settings })).toBe('missing_credentials')
  expect(codeOf([...SECRET])).toBe('invalid_credentials')
  expect(codeOf(['X-HT-Proxy-Secret', 'wrong'], { settings })).toBe('invalid_credentials')
  expect(codeOf([...USER, ...GROUPS, ...SECRET], { settings })).toBe('plan_restricted')
  expect(codeOf([...USER, ...SECRET], { settings })).toBe('invalid_credentials')
  expect(codeOf([...USER, ...GROUPS], { settings })).toBe('invalid_credentials')
  expect(codeOf([...SECRET, ...USER], { settings, authorization: ['Bearer x'] })).toBe('invalid_header')
})

describe('a user of the proxy', () => {
  test('has plan and scopes of the first group that fits, in the order of the configuration', () => {
    expect(ask([...USER, ...GROUPS, ...SECRET])).toEqual({
      credentialId: 'proxy:alice',
      kind: 'live',
      owner: 'alice',
      plan: 'research',
      scopes: ['tools:dicom/*'],
      expiresAt: null,
      trialQuota: null,
    })
    expect(ask([...USER, 'x-remote-groups', 'ht-research,ht-admins', ...SECRET])).toMatchObject({ plan: 'unlimited' })
  })

  test('is one user in small and large letters', () => {
    expect(ask(['X-Remote-User', 'ALICE', ...GROUPS, ...SECRET])).toMatchObject({ credentialId: 'proxy:alice', owner: 'alice' })
  })

  test('may be in a group whose name is UTF-8', () => {
    expect(ask([...USER, 'X-Remote-Groups', '\xc3\x84rzte', ...SECRET])).toMatchObject({ plan: 'doctors' })
    expect(codeOf([...USER, 'X-Remote-Groups', '\xc4rzte', ...SECRET])).toBe('invalid_credentials')
  })

  test('without a group that has a plan is told so', () => {
    expect(codeOf([...USER, 'X-Remote-Groups', 'staff', ...SECRET])).toBe('plan_restricted')
  })

  test('without any group is refused, or told so where groups are not required', () => {
    const settings = { ...SETTINGS, requireGroups: false }
    for (const headers of [
      [...USER, ...SECRET],
      [...USER, 'X-Remote-Groups', ' , ', ...SECRET],
    ]) {
      expect(codeOf(headers)).toBe('invalid_credentials')
      expect(codeOf(headers, { settings })).toBe('plan_restricted')
    }
  })
})

describe('the proof of the proxy', () => {
  const withoutSecret = { ...SETTINGS, secret: null }
  const ALL = [...USER, ...GROUPS]
  test.each<[string, Connection, ProxySettings, readonly string[], string]>([
    ['a secret from a trusted address', PROXY, SETTINGS, SECRET, 'accepted'],
    ['a secret from a trusted IPv6 address', { ...PROXY, peerAddress: 'fd00::7' }, SETTINGS, SECRET, 'accepted'],
    ['a secret from a mapped address', { ...PROXY, peerAddress: '::ffff:10.0.0.1' }, SETTINGS, SECRET, 'accepted'],
    ['a secret over the socket', SOCKET, SETTINGS, SECRET, 'accepted'],
    ['the socket alone', SOCKET, withoutSecret, [], 'accepted'],
    ['a certificate', { ...PROXY, hasClientCertificate: true }, withoutSecret, [], 'accepted'],
    [
      'a certificate from another address',
      { ...PROXY, peerAddress: '10.0.0.2', hasClientCertificate: true },
      withoutSecret,
      [],
      'invalid_credentials',
    ],
    ['a certificate where the secret is configured', { ...PROXY, hasClientCertificate: true }, SETTINGS, [], 'invalid_credentials'],
    ['an address alone', PROXY, withoutSecret, [], 'invalid_credentials'],
    ['a secret from another address', { ...PROXY, peerAddress: '10.0.0.2' }, SETTINGS, SECRET, 'invalid_credentials'],
    ['a secret from an address that is not known', { ...PROXY, peerAddress: '' }, SETTINGS, SECRET, 'invalid_credentials'],
    ['a secret on another listener', { ...PROXY, isForProxy: false }, SETTINGS, SECRET, 'invalid_credentials'],
    ['a secret on another socket', { ...SOCKET, isForProxy: false }, SETTINGS, SECRET, 'invalid_credentials'],
    ['a wrong secret', PROXY, SETTINGS, ['X-HT-Proxy-Secret', 'wrong'], 'invalid_credentials'],
    ['a wrong secret over the socket', SOCKET, SETTINGS, ['X-HT-Proxy-Secret', 'wrong'], 'invalid_credentials'],
    ['two secrets', PROXY, SETTINGS, [...SECRET, ...SECRET], 'invalid_credentials'],
    ['an alias of the secret besides', PROXY, SETTINGS, [...SECRET, 'X_HT_Proxy_Secret', 'right'], 'invalid_credentials'],
  ])('%s', (_title, connection, settings, proof, code) => {
    expect(codeOf([...ALL, ...proof], { connection, settings })).toBe(code)
  })
})

describe('more than one kind of credential', () => {
  test.each([
    ['a key beside all', [...USER, ...GROUPS, ...SECRET]],
    ['a key beside a user', USER],
    ['a key beside groups', GROUPS],
    ['a key beside an alias', ['X_Remote_User', 'alice']],
  ])('%s is refused on every listener', (_title, headers) => {
    for (const isForProxy of [true, false]) {
      expect(codeOf(headers, { connection: { ...PROXY, isForProxy }, authorization: ['Bearer x'] })).toBe('invalid_header')
    }
  })
})

test('refusals are counted by address', () => {
  const proxy = createProxyCheck(SETTINGS)
  const authenticate = createAuthentication({ keys: null, tokens: null, proxy, failures: { perMinute: 2, burst: 2 } })
  const codes = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => {
    try {
      authenticate({ authorizationValues: [], rawHeaders: USER, connection: PROXY, address, now: 0 })
      return 'accepted'
    } catch (error) {
      return (error as ProblemError).code
    }
  })
  expect(codes).toEqual(['invalid_credentials', 'invalid_credentials', 'rate_limited', 'invalid_credentials'])
})

describe('the address of the caller', () => {
  const { clientAddressOf } = createProxyCheck(SETTINGS)
  const forwarded = (value: string): string[] => ['X-Forwarded-For', value]
  test.each<[string, readonly string[], Connection, string | undefined]>([
    ['is the last one that the proxy wrote', [...SECRET, ...forwarded('1.1.1.1, 192.0.2.7')], PROXY, '192.0.2.7'],
    ['is in the last of several headers', [...SECRET, ...forwarded('1.1.1.1'), ...forwarded('192.0.2.7')], PROXY, '192.0.2.7'],
    ['comes over a socket, too', [...SECRET, ...forwarded('2001:db8::1')], SOCKET, '2001:db8::1'],
    ['is the socket without the header', SECRET, PROXY, '10.0.0.1'],
    ['is the socket without a proof', forwarded('192.0.2.7'), PROXY, '10.0.0.1'],
    ['is the socket with a wrong proof', ['X-HT-Proxy-Secret', 'x', ...forwarded('192.0.2.7')], PROXY, '10.0.0.1'],
    ['is the socket on another listener', [...SECRET, ...forwarded('192.0.2.7')], { ...PROXY, isForProxy: false }, '10.0.0.1'],
    ['is the socket for another peer', [...SECRET, ...forwarded('192.0.2.7')], { ...PROXY, peerAddress: '10.0.0.2' }, '10.0.0.2'],
    ['is not known where the last one is none', [...SECRET, ...forwarded('192.0.2.7, unknown')], PROXY, undefined],
    ['is not known where the header is empty', [...SECRET, ...forwarded('')], PROXY, undefined],
  ])('%s', (_title, headers, connection, expected) => {
    expect(clientAddressOf(headers, connection)).toBe(expected)
  })
})
