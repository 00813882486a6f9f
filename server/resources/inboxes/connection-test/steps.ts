/** Runs the steps of a connection test, each with its time. */
import { StepFailure } from './line-connection.ts'

type StepName = 'resolve' | 'connect' | 'tls' | 'greeting' | 'sign_in' | 'select' | 'list' | 'sender'
export type TestedStep = { step: StepName; ok: boolean; detail: string | null; durationMs: number }

/** A step returns what it found out, and throws StepFailure. */
export type Step = readonly [name: StepName, run: () => Promise<string | null>]

/** How to sign in to a mail server. */
export type SignIn = { user: string; password: string } | { user: string; accessToken: string }

/** Runs the steps in their order. The first failure ends the test. `secrets` are removed from what servers say. */
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

/** Returns what a server said as one line without secrets. */
export function toDetail(text: string | null, secrets: readonly string[]): string | null {
  return text === null
    ? null
    : hideSecrets(text, secrets)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .slice(0, maxDetailLength)
}

/** Removes secrets, which a server may repeat in its reply, also in the encodings in which they are sent. */
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

/** Returns all texts of a sign-in that must not be shown. */
export function listSecrets(signIn: SignIn | null): string[] {
  if (signIn === null) return []
  return ['password' in signIn ? signIn.password : signIn.accessToken, toInitialResponse(signIn)]
}
