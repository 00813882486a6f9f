/** Decides which IP addresses outgoing requests may reach. */
import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv6 address. An IPv4 address is stored in its mapped form (`::ffff:a.b.c.d`), so both notations are equal. */
export type Address = ipaddr.IPv6
/** A CIDR block. `bits` is the length of the prefix out of 128 (96 more than in IPv4 notation). */
export type AddressRange = { first: Address; bits: number }

/** Whether a request may go to an address. False for text that is not an address. */
export type AddressRule = (text: string) => boolean

/** Creates the service's rule: public unicast addresses, and the ranges in `opened`. */
export function createAddressRule(opened: readonly AddressRange[]): AddressRule {
  const isOpened = (address: Address): boolean => opened.some(({ first, bits }) => address.match(first, bits))
  return (text) => {
    const address = parseAddress(text)
    if (address === null) return false
    // `localhost` resolves to both loopback addresses, so allowing one of them allows both.
    return isPublic(address) || isOpened(address) || (address.range() === 'loopback' && isOpened(loopback4))
  }
}

/** Returns a function that checks whether an address is in one of the ranges. */
export function createRangeCheck(ranges: readonly string[]): AddressRule {
  const parsed = ranges.map(parseRange)
  return (text) => {
    const address = parseAddress(text)
    return address !== null && parsed.some(({ first, bits }) => address.match(first, bits))
  }
}

/** Parses `127.0.0.0/8` or `fd00::/8`. A bare address is a range of one. Throws an Error with a message for the operator. */
export function parseRange(text: string): AddressRange {
  const [, base = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const address = parseAddress(base)
  const unit = isIPv4(base) ? 32 : 128
  const bits = length === undefined ? unit : Number(length)
  if (address === null || bits > unit) throw new Error(`"${text}" is not an address range such as 10.0.0.0/8 or fd00::/8.`)
  return { first: address, bits: bits + 128 - unit }
}

/**
 * Parses an address strictly: four decimal numbers, or IPv6 without a zone. Null for any other text, such as `127.1`, which ipaddr.js
 * accepts.
 */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text).toIPv4MappedAddress()
  if (!isIPv6(text) || text.includes('%')) return null
  // The URL parser converts a dotted tail to hexadecimal groups. ipaddr.js would read `::8.8.8.8` as the mapped form of 8.8.8.8.
  return ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1))
}

/** True when the address belongs to a single machine on the public internet. */
function isPublic(address: Address): boolean {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === 'unicast' && !contains(azureHost, address)
  // NAT64 translates these to the IPv4 address in their last 32 bits, so check that address.
  if (contains(nat64, address)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)).toIPv4MappedAddress())
  return contains(globalUnicast, address) && address.range() === 'unicast'
}

function contains({ first, bits }: AddressRange, address: Address): boolean {
  return address.match(first, bits)
}

const loopback4 = parseRange('127.0.0.1').first
const nat64 = parseRange('64:ff9b::/96')
/** The allocated part of IPv6. ipaddr.js names special ranges and calls all other addresses unicast, including unallocated ones. */
const globalUnicast = parseRange('2000::/3')
/** Azure's wire server: a public address that reaches the machine's own control service inside Azure. */
const azureHost = parseRange('168.63.129.16')
