// Networks and addresses: RFC 4632 and RFC 4291 §2.2, §2.3.
import { describe, expect, test } from 'vitest'
import { addressGroup, isInNetworks, parseAddress, parseNetwork } from '../../../src/access/proxy/network.ts'

const hex = (text: string) => {
  const bytes = parseAddress(text)
  return bytes && [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe('an address', () => {
  test.each([
    ['10.0.0.1', '0a000001'],
    ['255.255.255.255', 'ffffffff'],
    ['::', '0'.repeat(32)],
    ['::1', `${'0'.repeat(31)}1`],
    ['1::', `0001${'0'.repeat(28)}`],
    ['2001:db8::8:800:200C:417A', '20010db80000000000080800200c417a'],
    ['2001:db8:0:0:8:800:200c:417a', '20010db80000000000080800200c417a'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['64:ff9b::192.0.2.33', '0064ff9b0000000000000000c0000221'],
    ['::ffff:192.0.2.1', 'c0000201'],
    ['::FFFF:c000:0201', 'c0000201'],
    ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
  ])('%s is read', (text, bytes) => {
    expect(hex(text)).toBe(bytes)
  })

  test.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.01',
    '10.0.0.1.',
    '0x0a.0.0.1',
    ' 10.0.0.1',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'g::',
    '::1.2.3',
    '1.2.3.4::',
    'localhost',
    `${'1:'.repeat(500)}1`,
  ])('%s is none', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })
})

describe('a network', () => {
  test.each([
    ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3'], ['11.0.0.0', '9.255.255.255', '::a00:1', 'fe80::1']],
    ['192.0.2.128/25', ['192.0.2.128', '192.0.2.255'], ['192.0.2.127']],
    ['192.0.2.7', ['192.0.2.7'], ['192.0.2.6']],
    ['0.0.0.0/0', ['1.2.3.4'], ['::1']],
    ['2001:db8::/32', ['2001:db8::1', '2001:db8:ffff::'], ['2001:db9::', '32.1.13.184']],
    ['fe80::/10', ['fe80::1%eth0', 'febf::'], ['fec0::']],
    ['::1/128', ['::1'], ['::2']],
    ['::ffff:10.0.0.0/104', ['10.9.9.9'], ['11.0.0.0']],
  ])('%s holds its addresses alone', (text, inside, outside) => {
    const network = parseNetwork(text)!
    for (const address of inside) expect(isInNetworks([network], address), address).toBe(true)
    for (const address of outside) expect(isInNetworks([network], address), address).toBe(false)
  })

  test.each([
    '10.0.0.1/8',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '2001:db8::1/64',
    '::/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/8',
  ])('%s is none', (text) => {
    expect(parseNetwork(text)).toBeUndefined()
  })

  test('holds no caller without an address', () => {
    const all = [parseNetwork('0.0.0.0/0')!, parseNetwork('::/0')!]
    for (const address of [undefined, '', 'unix']) expect(isInNetworks(all, address)).toBe(false)
    expect(isInNetworks([], '10.0.0.1')).toBe(false)
  })
})

test('failures are counted by IPv4 address and by IPv6 /64', () => {
  expect(addressGroup('10.0.0.1')).not.toBe(addressGroup('10.0.0.2'))
  expect(addressGroup('10.0.0.1')).toBe(addressGroup('::ffff:10.0.0.1'))
  expect(addressGroup('2001:db8::1')).toBe(addressGroup('2001:db8::ffff:2'))
  expect(addressGroup('2001:db8::1')).not.toBe(addressGroup('2001:db8:0:1::1'))
  expect(addressGroup(undefined)).toBe('')
})
