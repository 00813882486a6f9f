import { createPresenter } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import { user } from '../../users/index.ts'
import { kbCollection } from '../collections/collection.ts'
import { kbArticleTable, type ArticleRow } from './queries.ts'
import { KbArticle } from './schema.ts'

export const kbArticle = resource({
  noun: 'kb_article',
  words: 'article',
  path: '/kb/articles',
  tag: 'kb',
  plural: 'kb articles',
  prefix: 'art',
  scopes: { read: 'kb:read', write: 'kb:write' },
  notFound: defineError('SVC-KBARTICLE-NOT_FOUND', 404, 'There is no such article.', absent('article')),
  shape: KbArticle,
  table: kbArticleTable,
  limit: { of: 'articles in the knowledge base', atMost: 20_000 },
  defaults: {
    collectionId: null,
    body: '',
    bodyFormat: 'markdown' as const,
    status: 'DRAFT' as const,
    visibility: 'PUBLIC' as const,
    translationOf: null,
    sourceThreadId: null,
    hasUnpublishedChanges: false,
    publishedVersion: null,
    publishedAt: null,
    publishAt: null,
  },
  references: {
    collectionId: kbCollection,
    translationOf: { noun: 'kb_article', table: 'kb_articles' },
    authorId: user,
    sourceThreadId: { noun: 'thread', table: 'threads' },
  },
  events: {
    created: 'An article of the knowledge base was created.',
    updated: 'An article of the knowledge base was changed.',
    deleted: 'An article of the knowledge base was deleted.',
    previous: { title: 'Refunds' },
  },
})

/** Presents an article, including its version. */
export const toKbArticle = createPresenter(KbArticle)

export const kbArticlePublished = defineEvent<ArticleRow>({
  type: 'kb.article.published',
  alias: 'kb_article.published',
  description: 'A version of an article was published.',
  scope: 'kb:read',
  object: KbArticle,
  present: toKbArticle,
})

export const kbVersionUnknown = defineError('SVC-KBARTICLE-VERSION_NOT_FOUND', 422, 'The article has no such version.', {
  cause: 'The article never had a version with this number, or the version was never published and is no longer stored.',
  cure: 'Take the number from `GET /kb/articles/{id}/versions`.',
})
export const kbTranslationRefused = defineError(
  'SVC-KBARTICLE-TRANSLATION_REFUSED',
  409,
  'The article cannot be a translation of this original.',
  {
    cause: 'An article cannot be a translation of itself, and an article with translations is an original.',
    cure: 'Name the original in `translationOf` of each translation, or remove the translations of this article first.',
  },
)
