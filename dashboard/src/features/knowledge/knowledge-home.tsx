import { Navigate } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useTitle } from '../../ui/use-title.ts'

/** Index of the knowledge base: only the menu on narrow screens; wide screens redirect to the articles, beside the menu. */
export function KnowledgeHome() {
  useTitle(t('Knowledge base'))
  return useMedia(fromTwoPanes) ? <Navigate to="/knowledge/articles" replace /> : null
}
