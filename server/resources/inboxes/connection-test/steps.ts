/** Runs the steps of a connection test and times each. */
import { StepFailure } from './line-connection.ts'

type StepName = 'resolve' | 'connect' | 'tls' | 'greeting' | 'sign_in' | 'select' | 'list' | 'sender' | 'request'
export type TestedStep = { step: StepName; ok: boolean; detail: string | null; durationMs: number }

/** A step of the test. Returns its findings, and throws StepFailure. */
export type Step = readonly [name: StepName, run: () => Promise<string | null>]

/** Credentials for signing in to a mail server. */
export type SignIn = { user: string; password: string } | { user: string; accessToken: string }

/** Runs the steps in order. The first failure ends the test. Removes `secrets` from server replies. */
export async function runSteps(steps: readonly Step[], secrets: readonly string[]): Promise<TestedStep[]> {
  const tested: TestedStep[] = []
  for (const [step, run] of steps) {
    const startedAt = performance.now()
    const outcome = await run().then(
      (detail) => ({ ok: true, detail }),
      (error: unknown) => {
        if (!(error instanceof StepFailure)) throw error
        return { ok: false, detail: error.message }
      },
    )
    const durationMs = Math.round(performance.now() - startedAt)
    tested.push({ step, ok: outcome.ok, detail: toDetail(outcome.detail, secrets), durationMs })
    if (!outcome.ok) break
  }
  return tested
}

const maxDetailLength = 300

/** Returns a server's reply as one line without secrets. */
export function toDetail(text: string | null, secrets: readonly string[]): string | null {
  return text === null
    ? null
    : hideSecrets(text, secrets)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .slice(0, maxDetailLength)
}

/** Removes secrets, which a server may echo in its reply, including their encoded forms on the wire. */
function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, secret.replaceAll(/["\\]/g, String.raw`\$&`), Buffer.from(secret).toString('base64')])
    .reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '…')), text)
}

/** Returns the initial response of SASL PLAIN or XOAUTH2 in base64. */
export function toInitialResponse(signIn: SignIn): string {
  const { user } = signIn
  const text = 'password' in signIn ? `\0${user}\0${signIn.password}` : `user=${user}\x01auth=Bearer ${signIn.accessToken}\x01\x01`
  return Buffer.from(text).toString('base64')
}

/** Returns all secret texts of a sign-in, which must not be shown. */
export function listSecrets(signIn: SignIn | null): string[] {
  if (signIn === null) return []
  return ['password' in signIn ? signIn.password : signIn.accessToken, toInitialResponse(signIn)]
}
