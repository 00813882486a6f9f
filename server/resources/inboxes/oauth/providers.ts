/** The OAuth requests of Google and Microsoft (RFC 6749, PKCE of RFC 7636). */
import { limitResponse } from '#platform/outbound/guarded-fetch.ts'
import type { Config } from '../../../config.ts'

export type Provider = keyof Config['oauth']
export type OauthClient = NonNullable<Config['oauth'][Provider]>

/** Thrown when the provider rejected the code or the refresh token, so that an admin must sign in again. */
export class SignInRefused extends Error {}
/** Thrown when the provider did not respond, or responded with something unexpected. A retry may succeed. */
export class ProviderFailed extends Error {}

export type Tokens = { accessToken: string; refreshToken: string | null; expiresInSeconds: number }

const scopes: Readonly<Record<Provider, string>> = {
  GOOGLE: 'https://mail.google.com/',
  MICROSOFT: 'offline_access https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send',
}

/** Returns the URL at which a person grants access to a mailbox. */
export function toAuthorizeUrl(
  provider: Provider,
  { clientId, authorizeUrl }: OauthClient,
  { redirectUri, state, challenge, user }: { redirectUri: string; state: string; challenge: string; user: string | null },
): string {
  const url = new URL(authorizeUrl)
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes[provider],
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(user === null ? {} : { login_hint: user }),
    // Google only returns a refresh token with these.
    ...(provider === 'GOOGLE' ? { access_type: 'offline', prompt: 'consent' } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Exchanges the code of a sign-in for tokens. */
export async function exchangeCode(
  client: OauthClient,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): Promise<Tokens> {
  return requestTokens(client, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })
}

/** Refreshes the access token. The provider may also return a new refresh token. */
export async function refreshTokens(client: OauthClient, refreshToken: string): Promise<Tokens> {
  return requestTokens(client, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

const maxRequestMs = 8_000
/** Lifetime in seconds of an access token without `expires_in`. */
const defaultLifeSeconds = 3_600

async function requestTokens({ clientId, clientSecret, tokenUrl }: OauthClient, grant: Record<string, string>): Promise<Tokens> {
  const { status, answer } = await post(tokenUrl, { client_id: clientId, client_secret: clientSecret, ...grant })
  const field = (name: string): string | null => (typeof answer[name] === 'string' && answer[name] !== '' ? answer[name] : null)
  if (status >= 400 && status < 500 && ['invalid_grant', 'interaction_required', 'consent_required'].includes(field('error') ?? ''))
    throw new SignInRefused('The mail provider no longer accepts the sign-in.')
  const accessToken = field('access_token')
  // The response may contain tokens or echo the secret, so the message has only its status and the provider's error code.
  if (status !== 200 || accessToken === null)
    throw new ProviderFailed(
      `The mail provider answered with status ${status} (${/^[a-z_]{1,50}$/.exec(field('error') ?? '')?.[0] ?? 'no tokens'}).`,
    )
  const life = Number(answer['expires_in'])
  return { accessToken, refreshToken: field('refresh_token'), expiresInSeconds: life > 0 && life < 1e9 ? life : defaultLifeSeconds }
}

async function post(url: string, fields: Record<string, string>): Promise<{ status: number; answer: Record<string, unknown> }> {
  try {
    const signal = AbortSignal.timeout(maxRequestMs)
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'error', signal })
    const answer: unknown = await limitResponse(response).json()
    // Safe because the fields of an object are checked before use.
    return { status: response.status, answer: typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {} }
  } catch (cause) {
    throw new ProviderFailed('The mail provider cannot be reached.', { cause })
  }
}
