import type { KbArticle } from '@skein/client'
import { lazily, plural, t } from '../../texts/texts.ts'
import { getLanguageName, listLanguages } from '../../ui/language-names.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { CollectionFilter, StatusFilter } from './article-filters.tsx'
import { ArticleSheet } from './article-sheet.tsx'
import { ArticleState } from './article-state.tsx'
import { collectionSource } from './collection-source.ts'
import { CollectionPath } from './collections.tsx'
import { ArticleSearchResults } from '../inbox/article-search-results.tsx'
import { formatLocale } from '../../texts/language.ts'

const articles = lazily(
  (): Catalogue<KbArticle> => ({
    noun: 'kb_article',
    texts: {
      count: (count) => plural(count, '{count} article', '{count} articles'),
      search: t('Search articles'),
      add: t('New article'),
      create: t('Create article'),
      empty: t('No articles yet. Start with an answer you often give.'),
    },
    title: t('Articles'),
    reference: 'kb',
    guide: 'knowledge-base',
    lead: t('Answers for your customers and your team. Your edits stay a draft until you publish them.'),
    operations: {
      list: 'listKbArticles',
      get: 'getKbArticle',
      create: 'createKbArticle',
      update: 'updateKbArticle',
      remove: 'deleteKbArticle',
    },
    nameOf: ({ title }) => title,
    searchIn: ({ title }) => [title],
    searchHint: t('Search by title or text'),
    MoreResults: ArticleSearchResults,
    filters: [
      { name: 'status', Input: StatusFilter },
      { name: 'collectionId', Input: CollectionFilter },
    ],
    columns: [
      { header: t('Title'), cell: ({ title }) => title, grows: true },
      { header: t('Status'), cell: (article) => <ArticleState article={article} /> },
      { header: t('Collection'), cell: ({ collectionId }) => <CollectionPath id={collectionId} />, from: 'xl' },
      { header: t('Visible to'), cell: ({ visibility }) => (visibility === 'INTERNAL' ? t('Your team') : t('Everyone')), from: 'md' },
      { header: t('Language'), cell: ({ locale }) => getLanguageName(locale), from: 'xl' },
      { header: t('Views'), cell: ({ views }) => views.toLocaleString(formatLocale), align: 'end', from: 'md' },
      {
        header: t('Helped'),
        cell: ({ helpful, notHelpful }) =>
          helpful + notHelpful === 0 ? '–' : t('{helpful} of {all}', { helpful, all: helpful + notHelpful }),
        align: 'end',
        from: 'xl',
      },
    ],
    fields: [
      { kind: 'text', name: 'title', label: t('Title'), required: true, maxLength: 255, placeholder: t('Title'), look: 'page-title' },
      { kind: 'area', name: 'body', label: t('Body'), maxLength: 262_144, placeholder: t('Write the answer…'), look: 'page' },
      {
        kind: 'choice',
        name: 'bodyFormat',
        aside: true,
        label: t('Format'),
        required: true,
        options: [
          { value: 'markdown', label: 'Markdown' },
          { value: 'html', label: 'HTML', hint: t('We clean it up when you save.') },
          { value: 'text', label: t('Plain text') },
        ],
      },
      { kind: 'custom', name: 'collectionId', aside: true, label: t('Collection'), Input: createReferenceInput(collectionSource) },
      {
        kind: 'choice',
        name: 'visibility',
        aside: true,
        label: t('Who can read it'),
        required: true,
        options: [
          { value: 'PUBLIC', label: t('Everyone'), hint: t('As soon as you publish it.') },
          { value: 'INTERNAL', label: t('Your team') },
        ],
      },
      { kind: 'choice', name: 'locale', aside: true, label: t('Language'), options: listLanguages(), none: t('Your workspace’s language') },
      {
        kind: 'number',
        name: 'order',
        aside: true,
        label: t('Order'),
        min: 0,
        max: 1_000_000,
        hint: t('Position in the collection, lowest first.'),
      },
      {
        kind: 'text',
        name: 'slug',
        aside: true,
        label: t('Address'),
        maxLength: 120,
        onlyExisting: true,
        hint: t('Earlier addresses keep working.'),
      },
    ],
    initial: { bodyFormat: 'markdown', visibility: 'PUBLIC' },
    // An empty form field is null, but the body of an article is an empty string.
    toBody: (body) => ('body' in body ? { ...body, body: body['body'] ?? '' } : body),
    Sheet: ArticleSheet,
    removal: {
      kind: 'delete',
      confirm: t('Delete article'),
      consequence: () => t('All versions are deleted too. To hide the article from readers, unpublish it instead.'),
    },
  }),
)

export function KbArticlesScreen() {
  return <CatalogueScreen catalogue={articles()} />
}
