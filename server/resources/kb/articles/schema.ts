/** Public schemas of articles. */
import { readLocale } from '#kit/locale.ts'
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, trimmedText, Type, withRules } from '#platform/schema.ts'
import { KbVisibility, order, orderText, slug, findSlugProblems, slugText } from '../words.ts'

export const KbBodyFormat = component(
  'KbBodyFormat',
  choice(
    { markdown: 'Markdown. HTML in it is shown as text.', html: 'HTML, without elements that could run code.', text: 'Plain text.' },
    { description: 'The format of a body.' },
  ),
)
const statuses = {
  DRAFT: 'Not published.',
  PUBLISHED: 'Readers see the published version, which may differ from the draft.',
  ARCHIVED: 'No longer published.',
}
export const KbArticleStatus = component('KbArticleStatus', choice(statuses, { description: 'The status of the article.' }))

const titleText = 'The title of the draft.'
const title = trimmedText({ maxLength: 255, description: titleText, examples: ['How to get a refund'] })
const bodyText = 'The draft.'
const body = Type.String({ maxLength: 262_144, description: bodyText, examples: ['Open **Orders** and choose *Refund*.'] })
const localeText = 'Its language (BCP 47).'
const locale = Type.String({
  minLength: 2,
  maxLength: 35,
  pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
  description: `${localeText} The tenant’s, unless given.`,
  examples: ['de'],
})
const collectionText = 'The collection of the article; null for none.'
const translationText = 'The original of this translation. The help centre links them to each other.'
const sourceThreadText = 'The thread whose answer became the article. Readers do not see it.'
const publishAtText = 'When the draft of that moment will be published; null if not planned.'

export const KbArticle = component(
  'KbArticle',
  closed(
    {
      id: idOutput('art', 'The article.'),
      collectionId: nullable(idOutput('col', 'A collection.'), { description: collectionText }),
      title: Type.String({ description: titleText }),
      slug: Type.String({ description: slugText }),
      body: Type.String({ description: bodyText }),
      bodyFormat: KbBodyFormat,
      status: KbArticleStatus,
      visibility: KbVisibility,
      locale: Type.String({ description: localeText }),
      translationOf: nullable(idOutput('art', 'An article.'), { description: translationText }),
      order: Type.Integer({ description: orderText }),
      sourceThreadId: nullable(idOutput('thr', 'A thread.'), { description: sourceThreadText }),
      version: Type.Integer({ minimum: 1, description: 'Rises with each change.' }),
      authorId: idOutput('usr', 'The user who created it.'),
      publishedVersion: nullable(Type.Integer({ minimum: 1 }), { description: 'The version that readers see; null if none is published.' }),
      publishedTitle: nullable(Type.String(), { description: 'The title that readers see.' }),
      publishedBody: nullable(Type.String(), { description: 'The text that readers see.' }),
      publishedBodyFormat: nullable(KbBodyFormat, { description: 'The format of the published text.' }),
      hasUnpublishedChanges: Type.Boolean({ description: 'Whether the draft’s title or text differs from the published version.' }),
      publishedAt: nullable(time('When it was last published.'), { description: 'When the version that readers see was published.' }),
      publishAt: nullable(time('When it is to be published.'), { description: publishAtText }),
      views: Type.Integer({ minimum: 0, description: 'The number of views in the help centre, updated within seconds.' }),
      helpful: Type.Integer({ minimum: 0, description: 'Votes of readers whom it helped.' }),
      notHelpful: Type.Integer({ minimum: 0, description: 'Votes of readers whom it did not help.' }),
      createdAt: time('When it was created.'),
      updatedAt: time('When it was last changed.'),
    },
    {
      description: 'An article of the knowledge base: a draft and the published version.',
      examples: [
        {
          id: exampleId('art'),
          collectionId: exampleId('col'),
          title: 'How to get a refund',
          slug: 'how-to-get-a-refund',
          body: 'Open **Orders** and choose *Refund*.',
          bodyFormat: 'markdown',
          status: 'PUBLISHED',
          visibility: 'PUBLIC',
          locale: 'en',
          translationOf: null,
          order: 0,
          sourceThreadId: null,
          version: 2,
          authorId: exampleId('usr'),
          publishedVersion: 2,
          publishedTitle: 'How to get a refund',
          publishedBody: 'Open **Orders** and choose *Refund*.',
          publishedBodyFormat: 'markdown',
          hasUnpublishedChanges: false,
          publishedAt: '2026-03-04T09:30:00.000Z',
          publishAt: null,
          views: 120,
          helpful: 14,
          notHelpful: 2,
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

const optional = {
  collectionId: Type.Optional(nullable(idInput('col', 'A collection.'), { description: collectionText })),
  slug: Type.Optional(slug),
  bodyFormat: Type.Optional(KbBodyFormat),
  status: Type.Optional(KbArticleStatus),
  visibility: Type.Optional(KbVisibility),
  locale: Type.Optional(locale),
  translationOf: Type.Optional(nullable(idInput('art', 'An article.'), { description: translationText })),
  order: Type.Optional(order),
}

const problems = (fields: { slug?: string | undefined; locale?: string | undefined }) => [
  ...findSlugProblems(fields),
  ...(fields.locale === undefined || readLocale(fields.locale) !== null
    ? []
    : [{ field: 'locale', code: 'INVALID', message: 'must be a language tag (BCP 47), such as en or de-AT' }]),
]

export const KbArticleCreate = component(
  'KbArticleCreate',
  withRules(
    closed(
      {
        title,
        body: Type.Optional(body),
        ...optional,
        sourceThreadId: Type.Optional(nullable(idInput('thr', 'A thread.'), { description: sourceThreadText })),
      },
      { examples: [{ title: 'How to get a refund', body: 'Open **Orders** and choose *Refund*.' }] },
    ),
    problems,
  ),
)

export const KbArticleUpdate = component(
  'KbArticleUpdate',
  withRules(
    closed(
      {
        title: Type.Optional(title),
        body: Type.Optional(body),
        ...optional,
        autosave: Type.Optional(
          Type.Boolean({
            description:
              'True when an editor saves while its user types. Of the versions that a user autosaves one after another, one for each ten ' +
              'minutes stays, and the latest.',
          }),
        ),
      },
      { minProperties: 1, examples: [{ title: 'Refunds' }] },
    ),
    problems,
  ),
)

export const KbArticlePublish = component(
  'KbArticlePublish',
  closed(
    {
      publishAt: Type.Optional(
        nullable(time('A time.'), { description: 'When to publish. Omit it to publish now; null cancels the planned time.' }),
      ),
    },
    { description: 'When the draft is published.', examples: [{}] },
  ),
)

export const KbArticleFilters = closed({
  collectionId: Type.Optional(idInput('col', 'Directly in this collection.')),
  status: Type.Optional(KbArticleStatus),
  visibility: Type.Optional(KbVisibility),
  locale: Type.Optional(Type.String({ maxLength: 35, description: 'Articles in this language.', examples: ['en'] })),
  hasUnpublishedChanges: Type.Optional(Type.Boolean({ description: 'Published articles whose draft differs; with false, all others.' })),
  sourceThreadId: Type.Optional(idInput('thr', 'Articles that came from this thread.')),
})
