import type { KbArticle } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Archive, CalendarClock, CircleCheck, CircleDashed, FilePen, type IconType } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'

type State = Pick<KbArticle, 'status' | 'hasUnpublishedChanges' | 'publishAt'>

/** State of an article: draft, published, or published with unpublished changes. */
export function ArticleState({ article }: { article: State }) {
  const { text, tone, icon } = getState(article)
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}

export function describeState(article: State): string {
  return getState(article).text
}

function getState({ status, hasUnpublishedChanges, publishAt }: State): { text: string; tone: Tone; icon: IconType } {
  if (publishAt !== null) return { text: t('Scheduled for {time}', { time: formatMoment(publishAt) }), tone: 'accent', icon: CalendarClock }
  if (status === 'ARCHIVED') return { text: t('Archived'), tone: 'plain', icon: Archive }
  if (status === 'DRAFT') return { text: t('Draft'), tone: 'plain', icon: CircleDashed }
  return hasUnpublishedChanges
    ? { text: t('Changes not published'), tone: 'warn', icon: FilePen }
    : { text: t('Published'), tone: 'good', icon: CircleCheck }
}
