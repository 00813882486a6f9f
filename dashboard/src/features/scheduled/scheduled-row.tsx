import { Link, useNavigate } from '@tanstack/react-router'
import type { ScheduledReply } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { getCustomerName } from '../../ui/customer-name.ts'
import { ReplyActions } from '../thread/reply-actions.tsx'

/** One reply of the list: when it will be sent, to whom, its first words, and what the agent can do with it. */
export function ScheduledRow({ reply }: { reply: ScheduledReply }) {
  const { thread, author, bodyText, delivery } = reply
  const navigate = useNavigate()
  const customer = getCustomerName(thread.customer)
  const hasFailed = delivery.state === 'FAILED'
  return (
    <li className={`rounded-lg border border-dashed px-4 py-3 ${hasFailed ? 'border-danger' : 'border-line-strong'}`}>
      <div className="flex items-center gap-2.5">
        <Avatar name={customer} size={28} />
        <div className="min-w-0 flex-1">
          <Link
            to="/inbox/$view/$threadId"
            params={{ view: 'all', threadId: thread.id }}
            className="block min-h-6 truncate font-medium hover:underline"
          >
            <bdi>{thread.subject}</bdi>
          </Link>
          <p className="truncate text-xs text-muted">
            {[customer, thread.ticketNumber, ...(author?.name ? [t('by {name}', { name: author.name })] : [])].join(' · ')}
          </p>
        </div>
      </div>
      <p dir="auto" className="mt-1.5 line-clamp-2 text-text-2">
        {bodyText.slice(0, 400)}
      </p>
      <ReplyActions
        message={reply}
        onEdit={() => void navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: thread.id } })}
      />
    </li>
  )
}
