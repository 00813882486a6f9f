/** Completes a sign-in at a mail provider: exchanges the code that the browser has brought back for tokens. */
import { lockResource, updateResource } from '#kit/write.ts'
import type { Database } from '#platform/db.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { actorIdentity } from '#platform/outbox/write-identity.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import { retryReceiving, retrySending } from '../connection-queries.ts'
import { inbox } from '../inbox.ts'
import { findInboxSecret } from '../queries.ts'
import { callbackPath, listOauthServers } from './authorize-inbox.ts'
import { exchangeCode } from './providers.ts'
import { hashStored, openState, type SignInState, toPkce } from './sign-in-state.ts'
import { toTokenServer } from '../stored-password.ts'
import { storeTokens, toRenewalTime, toStored } from './stored-tokens.ts'

type Services = { db: Database; config: Config; secrets: Secrets }
type Request = { ip: string; requestId: string }

/** `refused`: the person or the provider declined. `expired`: the link is too old, was used, or is not ours. */
export type SignInResult = 'connected' | 'refused' | 'expired' | 'failed'

/** Returns the result of the sign-in. Never throws, whatever the browser sends. */
export async function finishSignIn(services: Services, query: URLSearchParams, request: Request): Promise<SignInResult> {
  const { config, secrets } = services
  const state = openState(secrets, query.get('state') ?? '')
  const client = state && config.oauth[state.provider]
  const code = query.get('code')
  if (!state || !client) return 'expired'
  if (code === null) return 'refused'
  const redirectUri = new URL(callbackPath, config.baseUrl).href
  try {
    const tokens = await exchangeCode(client, { code, redirectUri, verifier: toPkce(secrets, state).verifier })
    return await store(services, state, toStored(tokens, null), request)
  } catch {
    return 'failed'
  }
}

async function store(
  { db, secrets }: Services,
  state: SignInState,
  tokens: ReturnType<typeof toStored>,
  request: Request,
): Promise<SignInResult> {
  const { tenantId, inboxId, userId, provider, before } = state
  const key = { tenantId, inboxId }
  return db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    const context = { tx, effects, principal: { tenantId }, params: { id: inboxId }, ifMatch: null }
    const current = await lockResource(context, inbox)
    const stored = await tx.first(findInboxSecret, { ...key, kind: 'OAUTH' })
    const servers = listOauthServers(current.email)
    // If the same link is opened twice, the second finds the tokens of the first.
    if (hashStored(stored?.secret ?? null) !== before || !current.email || servers.length === 0) return 'expired'
    await storeTokens(tx, secrets, key, { ...tokens, provider, servers: servers.map(toTokenServer) })
    const { receive, send } = current.email
    const email = {
      ...current.email,
      receive: {
        ...receive,
        imap: receive.imap && { ...receive.imap, passwordSet: receive.imap.auth === 'OAUTH2' || receive.imap.passwordSet },
      },
      send: { ...send, smtp: send.smtp && { ...send.smtp, passwordSet: send.smtp.auth === 'OAUTH2' || send.smtp.passwordSet } },
    }
    await updateResource(context, inbox, current, { email })
    effects.audit({ action: 'inbox.authorized', target: { type: inbox.noun, id: inboxId }, after: { provider } })
    await tx.rows(retryReceiving, key)
    await tx.rows(retrySending, key)
    await enqueue(tx, 'renew-mail-tokens', { tenantId, key: inboxId, at: toRenewalTime(tokens) })
    await writeLedger(tx, actorIdentity({ tenantId, userId }, request.ip, request.requestId, null), effects, { status: 200, record: null })
    return 'connected'
  })
}
