// Networks in CIDR notation (RFC 4632, RFC 4291 §2.3) and the addresses in them. An IPv4-mapped IPv6 address is its IPv4 address.

export interface Network {
  /** 4 or 16 bytes, zero beyond the prefix. */
  readonly bytes: Uint8Array
  readonly prefixLength: number
}

const MAPPED_PREFIX_LENGTH = 96

/** Undefined where the text is no network, or names a host inside one (`10.0.0.1/8`), which is more likely a mistake than meant. */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/')
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash))
  if (!address || text.includes('%')) return undefined
  const bits = address.length * 8
  if (slash < 0) return { bytes: address, prefixLength: bits }
  const digits = text.slice(slash + 1)
  if (!/^(?:0|[1-9]\d{0,2})$/.test(digits)) return undefined
  const isMapped = address.length === 4 && text.includes(':')
  const prefixLength = Number(digits) - (isMapped ? MAPPED_PREFIX_LENGTH : 0)
  if (prefixLength < 0 || prefixLength > bits || hasBitsAfter(address, prefixLength)) return undefined
  return { bytes: address, prefixLength }
}

/** True where one of the networks holds the address; an address that is none, such as the peer of a unix socket, is in no network. */
export function isInNetworks(networks: readonly Network[], address: string | undefined): boolean {
  const bytes = address === undefined ? undefined : parseAddress(address)
  return bytes !== undefined && networks.some((network) => holds(network, bytes))
}

/** Under which name failures from an address are counted: IPv6 by its /64, because a host has all of it to itself. */
export function addressGroup(address: string | undefined): string {
  const bytes = address === undefined ? undefined : parseAddress(address)
  if (!bytes) return ''
  return (bytes.length === 4 ? bytes : bytes.subarray(0, 8)).join('.')
}

function holds({ bytes, prefixLength }: Network, address: Uint8Array): boolean {
  if (bytes.length !== address.length) return false
  const whole = prefixLength >> 3
  for (let i = 0; i < whole; i++) if (bytes[i] !== address[i]) return false
  const rest = prefixLength & 7
  return rest === 0 || (bytes[whole]! ^ address[whole]!) >> (8 - rest) === 0
}

function hasBitsAfter(bytes: Uint8Array, prefixLength: number): boolean {
  return bytes.some((byte, i) => (byte & (0xff >> Math.min(8, Math.max(0, prefixLength - i * 8)))) !== 0)
}

/** 4 or 16 bytes; undefined where the text is no address. A zone (`%eth0`) is left out. */
export function parseAddress(text: string): Uint8Array | undefined {
  if (text.length > 64) return undefined
  if (!text.includes(':')) return parseIpv4(text)
  const zone = text.indexOf('%')
  const bytes = parseIpv6(zone < 0 ? text : text.slice(0, zone))
  const isMapped = bytes?.every((byte, i) => i >= 12 || byte === (i >= 10 ? 0xff : 0))
  return isMapped ? bytes?.slice(12) : bytes
}

function parseIpv4(text: string): Uint8Array | undefined {
  const parts = text.split('.')
  // A leading zero means octal to some programs and nothing to others.
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return undefined
  return Uint8Array.from(parts, Number)
}

function parseIpv6(text: string): Uint8Array | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const head = parseGroups(halves[0]!, halves.length === 1)
  const tail = halves.length === 2 ? parseGroups(halves[1]!, true) : []
  if (!head || !tail) return undefined
  const missing = 16 - head.length - tail.length
  // `::` stands for at least one group (RFC 5952 §4.2.2).
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined
  return Uint8Array.from([...head, ...new Array<number>(missing).fill(0), ...tail])
}

function parseGroups(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [i, group] of groups.entries()) {
    if (mayEndInIpv4 && i === groups.length - 1 && group.includes('.')) {
      const ipv4 = parseIpv4(group)
      if (!ipv4) return undefined
      bytes.push(...ipv4)
      continue
    }
    if (!/^[0-9A-Fa-f]{1,4}$/.test(group)) return undefined
    const value = Number.parseInt(group, 16)
    bytes.push(value >> 8, value & 0xff)
  }
  return bytes
}
