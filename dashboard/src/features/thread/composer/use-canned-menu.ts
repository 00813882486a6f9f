import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CannedResponse, Thread } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { showToast } from '../../../ui/toasts.ts'
import { useDrafts } from '../../threads/drafts.ts'
import { findThread, putThread } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'
import type { Action } from './action-words.ts'
import type { Caret, Writing } from './field.ts'

/** Canned responses change rarely, and nothing is lost by one that is a minute old: the service fills it in. */
const staleMs = 60_000

type Parts = { thread: Thread; isOn: boolean; caret: Caret; replace: (length: number, words: Writing) => void }

/** What a slash in the composer offers, and what the keys do there. */
export function useCannedMenu({ thread, isOn, caret: { before }, replace: put }: Parts) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const drafts = useDrafts()
  const [at, setAt] = useState(0)
  /** Where Escape was pressed: a slash can be just a slash. */
  const [dismissed, setDismissed] = useState(-1)
  const typed = isOn ? /(?:^|\s)\/([^\s/]{0,40})$/.exec(before) : null
  const length = (typed?.[1] ?? '').length + 1
  const begins = typed ? before.length - length : -1
  // Another slash at the same place is another one.
  if (begins < 0 && dismissed !== -1) setDismissed(-1)
  const isWanted = begins >= 0 && begins !== dismissed
  const { data: responses = [] } = useQuery({
    queryKey: ['canned-responses', thread.inboxId],
    enabled: isWanted,
    staleTime: staleMs,
    queryFn: () => skein.listCannedResponses({ query: { threadId: thread.id, limit: 100 } }).toArray(),
  })
  const wanted = (typed?.[1] ?? '').toLowerCase()
  const begin = ({ shortcut }: CannedResponse): boolean => shortcut.toLowerCase().startsWith(wanted)
  // What somebody types is the shortcut as a rule; others are found by their titles.
  const byTitle = (each: CannedResponse): boolean => !begin(each) && each.title.toLowerCase().includes(wanted)
  const shown = isWanted ? [...responses.filter(begin), ...responses.filter(byTitle)].slice(0, 50) : []
  const active = shown[Math.min(at, shown.length - 1)]
  const activeId = active?.id ?? ''
  const preview = useQuery({
    queryKey: ['canned-preview', activeId, thread.id, thread.version],
    enabled: active !== undefined && active.body !== null,
    staleTime: staleMs,
    queryFn: async ({ signal }) =>
      (await skein.previewCannedResponse({ path: { id: activeId }, body: { threadId: thread.id }, signal })).data,
  })
  const replace = (text: string, html: string | null = null): void => put(length, { text, html })

  const insert = async ({ id, body }: CannedResponse): Promise<void> => {
    if (body === null) return
    try {
      const { data } = await skein.previewCannedResponse({ path: { id }, body: { threadId: thread.id } })
      const content = data.body ?? ''
      if (data.bodyFormat === 'html') replace((await import('../mail/clean-mail.ts')).textOfHtml(content), content)
      else replace(content)
      // The changes wait for the reply to be sent.
      const { actions } = drafts.get(thread.id, 'reply')
      const isStaged = (action: Action): boolean => actions.some((each) => JSON.stringify(each) === JSON.stringify(action))
      const added = data.actions.filter((action) => !isStaged(action))
      if (added.length > 0) drafts.write(thread.id, 'reply', { actions: [...actions, ...added] })
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    }
  }
  /** Changes the thread at once, for a response without a reply. */
  const apply = async ({ id, shortcut }: CannedResponse): Promise<void> => {
    try {
      const { data } = await skein.applyCannedResponse({ path: { id: thread.id }, body: { cannedResponseId: id } })
      putThread(queries, { now: data, before: findThread(queries, thread.id), meId, isOwn: true })
      replace('')
      showToast({ kind: 'done', text: `/${shortcut} was applied.` })
    } catch (error) {
      showToast({ kind: 'problem', text: `/${shortcut} was not applied: ${describeFailure(error).text}` }, 30_000)
    }
  }
  return {
    shown,
    active,
    preview: preview.data,
    insert: (response: CannedResponse) => void (response.body === null ? apply(response) : insert(response)),
    apply: (response: CannedResponse) => void apply(response),
    /** Whether the key was one of the menu's. */
    onKey(key: string): boolean {
      if (!active) return false
      if (key === 'ArrowDown') setAt((now) => (Math.min(now, shown.length - 1) + 1) % shown.length)
      else if (key === 'ArrowUp') setAt((now) => (Math.min(now, shown.length - 1) - 1 + shown.length) % shown.length)
      else if (key === 'Escape') setDismissed(begins)
      else if (key === 'Enter' || key === 'Tab') void (active.body === null ? apply(active) : insert(active))
      else return false
      return true
    },
  }
}
