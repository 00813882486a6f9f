import { Link } from '@tanstack/react-router'
import type { SatisfactionRequest } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatExact, formatMoment } from '../../ui/time.ts'
import { useUsers } from '../threads/use-catalog.ts'
import { cancelReasons, describeRequest } from './ratings.ts'

type RatingListProps = {
  label: string
  requests: readonly SatisfactionRequest[]
  /** Whether to show the agents' names. */
  hasPeople?: boolean
}

/** Ratings and pending surveys, each with its comment and a link to its thread. */
export function RatingList({ label, requests, hasPeople = true }: RatingListProps) {
  const users = useUsers(hasPeople && requests.some(({ personId }) => personId !== null)).data ?? []
  return (
    <ul aria-label={label} className="grid grid-cols-1 divide-y divide-line-soft">
      {requests.map((request) => {
        const { id, threadId, answer, personId, cancelReason, sendAt } = request
        const { text, tone, icon } = describeRequest(request)
        const at = answer?.answeredAt ?? sendAt
        const person = users.find((user) => user.id === personId)?.name
        return (
          <li key={id} className="py-2.5 first:pt-1 last:pb-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={tone} icon={icon}>
                {text}
              </Badge>
              {answer !== null && person !== undefined && <span className="text-xs text-muted">{t('about {name}', { name: person })}</span>}
              <Link
                to="/inbox/$view/$threadId"
                params={{ view: 'all', threadId }}
                className="ms-auto inline-flex min-h-6 items-center text-xs text-accent hover:underline"
              >
                <span className="sr-only">{t('Open the thread:')} </span>
                <time dateTime={at} data-tip={formatExact(at)}>
                  {formatMoment(at)}
                </time>
              </Link>
            </div>
            {answer?.comment != null && (
              <p dir="auto" className="mt-1 line-clamp-4 wrap-anywhere">
                “{answer.comment}”
              </p>
            )}
            {cancelReason !== null && <p className="mt-1 text-xs text-muted">{t(cancelReasons[cancelReason])}</p>}
          </li>
        )
      })}
    </ul>
  )
}
