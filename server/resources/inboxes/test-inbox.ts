import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { ReadContext } from '#kit/handler.ts'
import { createPresenter } from '#kit/present.ts'
import { findResource } from '#kit/write.ts'
import type { Database } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { ForbiddenUrlError } from '#platform/outbound/fetch-errors.ts'
import { ForbiddenHostError } from '#platform/outbound/mail-hosts.ts'
import { type Outcome, toOutcome } from '#platform/outbox/effects.ts'
import { choice, closed, component, nullable, Type } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../config.ts'
import { Job, type JobRecord } from '../jobs/index.ts'
import { examineOutgoingServer, type OutgoingServer, parseSmtpUrl } from '../mail/index.ts'
import { StepFailure } from './connection-test/line-connection.ts'
import { getMailHostRule } from './check-mail-hosts.ts'
import { listSecrets, type SignIn, type TestedStep, toDetail } from './connection-test/steps.ts'
import { testHook } from './connection-test/test-hook.ts'
import { testImap } from './connection-test/test-imap.ts'
import type { EmailSettings } from '../../channels/email/settings.ts'
import { providers } from '../../channels/hook.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'
import { channelHostForbidden, channelNotConnected } from './errors.ts'
import { inbox } from './inbox.ts'
import { findSecret } from './inbox-secrets.ts'
import { getMailAccessToken, SignInRequired } from './oauth/stored-tokens.ts'
import { connectInbox } from './provider-connection.ts'
import type { PasswordTarget } from './stored-password.ts'
import { startRoundTrip } from './round-trip/start-round-trip.ts'

const testedStep = choice(
  {
    resolve: 'Finds the addresses of the host.',
    connect: 'Connects to one of them.',
    tls: 'Encrypts the connection and checks the certificate.',
    greeting: 'Reads the server’s greeting.',
    sign_in: 'Signs in; at a messenger, asks for the account of the token (HTTP).',
    select: 'Opens the folder, without changing it (IMAP).',
    list: 'Lists the folders (IMAP).',
    sender: 'Names the inbox’s address as the sender (SMTP).',
    request: 'Posts a signed test to your own program (HTTP).',
  },
  { description: 'What was tried.' },
)

const ConnectionTest = component(
  'ConnectionTest',
  closed(
    {
      ok: Type.Boolean({ description: 'Whether all steps succeeded.' }),
      steps: Type.Array(
        closed({
          protocol: component(
            'MailProtocol',
            choice(
              { IMAP: 'The mailbox.', SMTP: 'The mail server for sending.', HTTP: 'Your own program, or the API of a messenger.' },
              { description: 'What was tested.' },
            ),
          ),
          step: component('ConnectionTestStep', testedStep),
          ok: Type.Boolean({ description: 'Whether it succeeded.' }),
          detail: nullable(Type.String(), { description: 'What the step found out, or why it failed, with the server’s words.' }),
          durationMs: Type.Integer({ minimum: 0, description: 'Milliseconds that it took.' }),
        }),
        { description: 'The steps in their order. The first failure is the last step.' },
      ),
    },
    {
      description: 'A test of an inbox’s connections.',
      examples: [
        {
          ok: false,
          steps: [
            { protocol: 'IMAP', step: 'resolve', ok: true, detail: null, durationMs: 12 },
            { protocol: 'IMAP', step: 'connect', ok: false, detail: 'The server refused the connection. Check the port.', durationMs: 31 },
          ],
        },
      ],
    },
  ),
)

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

/** Milliseconds of a test. The service ends a request after 15 seconds. */
const maxTestMs = 13_000

type Result = { ok: boolean; steps: (TestedStep & { protocol: 'IMAP' | 'SMTP' | 'HTTP' })[] }

