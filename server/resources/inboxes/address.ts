/** Validates and normalises the address of an inbox, depending on the inbox's type. */
import { getChannel, type InboxTypeName } from '../../channels/index.ts'

/** Normalises an address for storage. Returns an invalid address unchanged; `findAddressProblems` reports it. */
export function normaliseAddress<Address extends string | null | undefined>(type: InboxTypeName, address: Address): Address | string {
  if (typeof address !== 'string') return address
  const result = getChannel(type).readAddress(address)
  return 'address' in result ? result.address : address
}

/** Returns the problems of an address for an inbox of this type, as error details. */
export function findAddressProblems(
  type: InboxTypeName,
  address: string | null | undefined,
): { field: string; code: string; message: string }[] {
  const result = typeof address === 'string' ? getChannel(type).readAddress(address) : null
  return result && 'problem' in result ? [{ field: 'address', code: 'INVALID_FORMAT', message: result.problem }] : []
}
