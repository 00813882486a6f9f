import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, type CannedResponse, type Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.ts'
import { splitIntoBatches } from '../threads/bulk-changes.ts'
import { listKey } from '../threads/thread-cache.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { bulkReport, formatThreadName, type BulkFailure } from '../threads/use-bulk.ts'
import { useDescribeAction } from '../thread/composer/describe-action.ts'
import { MacroPreview } from './macro-preview.tsx'

export type MacroTarget = {
  /** The selected threads. If all matching threads are selected, only the loaded ones. */
  threads: readonly Thread[]
  /** The filters and the total of all matching threads. Null when only the selected threads change. */
  matching: { filters: ThreadFilters; total: number } | null
}

type ApplyMacroProps = { target: MacroTarget; onDone: () => void; onClose: () => void }

/** Applies a saved reply to threads: the agent chooses it, previews its effect on one thread, and confirms. */
export function ApplyMacro({ target, onDone, onClose }: ApplyMacroProps) {
  const { skein } = useApi()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const responses = useQuery({
    queryKey: ['canned-responses', 'all'],
    queryFn: ({ signal }) => skein.listCannedResponses({ query: { limit: 100 }, signal }).toArray(),
  })
  const chosen = responses.data?.find(({ id }) => id === chosenId)
  if (chosen) return <Confirm response={chosen} target={target} onDone={onDone} onClose={onClose} />
  if (responses.error)
    return (
      <Dialog label={t('Apply a saved reply')} onClose={onClose} className="w-110 max-w-[calc(100vw-2rem)]">
        <div className="p-5">
          <Problem error={responses.error} onRetry={() => void responses.refetch()} />
        </div>
      </Dialog>
    )
  if (!responses.data) return null
  return (
    <Picker
      label={t('Apply a saved reply')}
      options={responses.data.map(({ id, title, shortcut, body, actions }) => ({
        id,
        name: title,
        detail: body === null ? plural(actions.length, '{count} change', '{count} changes') : `/${shortcut}`,
      }))}
      onPick={setChosenId}
      // The picker calls onClose after a choice, too. Only closing it without a choice ends the flow.
      onClose={() => setTimeout(() => setChosenId((id) => (id === null ? (onClose(), id) : id)))}
    />
  )
}

type ConfirmProps = ApplyMacroProps & { response: CannedResponse }

function Confirm({ response, target, onDone, onClose }: ConfirmProps) {
  const { threads, matching } = target
  const { title, body, actions } = response
  const [shownId, setShownId] = useState(threads[0]?.id ?? '')
  const describe = useDescribeAction(actions)
  const { start, done, count } = useApplying(response, target, onDone)
  const shown = threads.find(({ id }) => id === shownId)
  const name = plural(count, 'Apply “{reply}” to {count} thread?', 'Apply “{reply}” to {count} threads?', { reply: title })
  const failure = start.error && describeFailure(start.error)
  return (
    <Dialog label={name} onClose={start.isPending ? () => undefined : onClose} className="w-150 max-w-[calc(100vw-2rem)]">
      <div className="grid grid-cols-1 gap-4 p-5">
        <h2 className="text-lg font-semibold">{name}</h2>
        <p className="text-text-2">
          {body === null
            ? t('No one gets a message.')
            : plural(
                count,
                '{count} customer gets a message. You can’t take it back.',
                '{count} customers get a message. You can’t take it back.',
              )}{' '}
          {matching !== null && t('We work in the background, also on those you haven’t scrolled to.')}
        </p>
        {actions.length > 0 && (
          <ul className="list-disc ps-5">
            {[...new Set(actions.map(describe))].map((description) => (
              <li key={description}>{description}</li>
            ))}
          </ul>
        )}
        {shown && (
          <section
            aria-label={t('Preview')}
            className="grid grid-cols-1 gap-2 rounded-lg bg-sunken p-3 shadow-[inset_0_0_0_1px_var(--line)]"
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold">{threads.length === 1 ? t('Preview') : t('For example')}</h3>
              {threads.length > 1 && (
                <Select
                  label={t('Thread of the preview')}
                  className="min-w-0 max-w-80"
                  options={threads.slice(0, maxExamples).map((each) => ({ value: each.id, label: formatThreadName(each) }))}
                  value={shownId}
                  onChange={setShownId}
                />
              )}
            </div>
            <div className="max-h-72 overflow-y-auto" tabIndex={-1}>
              <MacroPreview response={response} threadId={shown.id} version={shown.version} />
            </div>
          </section>
        )}
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {start.isPending && matching === null && (
            <p role="status" className="me-auto text-muted tabular-nums">
              {t('{done} of {total} done', { done, total: count })}
            </p>
          )}
          <Button disabled={start.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button look="primary" data-focus-first disabled={start.isPending} onClick={() => start.mutate()}>
            {body === null
              ? plural(count, 'Change {count} thread', 'Change {count} threads')
              : plural(count, 'Send to {count} customer', 'Send to {count} customers')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Maximum number of threads that the preview offers. */
const maxExamples = 50

/**
 * Sends the requests: selected threads in batches, which can be retried without applying anything twice, matching threads as a background
 * job. The report below the list then shows which threads were skipped and why.
 */
function useApplying({ id: cannedResponseId, title }: CannedResponse, { threads, matching }: MacroTarget, onDone: () => void) {
  const { skein, queries } = useApi()
  const [done, setDone] = useState(0)
  const [batches] = useState(() => splitIntoBatches(threads).map((batch) => ({ batch, key: newIdempotencyKey() })))
  const [jobKey, setJobKey] = useState(newIdempotencyKey)
  const label = `“${title}”`
  const start = useMutation({
    async mutationFn() {
      if (matching) {
        const { sort: _sort, cursor: _cursor, limit: _limit, ...filter } = matching.filters
        const body = { filter, expectedTotal: matching.total, cannedResponseId }
        const { data } = await skein.batchThreads({ body, idempotencyKey: jobKey })
        if ('state' in data) bulkReport.set({ kind: 'job', id: data.id, label })
        return
      }
      const failures: BulkFailure[] = []
      for (const { batch, key } of batches) {
        const body = { threadIds: batch.map(({ id }) => id), cannedResponseId }
        const { data } = await skein.batchThreads({ body, idempotencyKey: key })
        const results = 'results' in data ? data.results : []
        for (const { threadId, ok, error } of results) {
          const thread = batch.find(({ id }) => id === threadId)
          if (!ok && thread) failures.push({ threadId, name: formatThreadName(thread), reason: error?.message ?? '' })
        }
        setDone((before) => Math.min(threads.length, before + batch.length))
      }
      const changed = threads.length - failures.length
      if (failures.length > 0) bulkReport.set({ kind: 'failures', label, done: changed, failures })
      else
        showToast({
          kind: 'done',
          text: plural(changed, 'Applied {reply} to {count} thread.', 'Applied {reply} to {count} threads.', { reply: label }),
        })
    },
    onSuccess: onDone,
    async onError(error) {
      setDone(0)
      if (!matching || !(error instanceof ApiError && error.code === 'SVC-THREAD-TOTAL_CHANGED')) return
      // The total is part of the request, and a different request needs a new idempotency key.
      setJobKey(newIdempotencyKey())
      await queries.invalidateQueries({ queryKey: listKey(matching.filters) })
    },
  })
  return { start, done, count: matching?.total ?? threads.length }
}
