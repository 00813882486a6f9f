/** Finds and replaces picture URLs in an article. */

/** Path of uploaded pictures in the help centre. The service detects uploads in texts by the same path. */
const filesPath = '/help/files'
const uploadPattern = new RegExp(`${filesPath}/(upl_[0-9a-z]{26})`, 'g')

export function getUploadPath(id: string): string {
  return `${filesPath}/${id}`
}

/** Returns the distinct ids of the uploads that the HTML uses. */
export function findUploadIds(html: string): string[] {
  return [...new Set([...html.matchAll(uploadPattern)].map(([, id = '']) => id))]
}

export function replaceUploadPaths(html: string, urls: ReadonlyMap<string, string>): string {
  return html.replaceAll(uploadPattern, (path, id: string) => urls.get(id)?.replaceAll('&', '&amp;') ?? path)
}

/** Returns the picture URLs that readers' browsers would fetch from other sites. */
export function filterRemote(sources: readonly string[]): string[] {
  return sources.filter((source) => /^https:\/\//i.test(source) && URL.canParse(source))
}

/** Lists the hosts with the number of pictures: `example.com (2), cdn.example.net`. */
export function describeHosts(urls: readonly string[]): string {
  const byHost = Map.groupBy(urls, (url) => new URL(url).host)
  return [...byHost].map(([host, { length }]) => (length === 1 ? host : `${host} (${length})`)).join(', ')
}

/** Returns the file name at the end of a URL. */
export function getFileName(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? ''
  return decodeOrKeep(last) || 'picture'
}

/**
 * Replaces a picture's URL in a text. The text may spell the URL as the rendered HTML does, with unencoded characters, or with entities.
 * Longer URLs with this prefix are not replaced. Returns the text unchanged if it does not contain the URL.
 */
export function replaceAddress(text: string, url: string, path: string): string {
  const { href } = new URL(url)
  const spellings = [url, href, decodeOrKeep(url), decodeOrKeep(href)]
  const all = [...new Set([...spellings, ...spellings.map((each) => each.replaceAll('&', '&amp;'))])]
  // Longest first: a regular expression takes the first alternative that matches, and a shorter spelling may be a prefix of a longer one.
  const pattern = all
    .toSorted((one, other) => other.length - one.length)
    .map((each) => each.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('|')
  return text.replaceAll(new RegExp(`(?:${pattern})(?=[\\s"'<>)\\]]|$)`, 'g'), () => path)
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
