/** Addresses of pictures in the text of an article. */

/** The help centre's path to uploaded pictures. The service finds uploads in texts by the same path. */
const filesPath = '/help/files'
const uploadPattern = new RegExp(`${filesPath}/(upl_[0-9a-z]{26})`, 'g')

export function pathOfUpload(id: string): string {
  return `${filesPath}/${id}`
}

/** The ids of the uploads that HTML names, each once. */
export function uploadsIn(html: string): string[] {
  return [...new Set([...html.matchAll(uploadPattern)].map(([, id = '']) => id))]
}

export function withUrls(html: string, urls: ReadonlyMap<string, string>): string {
  return html.replaceAll(uploadPattern, (path, id: string) => urls.get(id)?.replaceAll('&', '&amp;') ?? path)
}

/** The sources of pictures that readers' browsers fetch from another site. */
export function remotePictures(sources: readonly string[]): string[] {
  return sources.filter((source) => /^https:\/\//i.test(source) && URL.canParse(source))
}

/** `example.com (2), cdn.example.net` */
export function describeHosts(urls: readonly string[]): string {
  const byHost = Map.groupBy(urls, (url) => new URL(url).host)
  return [...byHost].map(([host, { length }]) => (length === 1 ? host : `${host} (${length})`)).join(', ')
}

/** The file name at the end of a URL. */
export function pictureName(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? ''
  return decoded(last) || 'picture'
}

/**
 * Replaces the address of a picture in a text, however the text writes it: as the rendered HTML does, with characters unencoded, or with
 * entities. An address that merely begins with it stays. Returns the text unchanged when it is not found.
 */
export function replaceAddress(text: string, url: string, path: string): string {
  const { href } = new URL(url)
  const spellings = [url, href, decoded(url), decoded(href)]
  const all = [...new Set([...spellings, ...spellings.map((each) => each.replaceAll('&', '&amp;'))])]
  // The longest first, so that no spelling replaces a part of another one.
  const pattern = all
    .toSorted((one, other) => other.length - one.length)
    .map((each) => each.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('|')
  return text.replaceAll(new RegExp(`(?:${pattern})(?=[\\s"'<>)\\]]|$)`, 'g'), () => path)
}

function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
