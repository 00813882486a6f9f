/** The query parameters of the list of articles, which every link to an article keeps. */
const statuses = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const

export type ArticleSearch = {
  q?: string
  status?: (typeof statuses)[number]
  collectionId?: string
  /** Only articles with unpublished changes. */
  unpublished?: true
  /** The title of a new article. */
  title?: string
  /** The article of links from before articles had pages of their own. */
  open?: string
}

export function readArticleSearch(search: Record<string, unknown>): ArticleSearch {
  const { q, status, collectionId, unpublished, title, open } = search
  const known = statuses.find((each) => each === status)
  return {
    ...(isText(q) ? { q } : {}),
    ...(known ? { status: known } : {}),
    ...(isText(collectionId) ? { collectionId } : {}),
    ...(unpublished === true ? { unpublished } : {}),
    ...(isText(title) ? { title } : {}),
    ...(isText(open) ? { open } : {}),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
