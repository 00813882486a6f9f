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

/** Directives of pages with the frame's script. `pictures` are further sources of images. */
const getFramePolicy = (...pictures: string[]): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Pictures of articles and messages. Their files may be in another store.
  ["img-src 'self' data: blob: https:", ...pictures].join(' '),
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types skein-chat',
]
const permissions = { 'Permissions-Policy': 'camera=(), geolocation=(), microphone=()' }

/**
 * Returns the headers of the frame. Only the sites of the inbox may show it, and this service itself, for the page to try it. The origin of
 * an app's web view is null, which no source of a policy can name, so `allowApps` removes the directive. The frame then still starts no
 * session for a website that the inbox does not allow.
 */
export function getFrameHeaders({ address, settings }: Widget): Record<string, string> {
  const ancestors = `frame-ancestors ${["'self'", ...listAllowedOrigins(settings, address)].join(' ')}`
  return {
    ...pageHeaders,
    ...permissions,
    'Content-Security-Policy': [...getFramePolicy(), ...(settings.allowApps ? [] : [ancestors])].join('; '),
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
}

/**
 * Returns the headers of the frame as a page of the help centre, which no site may show in a frame. Files come from the service's own host,
 * which is not the page's.
 */
export function getPortalHeaders(baseUrl: URL): Record<string, string> {
  return {
    ...pageHeaders,
    ...permissions,
    'Content-Security-Policy': [...getFramePolicy(baseUrl.origin), "frame-ancestors 'none'"].join('; '),
    'X-Frame-Options': 'DENY',
  }
}
