/** The sites that may show a website chat. */

/**
 * Returns a site in the form of a browser's `Origin` header, and so of a source in a Content-Security-Policy; `https://*.example.com` stays
 * a pattern. Null for other texts. Only loopback hosts may use http.
 */
export function readOrigin(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const { protocol, host, hostname, pathname, search, hash, username, password } = new URL(text)
  if (pathname !== '/' || `${search}${hash}${username}${password}` !== '' || /[?#@]/.test(text)) return null
  if (!/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$|^\[[0-9a-f:.]+\]$/.test(hostname)) return null
  // A pattern for a whole top-level domain would allow every site in it.
  if (hostname.startsWith('*.') && !hostname.slice(2).includes('.')) return null
  if (protocol === 'http:' && !isLoopback(hostname)) return null
  return `${protocol}//${host}`
}

/** Returns the sites that may show the chat. `address` is the inbox's address, which counts if no sites are set. */
export function listAllowedOrigins({ allowedOrigins }: { allowedOrigins: readonly string[] }, address: string | null): readonly string[] {
  if (allowedOrigins.length > 0 || address === null) return allowedOrigins
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(url)) return []
  const { host, origin } = new URL(url)
  const site = readOrigin(origin) ?? readOrigin(`https://${host}`)
  if (site === null || !/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+/.test(site) || /^https:\/\/[\d.]+(:|$)/.test(site)) return site ? [site] : []
  const twin = site.startsWith('https://www.') ? site.replace('//www.', '//') : site.replace('//', '//www.')
  return [site, twin]
}

/** Returns whether a browser's `Origin` header is among the sites. */
export function isAllowedOrigin(origins: readonly string[], origin: string): boolean {
  return origins.some((each) => {
    const [scheme = '', host = ''] = each.split('//*.')
    return host === '' ? each === origin : origin.startsWith(`${scheme}//`) && origin.endsWith(`.${host}`)
  })
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]'
}
