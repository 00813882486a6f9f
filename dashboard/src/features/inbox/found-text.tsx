import { useMemo, type ReactNode } from 'react'
import type { ThreadList, ThreadPage } from '../threads/thread-lists.ts'
import { useThreadFields } from '../threads/use-catalog.ts'
import { useCustomerFields } from '../customers/use-customers.ts'
import { message, t, type Message } from '../../texts/texts.ts'

type Match = NonNullable<ThreadPage['meta']['highlights']>[number]['matches'][number]
/** A search match of a thread or of an article, which have different fields. */
type AnyMatch = { field: string; fieldKey?: string | null; text: string; ranges: Match['ranges'] }

/** Chooses the match to show for each thread. Prefers matches in messages, because the row shows the subject anyway. */
export function useMatches(list: ThreadList | undefined): ReadonlyMap<string, Match> {
  return useMemo(() => {
    const matchByThread = new Map<string, Match>()
    for (const { meta } of list?.pages ?? [])
      for (const { threadId, matches } of meta.highlights ?? []) {
        const match = matches.find(({ field }) => field === 'message') ?? matches.find(({ field }) => field !== 'subject') ?? matches[0]
        if (match) matchByThread.set(threadId, match)
      }
    return matchByThread
  }, [list])
}

const fields: Readonly<Record<string, Message>> = {
  customerEmail: message('Address'),
  customerName: message('Name'),
  externalRef: message('Reference'),
  attachment: message('File'),
}

/** Highlights the search words in a text. Omits the beginning if the first highlight would not be visible. */
export function FoundText({ match: { field, fieldKey = null, text, ranges } }: { match: AnyMatch }) {
  const threadFields = useThreadFields(field === 'customField').data
  const customerFields = useCustomerFields(field === 'customerField').data
  const own = (field === 'customerField' ? customerFields : threadFields)?.find(({ key }) => key === fieldKey)
  const known = fields[field]
  const name = fieldKey === null ? known && t(known) : (own?.name ?? fieldKey)
  const first = ranges[0]?.start ?? 0
  const from = first > 24 ? text.indexOf(' ', first - 24) + 1 : 0
  const parts: ReactNode[] = []
  let at = from
  for (const { start, end } of ranges) {
    if (start < at) continue
    parts.push(
      text.slice(at, start),
      <mark key={start} className="rounded-xs bg-note px-px font-medium text-text">
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return (
    <span dir="auto" className="truncate">
      {name === undefined ? '' : `${name}: `}
      {from > 0 ? '… ' : ''}
      {parts}
      {text.slice(at)}
    </span>
  )
}
