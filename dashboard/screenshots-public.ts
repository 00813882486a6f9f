/** Public pages for `npm run screenshots`. */
type PublicPage = { name: string; path: string }

/** Public help centre. */
export const helpScreens: readonly PublicPage[] = [
  { name: 'help', path: '/help' },
  { name: 'help-collection', path: '/help/en/collections/payments' },
  { name: 'help-article', path: '/help/en/articles/how-to-get-a-refund' },
  { name: 'help-search', path: '/help/en/search?q=refund' },
  { name: 'help-not-found', path: '/help/en/search?q=bicycle' },
  { name: 'help-missing', path: '/help/en/articles/nothing-of-the-kind' },
]

/** Documentation, on the service's own host. */
export const siteScreens: readonly PublicPage[] = [
  { name: 'site', path: '/' },
  { name: 'site-for-agents', path: '/docs/for-agents/en' },
  { name: 'site-for-admins', path: '/docs/for-admins/en/connect-email' },
  { name: 'site-german', path: '/docs/for-agents/de/inbox' },
  { name: 'site-search', path: '/docs/search?q=snooze&language=en' },
  { name: 'site-guides', path: '/docs/guides' },
  { name: 'site-guide', path: '/docs/guides/quick-start' },
  { name: 'site-errors', path: '/docs/errors' },
  { name: 'site-missing', path: '/docs/guides/paginaton' },
]
