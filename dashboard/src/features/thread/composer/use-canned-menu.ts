import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CannedResponse, Thread } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { showToast } from '../../../ui/toasts.ts'
import { useDrafts } from '../../threads/drafts.ts'
import { findThread, putThread } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'
import type { Action } from './describe-action.ts'
import { findTotalProblem } from '../uploads.ts'
import type { Caret, Writing } from '../../editor/field.ts'
import { begins, matches } from '../../../ui/fold-words.ts'

export const cannedMenuId = 'canned-responses'
export const cannedOptionId = (id: string): string => `canned-${id}`

/** Stale time in milliseconds of a list of canned responses. They change rarely, and inserting one always fetches its current text. */
const staleMs = 60_000

type Parts = { thread: Thread; isOn: boolean; caret: Caret; replace: (length: number, words: Writing) => void }

/** Finds the canned responses for the text after a slash, and handles the keyboard in their menu. */
export function useCannedMenu({ thread, isOn, caret: { before }, replace: put }: Parts) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const drafts = useDrafts()
  const [at, setAt] = useState(0)
  /** The position of the slash whose menu the agent closed with Escape; -1 for none. */
  const [dismissed, setDismissed] = useState(-1)
  const typed = isOn ? /(?:^|\s)\/([^\s/]{0,40})$/.exec(before) : null
  const length = (typed?.[1] ?? '').length + 1
  const slashAt = typed ? before.length - length : -1
  // After the slash is deleted, a new one at the same position opens the menu again.
  if (slashAt < 0 && dismissed !== -1) setDismissed(-1)
  const isOpen = slashAt >= 0 && slashAt !== dismissed
  const { data: responses = [] } = useQuery({
    queryKey: ['canned-responses', thread.inboxId],
    enabled: isOpen,
    staleTime: staleMs,
    queryFn: () => skein.listCannedResponses({ query: { threadId: thread.id, limit: 100 } }).toArray(),
  })
  const wanted = typed?.[1] ?? ''
  const matchesShortcut = ({ shortcut }: CannedResponse): boolean => begins(shortcut, wanted)
  // Agents usually type the shortcut, so rank title matches lower.
  const matchesTitle = (each: CannedResponse): boolean => !matchesShortcut(each) && matches(each.title, wanted)
  const options = isOpen ? [...responses.filter(matchesShortcut), ...responses.filter(matchesTitle)].slice(0, 50) : []
  const active = options[Math.min(at, options.length - 1)]
  const activeId = active?.id ?? ''
  const preview = useQuery({
    queryKey: ['canned-preview', activeId, thread.id, thread.version],
    enabled: active !== undefined && (active.body !== null || active.actions.length > 0),
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
      if (data.bodyFormat === 'html') replace((await import('../../threads/mail/clean-mail.ts')).htmlToText(content), content)
      else replace(content)
      // The changes are applied when the reply is sent.
      const { actions, files } = drafts.get(thread.id, 'reply')
      const isStaged = (action: Action): boolean => actions.some((each) => JSON.stringify(each) === JSON.stringify(action))
      const added = data.actions.filter((action) => !isStaged(action))
      if (added.length > 0) drafts.write(thread.id, 'reply', { actions: [...actions, ...added] })
      const isAttached = (uploadId: string): boolean => files.some((file) => file.uploadId === uploadId)
      const more = data.attachments.filter(({ uploadId }) => !isAttached(uploadId))
      const problem = findTotalProblem([...files, ...more])
      if (problem !== null) showToast({ kind: 'problem', text: problem }, 30_000)
      else if (more.length > 0)
        drafts.write(thread.id, 'reply', {
          files: [...files, ...more.map(({ uploadId, filename, size }) => ({ uploadId, filename, size }))],
        })
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    }
  }
  /** Changes the thread immediately, for a canned response without a text. */
  const apply = async ({ id, shortcut }: CannedResponse): Promise<void> => {
    try {
      const { data } = await skein.applyCannedResponse({ path: { id: thread.id }, body: { cannedResponseId: id } })
      putThread(queries, { now: data, before: findThread(queries, thread.id), meId, isOwn: true })
      replace('')
      showToast({ kind: 'done', text: t('Applied {shortcut}.', { shortcut: `/${shortcut}` }) })
    } catch (error) {
      showToast(
        {
          kind: 'problem',
          text: t('We couldn’t apply {shortcut}. {reason}', { shortcut: `/${shortcut}`, reason: describeFailure(error).text }),
        },
        30_000,
      )
    }
  }
  return {
    options,
    active,
    preview: preview.data,
    insert: (response: CannedResponse) => void (response.body === null ? apply(response) : insert(response)),
    apply: (response: CannedResponse) => void apply(response),
    /** Returns true when the menu has handled the key. */
    onKey(key: string): boolean {
      if (!active) return false
      if (key === 'ArrowDown') setAt((now) => (Math.min(now, options.length - 1) + 1) % options.length)
      else if (key === 'ArrowUp') setAt((now) => (Math.min(now, options.length - 1) - 1 + options.length) % options.length)
      else if (key === 'Escape') setDismissed(slashAt)
      else if (key === 'Enter' || key === 'Tab') void (active.body === null ? apply(active) : insert(active))
      else return false
      return true
    },
  }
}
