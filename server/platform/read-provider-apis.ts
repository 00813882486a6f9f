/** Parses the base URLs of messengers' APIs. */
import { readUrl } from './read-settings.ts'

/** An API that inboxes are connected to. */
export type ProviderApi = {
  /** Base URL without a trailing slash. */
  readonly url: string
  /** Whether the operator has chosen the URL, which may then be in the operator's own network. */
  readonly isOperators: boolean
}

export type ProviderApis = { readonly TELEGRAM: ProviderApi }

export function readProviderApis(text: (name: string) => string | undefined, wrong: string[]): ProviderApis {
  return { TELEGRAM: readApi('TELEGRAM_API_URL', 'https://api.telegram.org') }

  function readApi(name: string, usual: string): ProviderApi {
    const given = text(name)
    const url = given === undefined ? null : readUrl(given, name, ['http:', 'https:'], wrong)
    return url === null ? { url: usual, isOperators: false } : { url: url.href.replace(/\/$/, ''), isOperators: true }
  }
}
