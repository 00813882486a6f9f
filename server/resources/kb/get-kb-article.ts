import { standard } from '../../kit/index.ts'
import { kbArticle } from './articles/article.ts'

export const getKbArticle = standard.get(kbArticle, {
  summary: 'Get an article',
  description: 'One article: its draft (`title`, `body`), and what readers see (`publishedTitle`, `publishedBody`).',
})
