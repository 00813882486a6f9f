/**
 * The knowledge base: articles in a tree of collections, for visitors of the public help centre and for the tenant's users. An article has
 * a draft and a published version, which readers see until the draft is published; only `articles/save-article.ts` changes them. Each
 * change creates a version. The search and the help centre read published versions only, and visitors see public articles only. Former
 * slugs still find their object (`slugs.ts`).
 */
import { module } from '#kit/module.ts'
import { kbArticle, kbArticlePublished } from './articles/article.ts'
import { compareKbArticleVersions } from './compare-kb-article-versions.ts'
import { createKbArticle } from './create-kb-article.ts'
import { deleteKbArticle } from './delete-kb-article.ts'
import {
  deleteKbCollection,
  getKbArticle,
  getKbCollection,
  listKbArticles,
  listKbArticleVersions,
  listKbCollections,
  listMissedSearches,
  previewKbArticle,
} from './operations.ts'
import { publishKbArticle } from './publish-kb-article.ts'
import { forgetSourceThreads } from './personal.ts'
import { restoreKbArticle } from './restore-kb-article.ts'
import { updateKbArticle } from './update-kb-article.ts'
import { kbCollection } from './collections/collection.ts'
import { createKbCollection } from './create-kb-collection.ts'
import { updateKbCollection } from './update-kb-collection.ts'
import { forgetReaders, publishArticle } from './jobs.ts'
import { searchKb } from './search-kb.ts'

export { findArticlePicture } from './article-pictures.ts'
export { articlePath, articleUrl, collectionPath, helpOrigin, helpPath, picturesPath } from '#kit/help-paths.ts'
export {
  countViews,
  findOpenBySlug,
  listHiddenIds,
  listOpen,
  listOpenLocales,
  nameCollections,
  ownerOfSlug,
  readHelpHead,
  readOpen,
  readOpenBody,
  searchOpen,
  vote,
  type Found,
  type HelpHead,
  type LeafRow,
  type OpenArticle,
  type RenderedBody,
  type ShelfRow,
} from './help.ts'
export { kbArticle } from './articles/article.ts'
export { insertArticle } from './articles/insert-article.ts'
export { removeArticle } from './articles/remove-article.ts'
export { kbCollection } from './collections/collection.ts'
export { insertCollection, removeCollection } from './collections/write-collection.ts'
export { toSearchParameters, searchTexts } from './search/queries.ts'

export const kb = module({
  name: 'kb',
  description: 'The knowledge base: articles in collections, and their public help centre.',
  resources: [kbCollection, kbArticle],
  endpoints: [
    listKbCollections,
    createKbCollection,
    getKbCollection,
    updateKbCollection,
    deleteKbCollection,
    listKbArticles,
    createKbArticle,
    getKbArticle,
    updateKbArticle,
    deleteKbArticle,
    publishKbArticle,
    listKbArticleVersions,
    compareKbArticleVersions,
    restoreKbArticle,
    previewKbArticle,
    searchKb,
    listMissedSearches,
  ],
  events: [kbArticlePublished],
  jobs: [publishArticle, forgetReaders],
  personal: {
    steps: [forgetSourceThreads],
    excused: {
      kb_collections: 'of the tenant',
      kb_articles: 'of the tenant, for many readers',
      kb_article_versions: 'articles as they were',
      kb_slugs: 'parts of addresses of articles',
      kb_texts: 'copies of articles for the search',
      kb_votes: 'keyed hashes of visitors, deleted after three months',
      kb_missed_searches: 'what visitors without an account searched; nothing says who, and it is deleted after three months',
    },
  },
})
