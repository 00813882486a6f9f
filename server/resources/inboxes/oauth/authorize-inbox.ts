import { randomBytes } from 'node:crypto'
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { findResource } from '#kit/write.ts'
import { databaseNow } from '#platform/database-now.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { choice, closed, component, time, Type } from '#platform/schema.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'
import { channelNotConnected } from '../errors.ts'
import { inbox } from '../inbox.ts'
import { checkMaySignIn } from '../inbox-scopes.ts'
import { findInboxSecret } from '../queries.ts'
import type { PasswordTarget } from '../stored-password.ts'
import { toAuthorizeUrl } from './providers.ts'
import { hashStored, sealState, toPkce } from './sign-in-state.ts'

/** Path below BASE_URL to which the browser returns from the provider. */
export const callbackPath = '/oauth/callback'

export const MailProvider = component(
  'MailProvider',
  choice({ GOOGLE: 'Gmail and Google Workspace.', MICROSOFT: 'Microsoft 365 and Outlook.com.' }, { description: 'A mail provider.' }),
)
const InboxAuthorize = component(
  'InboxAuthorize',
  closed({ provider: MailProvider }, { description: 'Where to sign in.', examples: [{ provider: 'GOOGLE' }] }),
)
const InboxAuthorization = component(
  'InboxAuthorization',
  closed(
    {
      authorizeUrl: Type.String({ description: 'The provider’s page, which a person opens in a browser.' }),
      expiresAt: time('Until when the person must have signed in.'),
    },
    {
      description: 'A sign-in that a person must complete.',
      examples: [{ authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth?state=…', expiresAt: '2026-03-04T09:40:00.000Z' }],
    },
  ),
)

const lifeMs = 10 * 60_000

export const authorizeInbox = endpoint.personalWrite({
  operationId: 'authorizeInbox',
  method: 'POST',
  path: `${inbox.path}/{id}/oauth`,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Sign in to a mailbox at Google or Microsoft',
  description:
    'Returns a URL at which a person allows the service to use the mailbox. The browser then returns to the service, which stores the ' +
    'tokens encrypted and leads to the dashboard. The URL can be used once, for ten minutes. The mailbox or the mail server of the inbox ' +
    'must have `auth: OAUTH2`; the tokens are sent to no other server. The caller also needs the scope `threads:write`.',
  params: { id: { ...inbox.id, versioned: false } },
  body: InboxAuthorize,
  responds: { 200: item(InboxAuthorization, 'The URL') },
  errors: [channelNotConnected, scopeEscalation],
  present: (record: { authorizeUrl: string; expiresAt: string }) => record,
  async handle(context) {
    const { tx, config, secrets, principal, params, body } = context
    checkMaySignIn(principal, 'email')
    const { email } = await findResource({ ...context, db: tx }, inbox)
    const servers = listOauthServers(email)
    if (servers.length === 0)
      throw new ApiError(channelNotConnected, { message: 'Set `auth` of the mailbox or of the mail server to OAUTH2 first.' })
    const client = config.oauth[body.provider]
    if (client === null) throw new ApiError(channelNotConnected, { message: `The operator has not set ${body.provider}_CLIENT_ID.` })
    const stored = await tx.first(findInboxSecret, { tenantId: principal.tenantId, inboxId: params.id, kind: 'OAUTH' })
    const nonce = randomBytes(24).toString('base64url')
    const expiresAt = new Date(databaseNow() + lifeMs).toISOString()
    const state = sealState(secrets, {
      tenantId: principal.tenantId,
      inboxId: params.id,
      userId: principal.user.id,
      provider: body.provider,
      before: hashStored(stored?.secret ?? null),
      nonce,
      expiresAt,
    })
    const redirectUri = new URL(callbackPath, config.baseUrl).href
    const { challenge } = toPkce(secrets, { nonce })
    const authorizeUrl = toAuthorizeUrl(body.provider, client, { redirectUri, state, challenge, user: servers[0]?.user ?? null })
    return toSavedOutcome({ authorizeUrl, expiresAt })
  },
})

/** Returns the servers of an inbox that use tokens. */
export function listOauthServers(email: EmailSettings | null): PasswordTarget[] {
  return [email?.receive.imap, email?.send.smtp].filter((server) => server?.auth === 'OAUTH2').flatMap((server) => server ?? [])
}
