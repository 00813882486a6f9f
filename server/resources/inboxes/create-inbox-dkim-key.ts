import { randomBytes } from 'node:crypto'
import { findResource, lockResource, updateResource } from '#kit/write.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { closed, component, Type } from '#platform/schema.ts'
import { createDkimKey } from '../mail/index.ts'
import { storeInboxSecrets } from './change-email.ts'
import { isBelow, toDomain } from './dns-records.ts'
import type { EmailSettings } from '../../channels/email/settings.ts'
import { channelNotConnected } from './errors.ts'
import { inbox } from './inbox.ts'

const DkimKeyCreate = component(
  'DkimKeyCreate',
  closed(
    {
      domain: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 253,
          description: 'The signing domain: that of the inbox’s address, which is the default, or one above it.',
          examples: ['example.com'],
        }),
      ),
    },
    { description: 'A key for signatures.', examples: [{}] },
  ),
)

export const createInboxDkimKey = inbox.write({
  operationId: 'createInboxDkimKey',
  method: 'POST',
  path: `${inbox.path}/{id}/dkim`,
  summary: 'Create a DKIM key for an inbox',
  description:
    'Creates the key pair (RSA, 2048 bits) that signs the inbox’s replies, instead of the one it has. The private key is stored encrypted ' +
    'and never returned. Publish the DNS record that `GET /inboxes/{id}/dns` shows, and call that operation to check it.',
  body: DkimKeyCreate,
  result: 'The inbox with its new key',
  errors: [validationFailed, channelNotConnected],
  // Generating a key takes tenths of a second, during which no transaction should be open.
  async before(context) {
    requireSigningDomain(await findResource(context, inbox), context.body.domain)
    return createDkimKey()
  },
  async handle(context) {
    const { tx, secrets, principal, params, prepared, body } = context
    const current = await lockResource(context, inbox)
    const { email, domain } = requireSigningDomain(current, body.domain)
    await storeInboxSecrets(tx, secrets, { tenantId: principal.tenantId, inboxId: params.id }, { DKIM: prepared.privateKey })
    // Each key has a different selector, so that the old record stays valid while DNS caches pick up the new one.
    const dkim = { domain, selector: `skein-${randomBytes(4).toString('hex')}`, publicKey: prepared.publicKey, state: 'UNCHECKED' as const }
    return updateResource(context, inbox, current, { email: { ...email, dkim } }, { action: 'dkim_key_created' })
  },
})

type EmailInbox = { address: string | null; email: EmailSettings | null }

function requireSigningDomain({ address, email }: EmailInbox, given: string | undefined): { email: EmailSettings; domain: string } {
  if (address === null || email === null) throw new ApiError(channelNotConnected, { message: 'The inbox has no e-mail address.' })
  const own = toDomain(address)
  const domain = given?.toLowerCase() ?? own
  if (isBelow(own, domain) && (domain === own || domain.includes('.'))) return { email, domain }
  const message = `must be ${own} or a domain above it, because receivers compare it with the address`
  throw new ApiError(validationFailed, { details: [{ field: 'domain', code: 'NOT_ALLOWED', message }] })
}
