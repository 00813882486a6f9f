import { useRef, useState, type KeyboardEvent } from 'react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Foot } from '../../../ui/form/foot.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Merge } from '../../../ui/icons.ts'
import { Problem } from '../../../ui/problem.tsx'
import { useDraft, useDrafts } from '../../threads/drafts.ts'
import { findThread, messagesKey, putThread } from '../../threads/thread-cache.ts'
import { useUnmerge } from '../use-unmerge.ts'
import { useThreadLocation } from '../../threads/use-thread-location.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { getStateName } from '../../threads/names.ts'
import { ChoiceCard } from './choice-card.tsx'
import { plural, t } from '../../../texts/texts.ts'
import { getCustomerName } from '../../../ui/customer-name.ts'

/** Lets the agent choose the thread to merge this one into, and lists the effects before merging. */
export function MergeDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const navigate = useNavigate()
  const locate = useThreadLocation()
  const { offerUndo } = useUnmerge()
  const drafts = useDrafts()
  const texts = [useDraft(drafts, thread.id, 'reply'), useDraft(drafts, thread.id, 'note')]
  const hasDraft = texts.some(({ text, files }) => text !== '' || files.length > 0)
  const [words, setWords] = useState('')
  const list = useRef<HTMLFieldSetElement>(null)
  const [target, setTarget] = useState<Thread | null>(null)
  /** The search words that the agent submitted with Enter. If the search finds a single thread, it becomes the target. */
  const [enteredWords, setEnteredWords] = useState<string | null>(null)
  const [isSamePerson, setSamePerson] = useState(false)
  const wanted = words.trim()
  const found = useQuery({
    queryKey: ['merge-targets', thread.customer.id, wanted],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      // Without search words, offer the customer's other threads.
      const query = wanted === '' ? { customerId: thread.customer.id, limit: 20 } : { q: wanted, limit: 20 }
      return (await skein.listThreads({ query, signal })).data
    },
  })
  const choices = (found.data ?? []).filter(({ id, mergedInto }) => id !== thread.id && mergedInto === null)
  const isOtherCustomer = target !== null && target.customer.id !== thread.customer.id
  const merge = useMutation({
    mutationFn: (into: Thread) =>
      skein.mergeThread({
        path: { id: into.id },
        body: { sourceIds: [thread.id], ...(isOtherCustomer ? { allowCrossCustomer: true } : {}) },
        idempotencyKey: `merge-${thread.id}-${thread.version}-${into.id}`,
      }),
    async onSuccess({ data }, into) {
      // From now on, responses leave the merged thread out of their totals, so its event must not lower the cached totals again.
      const merged = { ...thread, status: 'closed' as const, snoozed: false, snoozedUntil: null, waitingSince: null, mergedInto: data.id }
      putThread(queries, { now: merged, before: findThread(queries, thread.id) ?? thread, meId, isOwn: true })
      // The target may not be in the cached lists, but their totals already count it.
      putThread(queries, { now: data, before: findThread(queries, data.id) ?? into, meId, isOwn: true })
      await queries.invalidateQueries({ queryKey: messagesKey(data.id) })
      onClose()
      offerUndo(thread, data)
      await navigate(locate(data.id))
    },
  })
  const canMerge = target !== null && !merge.isPending && (!isOtherCustomer || isSamePerson)
  /** Enter on a thread of the list chooses it; once the agent has read what happens, Enter merges. */
  const confirmChoice = ({ key, ctrlKey, metaKey, target: focused }: KeyboardEvent<HTMLElement>): void => {
    if (key !== 'Enter' || ctrlKey || metaKey || !(focused instanceof HTMLInputElement)) return
    const choice = choices.find(({ id }) => id === focused.value)
    if (choice === undefined) return
    if (choice.id !== target?.id) setTarget(choice)
    else if (canMerge) merge.mutate(choice)
  }
  const exact = choices.find(({ ticketNumber }) => ticketNumber.toLowerCase() === wanted.toLowerCase())
  const only = found.isPlaceholderData ? undefined : (exact ?? (choices.length === 1 ? choices[0] : undefined))
  // The agent may press Enter before the results arrive.
  if (enteredWords === wanted && only) {
    setEnteredWords(null)
    setTarget(only)
  }
  return (
    <FormSheet title={t('Merge {ticket}', { ticket: thread.ticketNumber })} onClose={onClose}>
      <div className="grid gap-4 p-5">
        <label className="block">
          <span className="mb-1.5 block font-medium">{t('Merge into')}</span>
          <input
            type="search"
            className="field w-full"
            placeholder={t('Search by number or words')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault()
                list.current?.querySelector('input')?.focus()
              }
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              if (target === null) setEnteredWords(wanted)
              else if (canMerge) merge.mutate(target)
            }}
          />
        </label>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the radio buttons have the focus. */}
        <fieldset ref={list} className="grid gap-1.5" onKeyDown={confirmChoice}>
          <legend className="mb-1.5 text-xs text-muted">{wanted === '' ? t('Other threads of this customer') : t('Found')}</legend>
          {choices.map((each) => (
            <ChoiceCard
              key={each.id}
              type="radio"
              value={each.id}
              isChosen={target?.id === each.id}
              onChoose={() => setTarget(each)}
              title={each.subject}
              detail={`${each.ticketNumber} · ${getCustomerName(each.customer)} · ${getStateName(each)}`}
              person={getCustomerName(each.customer)}
            />
          ))}
          {found.data !== undefined && choices.length === 0 && <p className="text-muted">{t('No other threads. Search for one above.')}</p>}
        </fieldset>
        {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {target && (
          <div className="rounded-lg border border-line bg-surface px-3 py-2.5">
            <p className="font-medium">{t('What happens')}</p>
            <ul className="mt-1 grid list-disc gap-1 ps-5 text-text-2">
              <li>
                {plural(
                  thread.messageCount,
                  'The message of {source} moves to {target}, sorted by time.',
                  'All {count} messages of {source} move to {target}, sorted by time.',
                  { source: thread.ticketNumber, target: target.ticketNumber },
                )}
              </li>
              <li>
                {t('{source} is closed. New replies to it arrive in {target}.', {
                  source: thread.ticketNumber,
                  target: target.ticketNumber,
                })}
              </li>
              {thread.labels.length > 0 && (
                <li>{t('Its labels are added: {labels}.', { labels: thread.labels.map(({ name }) => name).join(', ') })}</li>
              )}
              {target.status !== 'open' && thread.status === 'open' && (
                <li>{t('{target} opens again.', { target: target.ticketNumber })}</li>
              )}
              {hasDraft && (
                <li>{t('Your draft stays with {source}. It’s there again if you undo the merge.', { source: thread.ticketNumber })}</li>
              )}
              <li>{t('You can undo this from the merged thread.')}</li>
            </ul>
            {isOtherCustomer && (
              <label className="mt-2 flex min-h-6 items-center gap-2 text-warning">
                <input
                  type="checkbox"
                  className="size-4"
                  checked={isSamePerson}
                  onChange={(event) => setSamePerson(event.target.checked)}
                />
                {t('That thread belongs to another customer, {customer}. Merge anyway.', { customer: target.customer.email })}
              </label>
            )}
          </div>
        )}
        {merge.error && target && <Problem error={merge.error} onRetry={() => merge.mutate(target)} />}
        <Foot>
          <Button look="primary" icon={Merge} disabled={!canMerge} onClick={() => target && merge.mutate(target)}>
            {merge.isPending ? t('Merging…') : target ? t('Merge into {ticket}', { ticket: target.ticketNumber }) : t('Merge')}
          </Button>
        </Foot>
      </div>
    </FormSheet>
  )
}
