import type { KbArticle } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Archive, CalendarClock, CircleCheck, CircleDashed, FilePen, type IconType } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'

/** State of an article: draft, published, or published with unpublished changes. */
export function ArticleState({ article: { status, hasUnpublishedChanges, publishAt } }: { article: KbArticle }) {
  const [text, tone, icon] = ((): [string, Tone, IconType] => {
    if (publishAt !== null) return [t('Scheduled for {time}', { time: formatMoment(publishAt) }), 'accent', CalendarClock]
    if (status === 'ARCHIVED') return [t('Archived'), 'plain', Archive]
    if (status === 'DRAFT') return [t('Draft'), 'plain', CircleDashed]
    return hasUnpublishedChanges ? [t('Changes not published'), 'warn', FilePen] : [t('Published'), 'good', CircleCheck]
  })()
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}
