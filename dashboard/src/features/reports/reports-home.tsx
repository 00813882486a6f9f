import { Navigate } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useTitle } from '../../ui/use-title.ts'

/** Index of the reports: only the menu on narrow screens; wide screens redirect to the overview, beside the menu. */
export function ReportsHome() {
  useTitle(t('Reports'))
  return useMedia(fromTwoPanes) ? <Navigate to="/reports/$page" params={{ page: 'overview' }} replace /> : null
}
