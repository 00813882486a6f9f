import type { CustomerIdentity, SkeinClient } from '@skein/client'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'

type Service = Pick<SkeinClient, 'addCustomerIdentity' | 'removeCustomerIdentity'>

/**
 * Replaces one of a customer's numbers, and returns the new one; null for none. Adds the new number before it removes the old one, and takes
 * it back if the old one stays, so that a refusal leaves the customer as it was.
 */
export async function replacePhone(
  skein: Service,
  customerId: string,
  old: CustomerIdentity | null,
  phone: string | null,
): Promise<CustomerIdentity | null> {
  const path = { id: customerId }
  const remove = async ({ id }: CustomerIdentity): Promise<unknown> =>
    skein.removeCustomerIdentity({ path: { ...path, identityId: id }, idempotencyKey: newIdempotencyKey() })
  const added =
    phone === null
      ? null
      : (await skein.addCustomerIdentity({ path, body: { type: 'PHONE', value: phone }, idempotencyKey: newIdempotencyKey() })).data
  try {
    if (old) await remove(old)
  } catch (error) {
    // The reason of the refusal says more than a failure to take the addition back, which the refetched customer shows.
    if (added) await remove(added).catch(() => undefined)
    throw error
  }
  return added
}
