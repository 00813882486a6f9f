/** Parses the OAuth settings for Google and Microsoft mailboxes. */
import { readUrl } from './read-settings.ts'

/** An OAuth application that the operator has registered with a mail provider. */
export type OauthClient = {
  clientId: string
  clientSecret: string
  /** URL of the provider's consent page. */
  authorizeUrl: string
  /** URL of the provider's token endpoint. */
  tokenUrl: string
}

/** Null for providers that the operator has not configured. */
export type OauthSettings = Readonly<Record<'GOOGLE' | 'MICROSOFT', OauthClient | null>>

type ReadText = (name: string) => string | undefined

export function readOauth(text: ReadText, wrong: string[]): OauthSettings {
  const tenant = encodeURIComponent(text('MICROSOFT_TENANT') ?? 'common')
  const google = readBase(text, 'OAUTH_GOOGLE_URL', wrong)
  const microsoft = readBase(text, 'OAUTH_MICROSOFT_URL', wrong) ?? 'https://login.microsoftonline.com'
  return {
    GOOGLE: readClient(text, 'GOOGLE', wrong, {
      authorizeUrl: `${google ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      tokenUrl: `${google ?? 'https://oauth2.googleapis.com'}/token`,
    }),
    MICROSOFT: readClient(text, 'MICROSOFT', wrong, {
      authorizeUrl: `${microsoft}/${tenant}/oauth2/v2.0/authorize`,
      tokenUrl: `${microsoft}/${tenant}/oauth2/v2.0/token`,
    }),
  }
}

function readClient(
  text: ReadText,
  provider: 'GOOGLE' | 'MICROSOFT',
  wrong: string[],
  urls: Pick<OauthClient, 'authorizeUrl' | 'tokenUrl'>,
): OauthClient | null {
  const [clientId, clientSecret] = [text(`${provider}_CLIENT_ID`), text(`${provider}_CLIENT_SECRET`)]
  if ((clientId === undefined) !== (clientSecret === undefined))
    wrong.push(`${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET are set together, or neither of them.`)
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret, ...urls }
}

/** Returns the base of the provider's URLs without a trailing slash; null for the provider's own. */
function readBase(text: ReadText, name: string, wrong: string[]): string | null {
  const given = text(name)
  const url = given === undefined ? null : readUrl(given, name, ['http:', 'https:'], wrong)
  return url === null ? null : url.href.replace(/\/$/, '')
}
