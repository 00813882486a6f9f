import { readLocale, standard } from '../../kit/index.ts'
import { kbArticle } from './articles/article.ts'
import { KbArticleFilters } from './articles/schema.ts'

export const listKbArticles = standard.list(kbArticle, {
  summary: 'List articles',
  description:
    'All articles of the knowledge base, newest first, drafts and internal ones included. Filters combine; `namePrefix` is the beginning of a title.',
  query: KbArticleFilters,
  filters: ({ locale, ...query }) => ({ ...query, locale: locale === undefined ? undefined : (readLocale(locale) ?? locale) }),
})
