import type { KbArticle } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import { formatMoment } from '../../ui/time.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { ArticleMore } from './article-more.tsx'
import { collectionSource } from './collection-source.ts'
import { CollectionPath } from './collections.tsx'
import { ArticleSearchResults } from './article-search-results.tsx'
import { RemotePictures } from './remote-pictures.tsx'
import { TypedPreview } from './typed-preview.tsx'

const articles: Catalogue<KbArticle> = {
  noun: 'kb_article',
  one: 'article',
  many: 'articles',
  title: 'Articles',
  reference: 'kb',
  guide: 'knowledge-base',
  lead: 'Answers for customers and colleagues. What you write is a draft until it is published; readers keep seeing what was published before.',
  operations: {
    list: 'listKbArticles',
    get: 'getKbArticle',
    create: 'createKbArticle',
    update: 'updateKbArticle',
    remove: 'deleteKbArticle',
  },
  nameOf: ({ title }) => title,
  emptyHint: 'Write down an answer that you give often.',
  searchIn: ({ title }) => [title],
  searchHint: 'Title, or words in it…',
  MoreResults: ArticleSearchResults,
  columns: [
    { header: 'Title', cell: ({ title }) => title, grows: true },
    { header: 'Status', cell: (article) => <Badge>{getStateLabel(article)}</Badge> },
    { header: 'Collection', cell: ({ collectionId }) => <CollectionPath id={collectionId} />, from: 'xl' },
    { header: 'For', cell: ({ visibility }) => (visibility === 'INTERNAL' ? 'Colleagues' : 'Everybody'), from: 'md' },
    { header: 'Language', cell: ({ locale }) => locale, from: 'xl' },
    { header: 'Views', cell: ({ views }) => views.toLocaleString(), align: 'end', from: 'md' },
    {
      header: 'Helped',
      cell: ({ helpful, notHelpful }) => (helpful + notHelpful === 0 ? '–' : `${helpful} of ${helpful + notHelpful}`),
      align: 'end',
      from: 'xl',
    },
  ],
  fields: [
    { kind: 'text', name: 'title', label: 'Title', required: true, maxLength: 255 },
    { kind: 'area', name: 'body', label: 'Body', maxLength: 262_144, rows: 16 },
    {
      kind: 'choice',
      name: 'bodyFormat',
      label: 'Format',
      required: true,
      options: [
        { value: 'markdown', label: 'Markdown' },
        { value: 'html', label: 'HTML', hint: 'sanitised when it is saved' },
        { value: 'text', label: 'Text' },
      ],
    },
    { kind: 'custom', name: 'collectionId', label: 'Collection', Input: createReferenceInput(collectionSource) },
    {
      kind: 'choice',
      name: 'visibility',
      label: 'Who can read it',
      required: true,
      options: [
        { value: 'PUBLIC', label: 'Everybody', hint: 'once it is published' },
        { value: 'INTERNAL', label: 'Colleagues' },
      ],
    },
    {
      kind: 'text',
      name: 'locale',
      label: 'Language',
      maxLength: 35,
      placeholder: 'en',
      hint: 'A tag such as en or pt-BR. Empty: the language of the workspace.',
    },
    { kind: 'number', name: 'order', label: 'Order', min: 0, max: 1_000_000, hint: 'Its place in the collection, lowest first.' },
    { kind: 'text', name: 'slug', label: 'Address', maxLength: 120, onlyExisting: true, hint: 'Former ones keep leading here.' },
  ],
  initial: { bodyFormat: 'markdown', visibility: 'PUBLIC' },
  // An empty form field is null, but the body of an article is an empty string.
  toBody: (body) => ('body' in body ? { ...body, body: body['body'] ?? '' } : body),
  renderBelow: (values, _, change) => (
    <>
      <RemotePictures values={values} onChange={change} />
      <TypedPreview values={values} />
    </>
  ),
  wide: true,
  More: ArticleMore,
  removal: { verb: 'Delete', consequence: () => 'All its versions go with it. To take it from its readers only, unpublish it.' },
}

export function KbArticlesScreen() {
  return <CatalogueScreen catalogue={articles} />
}

function getStateLabel({ status, hasUnpublishedChanges, publishAt }: KbArticle): string {
  if (publishAt !== null) return `Planned for ${formatMoment(publishAt)}`
  if (status === 'ARCHIVED') return 'Archived'
  if (status === 'DRAFT') return 'Draft'
  return hasUnpublishedChanges ? 'Published, draft differs' : 'Published'
}
