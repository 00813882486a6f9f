import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError } from '#platform/errors.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { articleUrl, findOpenBySlug, helpOrigin, helpPath, kbArticle, listOpenLocales } from '../../kb/index.ts'
import { requireActiveWidget } from '../find-active-widget.ts'
import { orderLocales } from './choose-locale.ts'
import { toExcerpt } from './excerpt.ts'
import { WidgetArticleText, WidgetArticleTextQuery } from './schema.ts'

export const getWidgetArticle = endpoint.anonymousRead({
  operationId: 'getWidgetArticle',
  path: '/widget/articles/{slug}',
  tag: 'widget',
  summary: 'Get an article in a chat',
  description: 'A public article of the help centre with its text. Former slugs also find it.',
  token: { name: 'slug', prefix: null, description: 'The name of the article in URLs.', notFound: kbArticle.notFound },
  query: WidgetArticleTextQuery,
  responds: { 200: item(WidgetArticleText, 'The article') },
  errors: [widgetNotFound],
  present: createPresenter(WidgetArticleText),
  async handle({ db, token, query, hostTenantId, config }) {
    const { tenantId, settings, locale: own, slug: tenantSlug } = await requireActiveWidget(db, query.key, hostTenantId)
    const locales = orderLocales(settings.helpCenter ? await listOpenLocales(db, tenantId) : [], [query.locale, own])
    const found = await findOpenBySlug(db, tenantId, { slug: token, locales })
    if (!found) throw new ApiError(kbArticle.notFound)
    const { id, slug, locale, title, collection, publishedAt, html, text } = found
    const record = {
      id,
      slug,
      title,
      excerpt: toExcerpt(text),
      collection,
      locale,
      html: toAbsolute(html, helpOrigin(config.baseUrl, tenantSlug)),
      updatedAt: publishedAt,
      url: articleUrl(config.baseUrl, tenantSlug, found),
    }
    return { status: 200, record }
  },
})

/** Completes the paths of the help centre in sanitised HTML, whose attributes have double quotes. */
function toAbsolute(html: string, origin: string): string {
  return html.replaceAll(new RegExp(`(<(?:a|img)\\b[^>]*? (?:href|src)=")(?=${helpPath}/)`, 'g'), `$1${origin}`)
}
