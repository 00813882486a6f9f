/** Headers of the chat's pages. */
import type { WidgetOfPage } from './widget-pages.ts'

/** Headers of a page that loads nothing. */
export const pageHeaders = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** The page to try a chat has the policy that the guide gives to websites, and Trusted Types. */
export const tryHeaders = {
  ...pageHeaders,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
}

/**
 * Returns the headers of the frame. Only the sites of the inbox may show it, and this service itself, for the page to try it. The origin of
 * an app's web view is null, which no source of a policy can name, so `allowApps` lifts the restriction. The frame then still starts no
 * session for a website that the inbox does not allow.
 */
export function getFrameHeaders({ address, settings }: WidgetOfPage): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Pictures of articles and messages. Their files may be in another store.
    "img-src 'self' data: blob: https:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types skein-chat',
    ...(settings.allowApps ? [] : [`frame-ancestors 'self' ${listAncestors(address, settings.allowedOrigins).join(' ')}`.trimEnd()]),
  ]
  return {
    ...pageHeaders,
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
}

/** Returns the sources of `frame-ancestors`: the allowed origins, by default the address of the inbox with and without `www`. */
function listAncestors(address: string, allowedOrigins: readonly string[]): string[] {
  if (allowedOrigins.length > 0) return allowedOrigins.filter(isSource)
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(text)) return []
  const { protocol, host } = new URL(text)
  const bare = host.replace(/^www\./, '')
  return [`${protocol}//${bare}`, `${protocol}//www.${bare}`].filter(isSource)
}

/** Whether a text is one source and nothing else; a space or semicolon would extend the policy. */
function isSource(text: string): boolean {
  return /^https?:\/\/(\*\.)?[a-z0-9.[\]:-]+$/i.test(text)
}
