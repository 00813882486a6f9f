import { Navigate } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useTitle } from '../../ui/use-title.ts'

/** Nothing but the menu on narrow screens. Wide ones, which show the menu anyway, begin with the overview. */
export function ReportsHome() {
  useTitle(t('Reports'))
  return useMedia(fromTwoPanes) ? <Navigate to="/reports/$page" params={{ page: 'overview' }} replace /> : null
}