const presentTest = createPresenter(ConnectionTest)
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
  present: (record: Result | JobRecord) => ('steps' in record ? presentTest(record) : presentJob(record)),
  async before(context): Promise<Result | null> {
    if (context.body.roundTrip) return null
    const { address, email, hook } = await findResource(context, inbox)
    if (hook !== null) return testProvider(context, hook)
    const { config, secrets, db, principal, params } = context
    if (email === null || address === null) throw new ApiError(channelNotConnected, { message: 'The inbox has no e-mail address.' })
    const signal = AbortSignal.timeout(maxTestMs)
    const target: Target = {
      email,
      address,
      config,
      signal,
      findSignIn: createFindSignIn({ db, config, secrets, tenantId: principal.tenantId, inboxId: params.id }),
    }
    const tests = [testReceiving(target), testSending(target)].filter((test) => test !== null)
    if (tests.length === 0)
      throw new ApiError(channelNotConnected, { message: 'The inbox has neither a mailbox nor a mail server of its own.' })
    const steps: Result['steps'] = []
    for (const { protocol, run } of tests) {
      for (const { step, ok, detail, durationMs } of await run()) steps.push({ protocol, step, ok, detail, durationMs })
      if (steps.at(-1)?.ok === false) break
    }
    return { ok: steps.every(({ ok }) => ok), steps }
  },
  async handle(context): Promise<Outcome<Result | JobRecord>> {
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

async function testProvider(context: HookContext, hook: HookSettings): Promise<Result> {
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

type Target = { email: EmailSettings; address: string; config: Config; signal: AbortSignal; findSignIn: FindSignIn }
type FindSignIn = (server: PasswordTarget & { user: string }, kind: 'IMAP_PASSWORD' | 'SMTP_PASSWORD') => Promise<SignIn>
type ProtocolTest = { protocol: 'IMAP' | 'SMTP'; run: () => Promise<TestedStep[]> }

function testReceiving({ email: { receive }, config, signal, findSignIn }: Target): ProtocolTest | null {
  const { imap } = receive
  if (receive.mode !== 'IMAP' || imap === null) return null
  const mailbox = {
    ...imap,
    moveTo: imap.afterFetch === 'MOVE' ? imap.moveTo : null,
    resolve: async () => resolve(config, imap),
    findSignIn: async () => findSignIn(imap, 'IMAP_PASSWORD'),
    signal,
  }
  return { protocol: 'IMAP', run: async () => testImap(mailbox) }
}

function testSending({ email: { send }, address, config, signal, findSignIn }: Target): ProtocolTest | null {
  const { smtp } = send
  if (send.mode === 'SMTP' && smtp !== null) return { protocol: 'SMTP', run: async () => testOwnServer(smtp) }
  const { smtpUrl } = config.mail
  if (send.mode !== 'DEFAULT' || smtpUrl === null) return null
  // The operator's server may be in the operator's own network.
  return { protocol: 'SMTP', run: async () => examine(parseSmtpUrl(smtpUrl, 'test')) }

  async function testOwnServer({ host, port, security, auth, user }: NonNullable<typeof smtp>): Promise<TestedStep[]> {
    const startedAt = performance.now()
    const fail = (step: TestedStep['step'], error: unknown): TestedStep[] => {
      if (!(error instanceof StepFailure)) throw error
      return [{ step, ok: false, detail: error.message, durationMs: Math.round(performance.now() - startedAt) }]
    }
    let addresses: readonly string[]
    try {
      addresses = await resolve(config, { host, port })
    } catch (error) {
      return fail('resolve', error)
    }
    try {
      const signIn = user === null ? null : await findSignIn({ host, port, security, user, auth }, 'SMTP_PASSWORD')
      return await examine({ host, port, security, auth: signIn, lane: 'test', resolve: async () => addresses })
    } catch (error) {
      return fail('sign_in', error)
    }
  }

  async function examine(server: OutgoingServer): Promise<TestedStep[]> {
    const steps = await examineOutgoingServer(server, address, signal)
    const hidden = listSecrets(server.auth)
    return steps.map(({ step, ok, detail, durationMs }) => ({ step, ok, detail: toDetail(detail, hidden), durationMs }))
  }
}

/** Resolves a host. A forbidden host ends the request, because no connection may be made to it. */
async function resolve(config: Config, { host, port }: { host: string; port: number }): Promise<readonly string[]> {
  try {
    return await getMailHostRule(config)(host, port)
  } catch (error) {
    if (error instanceof ForbiddenHostError) throw new ApiError(channelHostForbidden, { message: error.message, cause: error })
    throw new StepFailure('The host does not resolve to an address.', { cause: error })
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
