/** Paths and URLs of the help centre, on the tenant's own host. */

export const helpPath = '/help'
/** Path of the page on which customers see their requests. */
export const portalPath = `${helpPath}/requests`
/** Path below which article pictures are served. */
export const picturesPath = `${helpPath}/files`

export function helpOrigin(baseUrl: URL, slug: string): string {
  const url = new URL(baseUrl.origin)
  url.hostname = `${slug}.${url.hostname}`
  return url.origin
}

export function articlePath({ locale, slug }: { locale: string; slug: string }): string {
  return `${helpPath}/${locale}/articles/${encodeURIComponent(slug)}`
}

export function collectionPath(locale: string, slug: string): string {
  return `${helpPath}/${locale}/collections/${encodeURIComponent(slug)}`
}

export function articleUrl(baseUrl: URL, tenantSlug: string, article: { locale: string; slug: string }): string {
  return helpOrigin(baseUrl, tenantSlug) + articlePath(article)
}
