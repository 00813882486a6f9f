import { ApiError, catalogDuplicate, type TransactionContext, type Uuid } from '../../kit/index.ts'
import { sendMail } from '../mail/index.ts'
import { checkDomainAllowed } from './allowed-domains.ts'
import { endLinks, findPerson, mailAddressLink, mailLink } from './sign-in-link.ts'
import type { user } from './user.ts'

type Person = Parameters<typeof user.present>[0]
type Context = TransactionContext<{ id: Uuid }, undefined, unknown>

export type AddressChange = {
  /** The fields of the person that change now. */
  fields: { email?: string; pendingEmail?: string | null }
  /** Orders the mails; called after the person was changed. */
  mail: (name: string) => Promise<void>
}

const noMail = () => Promise.resolve()

/**
 * Gives a locked person another address. An invited person, who has never signed in, has it at once: the invitation moves with it. For
 * everybody else it waits until somebody who reads mail at that address confirms it, so that neither a typing mistake nor a caller alone
 * moves an account. The present address cancels a change that waits. Throws 400 for a domain that the tenant does not allow, and 409 when
 * another person has the address.
 */
export async function changeAddress(
  context: Context,
  current: Person,
  email: string,
  nextStatus: Person['status'],
): Promise<AddressChange> {
  const { tx, effects, secrets, principal } = context
  const { tenantId, user: caller } = principal
  const { id: userId, email: before, pendingEmail } = current
  if (email === before) return { fields: { pendingEmail: null }, mail: noMail }
  if (email === pendingEmail) return { fields: {}, mail: noMail }
  checkDomainAllowed(principal, email)
  if (current.status === 'INVITED') {
    await endLinks(tx, { tenantId, userId })
    return {
      fields: { email },
      async mail(name) {
        if (nextStatus !== 'INVITED') return
        await mailLink(context, { tenantId, userId, name, email }, { purpose: 'INVITATION', inviterName: caller.name })
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
      const values = { name, email, byName: caller.name, at: new Date().toISOString(), ip: principal.ip }
      sendMail({ effects, secrets }, { to: before, template: 'email-change-notice', values })
    },
  }
}
