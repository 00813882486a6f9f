/** Tests the mailbox of an inbox, and the server that sends its replies. */
import { ApiError } from '#platform/errors.ts'
import { ForbiddenHostError } from '#platform/outbound/mail-hosts.ts'
import type { Config } from '../../../config.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'
import { examineOutgoingServer, type OutgoingServer, parseSmtpUrl } from '../../mail/index.ts'
import { getMailHostRule } from '../check-mail-hosts.ts'
import { channelHostForbidden, channelNotConnected } from '../errors.ts'
import type { PasswordTarget } from '../stored-password.ts'
import type { TestResult } from './connection-test.ts'
import { StepFailure } from './line-connection.ts'
import { listSecrets, type SignIn, type TestedStep, toDetail } from './steps.ts'
import { testImap } from './test-imap.ts'

/** Runs the tests one after another; the first step that fails ends the test. Throws 422 when there is nothing to test. */
export async function testMailServers(target: Target): Promise<TestResult> {
  const tests = [testReceiving(target), testSending(target)].filter((test) => test !== null)
  if (tests.length === 0)
    throw new ApiError(channelNotConnected, { message: 'The inbox has neither a mailbox nor a mail server of its own.' })
  const steps: TestResult['steps'] = []
  for (const { protocol, run } of tests) {
    for (const { step, ok, detail, durationMs } of await run()) steps.push({ protocol, step, ok, detail, durationMs })
    if (steps.at(-1)?.ok === false) break
  }
  return { ok: steps.every(({ ok }) => ok), steps }
}

export type Target = { email: EmailSettings; address: string; config: Config; signal: AbortSignal; findSignIn: FindSignIn }
export type FindSignIn = (server: PasswordTarget & { user: string }, kind: 'IMAP_PASSWORD' | 'SMTP_PASSWORD') => Promise<SignIn>
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
