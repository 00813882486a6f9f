import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { ReadContext } from '#kit/handler.ts'
import { createPresenter } from '#kit/present.ts'
import { findResource } from '#kit/write.ts'
import type { Database } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { ForbiddenUrlError } from '#platform/outbound/fetch-errors.ts'
import { type Outcome, toOutcome } from '#platform/outbox/effects.ts'
import { closed, component, Type } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../config.ts'
import { Job, type JobRecord } from '../jobs/index.ts'
import { StepFailure } from './connection-test/line-connection.ts'
import { ConnectionTest, maxTestMs, presentTest, type TestResult } from './connection-test/connection-test.ts'
import { testHook } from './connection-test/test-hook.ts'
import { type FindSignIn, testMailServers } from './connection-test/test-mail-servers.ts'
import { providers } from '../../channels/hook.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'
import { channelHostForbidden, channelNotConnected } from './errors.ts'
import { inbox } from './inbox.ts'
import { findSecret } from './inbox-secrets.ts'
import { getMailAccessToken, SignInRequired } from './oauth/stored-tokens.ts'
import { connectInbox } from './provider-connection.ts'
import type { PasswordTarget } from './stored-password.ts'
import { startRoundTrip } from './round-trip/start-round-trip.ts'

const InboxTest = component(
  'InboxTest',
  closed(
    {
      roundTrip: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether the inbox sends mails to itself, which must come back.', examples: [true] }),
      ),
    },
    { description: 'What to test.', examples: [{ roundTrip: true }] },
  ),
)

const presentJob = createPresenter(Job)

export const testInbox = endpoint.write({
  operationId: 'testInbox',
  method: 'POST',
  path: `${inbox.path}/{id}/test`,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Test an inbox',
  description:
    'Connects to the inbox’s mailbox and to the server that sends its replies, signs in and looks around, for at most 13 seconds, and ' +
    'returns the steps. Sends and changes nothing. The first step that fails ends the test. An inbox without a mailbox and without a mail ' +
    'server is refused. For an inbox with `hook`, posts a signed `channel.test` with the id of the inbox to `outboundUrl`, which should ' +
    'respond 2xx and do nothing; for a messenger, asks for the account of its token.\n\n' +
    'With `roundTrip`, the inbox sends two mails to itself, one to its address and one to the form of its address with a plus sign. They must ' +
    'come back within 60 seconds and become no threads. The response is a job; `GET /jobs/{id}` shows its steps: `send`, `receive` and `plus`. ' +
    'The job is FAILED when the mail could not be sent or did not come back. With `plusAddressing` AUTO, an inbox uses reply addresses with a ' +
    'plus sign once `plus` has succeeded, and none once it has failed, until its mail arrives elsewhere. While a ' +
    'round trip of the inbox runs, a further request returns the running job.',
  params: { id: { ...inbox.id, versioned: false } },
  body: InboxTest,
  responds: { 200: item(ConnectionTest, 'The steps'), 202: item(Job, 'The job that waits for the mails') },
  errors: [channelNotConnected, channelHostForbidden],
  present: (record: TestResult | JobRecord) => ('steps' in record ? presentTest(record) : presentJob(record)),
  async before(context): Promise<TestResult | null> {
    if (context.body.roundTrip) return null
    const { address, email, hook } = await findResource(context, inbox)
    if (hook !== null) return testProvider(context, hook)
    const { config, secrets, db, principal, params } = context
    if (email === null || address === null) throw new ApiError(channelNotConnected, { message: 'The inbox has no e-mail address.' })
    return testMailServers({
      email,
      address,
      config,
      signal: AbortSignal.timeout(maxTestMs),
      findSignIn: createFindSignIn({ db, config, secrets, tenantId: principal.tenantId, inboxId: params.id }),
    })
  },
  async handle(context): Promise<Outcome<TestResult | JobRecord>> {
    const { prepared, effects, params } = context
    if (prepared === null) return startRoundTrip(context)
    const audited = effects.audit({ action: 'inbox.tested', target: { type: inbox.noun, id: params.id }, after: { ok: prepared.ok } })
    return toOutcome(prepared, audited)
  },
})

type HookContext = Pick<
  ReadContext<{ readonly id: Uuid }, unknown, unknown>,
  'db' | 'secrets' | 'principal' | 'params' | 'outbound' | 'config'
>

async function testProvider(context: HookContext, hook: HookSettings): Promise<TestResult> {
  const { principal, params } = context
  const connection = await connectInbox(context, { tenantId: principal.tenantId, inboxId: params.id }, hook, AbortSignal.timeout(maxTestMs))
  if (connection === null || connection.secrets.length === 0)
    throw new ApiError(channelNotConnected, { message: `The inbox has no ${connection === null ? '`hook.outboundUrl`' : 'secret'}.` })
  const tested = await testHook({ ...connection, provider: providers[hook.provider], inboxId: toTypeId(inbox.id.prefix, params.id) }).catch(
    (error: unknown) => {
      if (error instanceof ForbiddenUrlError) throw new ApiError(channelHostForbidden, { message: error.message, cause: error })
      throw error
    },
  )
  return {
    ok: tested.every(({ ok }) => ok),
    steps: tested.map(({ step, ok, detail, durationMs }) => ({ protocol: 'HTTP', step, ok, detail, durationMs })),
  }
}

function createFindSignIn(of: InboxServices): FindSignIn {
  return async ({ user, auth, ...server }, kind) => {
    if (auth === 'OAUTH2') return { user, accessToken: await getToken(of, server) }
    const password = await findSecret(of, kind)
    if (password === null) throw new StepFailure('No password is stored.')
    return { user, password }
  }
}

type InboxServices = { db: Database; config: Config; secrets: Secrets; tenantId: Uuid; inboxId: Uuid }

async function getToken(of: InboxServices, server: Pick<PasswordTarget, 'host' | 'port' | 'security'>): Promise<string> {
  try {
    return await getMailAccessToken(of, of, server)
  } catch (error) {
    const message = error instanceof SignInRequired ? error.message : 'The mail provider did not renew the access. Try again later.'
    throw new StepFailure(message, { cause: error })
  }
}
