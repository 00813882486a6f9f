import { Navigate } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useTitle } from '../../ui/use-title.ts'

/** Nothing but the menu on narrow screens. Wide ones, which show the menu anyway, begin with the articles. */
export function KnowledgeHome() {
  useTitle(t('Knowledge base'))
  return useMedia(fromTwoPanes) ? <Navigate to="/knowledge/articles" replace /> : null
}
