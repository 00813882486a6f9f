/** Headers of the chat's pages. */
import { listAllowedOrigins } from '../../channels/widget/origins.ts'
import type { Widget } from '../../resources/inboxes/index.ts'

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
    "default-src 'none'; img-src data:; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
}

/**
 * Returns the headers of the frame. Only the sites of the inbox may show it, and this service itself, for the page to try it. The origin of
 * an app's web view is null, which no source of a policy can name, so `allowApps` lifts the restriction. The frame then still starts no
 * session for a website that the inbox does not allow.
 */
export function getFrameHeaders({ address, settings }: Widget): Record<string, string> {
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
    ...(settings.allowApps ? [] : [`frame-ancestors ${["'self'", ...listAllowedOrigins(settings, address)].join(' ')}`]),
  ]
  return {
    ...pageHeaders,
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
}
