/** How a customer signs in: by a link in a mail, or by a token of the company's own site. */
import { signal } from '@preact/signals'
import { VisitorError } from '../../../client/visitor.ts'
import { describeError } from '../problems.ts'
import { client, key, signIn } from '../session.ts'
import { problem } from '../state.ts'
import { t, visitorLocale } from '../texts.ts'
import { formatDuration } from '../time.ts'

/** Token of the link in the mail, which works once; null without one. It waits for a click, because mail scanners open links as well. */
export const link = signal<string | null>(null)
/** Address to which a link was requested; null before. */
export const sentTo = signal<string | null>(null)
/** The request on its way. */
export const busy = signal<'SIGN_IN' | 'LINK' | null>(null)

/** Shows the button of a link, in place of what an earlier link or address has led to. */
export function takeLink(token: string | null): void {
  link.value = token
  if (token === null) return
  sentTo.value = null
  problem.value = null
}

/** Returns whether the customer is signed in. Shows why not. */
export function signInWith(proof: { signInToken: string } | { identityToken: string }): Promise<boolean> {
  return run('SIGN_IN', async () => {
    await signIn(proof)
    link.value = null
    sentTo.value = null
  })
}

export function requestLink(email: string): Promise<boolean> {
  return run('LINK', async () => {
    await client.call('POST', '/portal-links', { key, email, locale: visitorLocale })
    sentTo.value = email
  })
}

async function run(kind: 'SIGN_IN' | 'LINK', work: () => Promise<void>): Promise<boolean> {
  problem.value = null
  busy.value = kind
  try {
    await work()
    return true
  } catch (error) {
    problem.value = describe(error)
    // A link that the service has refused is worthless. After other errors it may still work.
    if (error instanceof VisitorError && error.status === 401) link.value = null
    return false
  } finally {
    busy.value = null
  }
}

function describe(error: unknown): string {
  if (!(error instanceof VisitorError)) return describeError(error)
  const { status, retryAfterSeconds } = error
  if (status === 400 || status === 422) return t('Enter an email address, such as name@example.com.')
  if (status !== 429) return describeError(error)
  return retryAfterSeconds === null
    ? t('Too many attempts. Wait a moment and try again.')
    : t('Too many attempts. Try again in {time}.', { time: formatDuration(retryAfterSeconds) })
}
