/** How a customer signs in: by a link in a mail, or by a token of the company's own site. */
import { signal } from '@preact/signals'
import { VisitorError } from '../../../client/visitor.ts'
import { describeError } from '../problems.ts'
import { client, key, signIn } from '../session.ts'
import { problem } from '../state.ts'
import { t, visitorLocale } from '../texts.ts'
import { formatDuration } from '../time.ts'
import { createUuid } from '../uuid.ts'

/** Token of the link in the mail, which works once; null without one. It waits for a click, because mail scanners open links as well. */
export const link = signal<string | null>(null)
/** Address to which a link was requested; null before. */
export const sentTo = signal<string | null>(null)
/** The request on its way. */
export const busy = signal<'SIGN_IN' | 'LINK' | null>(null)
let idempotencyKey = ''

/** Shows the button of a link, in place of what an earlier link or address has led to. */
export function takeLink(token: string | null): void {
  link.value = token
  if (token === null) return
  idempotencyKey = createUuid()
  sentTo.value = null
  problem.value = null
}

/** Signs in with the link. Keeps the link for another attempt unless the service refuses it. */
export async function signInByLink(): Promise<void> {
  const signInToken = link.value
  if (signInToken === null) return
  await run('SIGN_IN', async () => {
    await signIn({ signInToken }, idempotencyKey).catch((error: unknown) => {
      if (error instanceof VisitorError && [400, 401, 403, 404].includes(error.status)) link.value = null
      throw error
    })
    link.value = null
  })
}

/** Signs in with a token of the company's site. Returns whether that worked. */
export function signInBySite(identityToken: string): Promise<boolean> {
  return run('SIGN_IN', () => signIn({ identityToken }, createUuid()))
}

export async function requestLink(email: string): Promise<void> {
  await run('LINK', async () => {
    await client.call('POST', '/portal-links', { key, email, locale: visitorLocale })
    sentTo.value = email
  })
}

/** Returns whether the work has succeeded. Shows why not. */
async function run(kind: 'SIGN_IN' | 'LINK', work: () => Promise<void>): Promise<boolean> {
  problem.value = null
  busy.value = kind
  try {
    await work()
    return true
  } catch (error) {
    problem.value = describe(error, kind)
    return false
  } finally {
    busy.value = null
  }
}

function describe(error: unknown, kind: 'SIGN_IN' | 'LINK'): string {
  const { status = 0, retryAfterSeconds = null } = error instanceof VisitorError ? error : {}
  if (status === 400)
    return kind === 'LINK'
      ? t('Enter an email address, such as name@example.com.')
      : t('This link has expired or was used. Ask for a new one.')
  if (status !== 429) return describeError(error)
  return retryAfterSeconds === null
    ? t('Too many attempts. Wait a moment and try again.')
    : t('Too many attempts. Try again in {time}.', { time: formatDuration(retryAfterSeconds) })
}
