/**
 * IP addresses that an outgoing request may reach.
 *
 * Every address is one 128-bit number, an IPv4 address that of its mapped form (`::ffff:a.b.c.d`): so both notations of an address give one
 * value, and every rule is one comparison. Source: IANA's IPv4 and IPv6 Special-Purpose Address Registries and its multicast registries, as
 * of 2025.
 */
import { isIPv4, isIPv6 } from 'node:net'

/** An IPv4 or IPv6 address as a 128-bit number. */
export type Address = bigint
/** A CIDR block around `first`; `bits` counts from the front of the 128 (96 more than IPv4 writes). */
export type AddressRange = { first: Address; bits: number }

/** Returns whether a request may go to an address given as text; false for text that is not an address. */
export type AddressRule = (text: string) => boolean

/** The rule of this service: global unicast addresses, and the ranges in `opened`. */
export function createAddressRule(opened: readonly AddressRange[]): AddressRule {
  const isOpened = (address: Address): boolean => opened.some((range) => contains(range, address))
  return (text) => {
    const address = parseAddress(text)
    if (address === null) return false
    // `localhost` resolves to both loopback addresses, so opening one of them opens the other as well.
    return isPublic(address) || isOpened(address) || (address === loopback6 && isOpened(loopback4))
  }
}

/** Reads `127.0.0.0/8` or `fd00::/8`; a bare address is a range of one. Throws an Error with a message for the operator. */
export function parseRange(text: string): AddressRange {
  const [, base = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const address = parseAddress(base)
  const unit = isIPv4(base) ? 32 : 128
  const bits = length === undefined ? unit : Number(length)
  if (address === null || bits > unit) throw new Error(`"${text}" is not an address range such as 10.0.0.0/8 or fd00::/8.`)
  return { first: address, bits: bits + 128 - unit }
}

/** Strict: four decimal numbers, or IPv6 without a zone. Null for everything else. */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return mapped | parseIPv4(text)
  if (!isIPv6(text) || text.includes('%')) return null
  // The URL parser normalises every notation, including dotted tails, to groups of hexadecimal digits.
  const [front = '', back] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::')
  const head = front.split(':').filter(Boolean)
  const tail = back?.split(':').filter(Boolean) ?? []
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

function parseIPv4(text: string): bigint {
  return text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

/** Global unicast: an address of a single machine on the public internet. */
function isPublic(address: Address): boolean {
  if (contains(mapped4, address)) return !isSpecial(address)
  // NAT64 translates these to the IPv4 address in their last 32 bits, so that address is checked.
  if (contains(translated4, address)) return isPublic(mapped | (address & 0xffff_ffffn))
  return contains(globalUnicast6, address) && !isSpecial(address)
}

function contains({ first, bits }: AddressRange, address: Address): boolean {
  const rest = BigInt(128 - bits)
  return address >> rest === first >> rest
}

const mapped = 0xffff_0000_0000n
const loopback4 = mapped | 0x7f00_0001n
const loopback6 = 1n
const mapped4: AddressRange = { first: mapped, bits: 96 }
const translated4: AddressRange = { first: 0x64_ff9bn << 96n, bits: 96 }
const globalUnicast6: AddressRange = { first: 0x2000n << 112n, bits: 3 }

/**
 * Ranges that are not single machines on the internet. IPv6 outside 2000::/3 (loopback, private, link-local, multicast, …) is always
 * refused and needs no entry. Read by the first request: that takes as long as a fiftieth of a start.
 */
const specialTexts = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16', // private
  '100.64.0.0/10', // shared by carriers; some clouds' metadata
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; most clouds' metadata
  '168.63.129.16/32', // a public number that inside Azure is the machine's own control service
  '192.0.0.0/24', // IETF protocol assignments; one cloud's metadata
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '198.18.0.0/15', // benchmarks
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '2001::/23', // IETF protocol assignments, Teredo among them: its last 32 bits are an IPv4 address in disguise
  '2001:db8::/32',
  '3fff::/20', // documentation
  '2002::/16', // 6to4: the next 32 bits are an IPv4 address
]
let specialRanges: readonly AddressRange[] | undefined

function isSpecial(address: Address): boolean {
  specialRanges ??= specialTexts.map(parseRange)
  return specialRanges.some((range) => contains(range, address))
}
