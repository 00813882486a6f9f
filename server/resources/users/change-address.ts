import type { TransactionContext } from '#kit/handler.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import { ApiError, catalogDuplicate } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { sendMail } from '../mail/index.ts'
import { checkDomainAllowed } from './allowed-domains.ts'
import { endLinks, findPerson, mailAddressLink, mailLink } from './sign-in-link.ts'
import type { user } from './user.ts'

type UserRow = Parameters<typeof user.present>[0]
type Context = TransactionContext<{ id: Uuid }, undefined, unknown>

export type AddressChange = {
  /** Fields of the user that change immediately. */
  fields: { email?: string; pendingEmail?: string | null; emailFailedAt?: null }
  /** Enqueues the mails. Call it after changing the user. */
  mail: (name: string) => Promise<void>
}

const noMail = () => Promise.resolve()

/**
 * Changes the address of a locked user. For an invited user, who has never signed in, the change applies at once, with a new invitation;
 * for a program, at once without one. For all others it waits for confirmation by a link to the new address, so that neither a typo nor the
 * caller alone can move an account. Sending the current address cancels a pending change. Throws 400 for a domain that the tenant does not
 * allow, and 409 if another user has the address.
 */
export async function changeAddress(
  context: Context,
  current: UserRow,
  email: string,
  nextStatus: UserRow['status'],
): Promise<AddressChange> {
  const { tx, effects, secrets, principal } = context
  const { tenantId, user: caller } = principal
  const { id: userId, email: before, pendingEmail } = current
  if (email === before) return { fields: { pendingEmail: null }, mail: noMail }
  if (email === pendingEmail) return { fields: {}, mail: noMail }
  checkDomainAllowed(principal, email)
  if (current.status === 'INVITED' || current.kind === 'SERVICE') {
    await endLinks(tx, { tenantId, userId })
    return {
      fields: { email, emailFailedAt: null },
      async mail(name) {
        if (nextStatus !== 'INVITED' || current.kind === 'SERVICE') return
        await mailLink(context, { tenantId, userId, name, email }, { purpose: 'INVITATION', inviter: caller })
      },
    }
  }
  if (await findPerson(tx, { tenantId, email })) {
    const details = [{ field: 'email', code: 'TAKEN', message: 'belongs to another user' }]
    throw new ApiError(catalogDuplicate, { message: 'Another user already has this email.', details })
  }
  return {
    fields: { pendingEmail: email },
    async mail(name) {
      await mailAddressLink(context, { tenantId, userId, name, email }, caller)
      const values = { name, email, byName: caller.name, at: databaseNowIso(), ip: principal.ip }
      sendMail({ effects, secrets }, { to: before, template: 'email-change-notice', values })
    },
  }
}
