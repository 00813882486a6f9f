import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Participant, Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { useRights } from '../../../api/rights.ts'
import { message, t, type Message } from '../../../texts/texts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/delayed.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { formatDay } from '../../../ui/time.ts'
import { participantsKey, recipientsKey, useParticipants } from './participants.ts'
import { parseRecipients } from './reply-plan.ts'

const roles: Readonly<Record<Participant['role'], Message>> = {
  CUSTOMER: message('Customer'),
  CC: message('Gets copies'),
  AGENT: message('Agent'),
  SIDE: message('Asked aside'),
}

/** Lists a thread's mail participants. Agents can add people, who then receive replies, and remove them. */
export function ParticipantsDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const participants = useParticipants(thread.id)
  const path = { id: thread.id }
  const put = (change: (all: Participant[]) => Participant[]): void => {
    queries.setQueryData<Participant[]>(participantsKey(thread.id), (all) => all && change(all))
    void queries.invalidateQueries({ queryKey: recipientsKey(thread.id) })
  }
  const add = useMutation({
    mutationFn: async ({ address, name }: { address: string; name: string | null }) =>
      (
        await skein.addThreadParticipant({
          path,
          body: { address, ...(name === null ? {} : { name }) },
          idempotencyKey: newIdempotencyKey(),
        })
      ).data,
    onSuccess(added) {
      put((all) => [...all.filter(({ id }) => id !== added.id), added])
      setText('')
    },
  })
  const remove = useMutation({
    mutationFn: async ({ id: participantId }: Participant) =>
      (await skein.removeThreadParticipant({ path: { ...path, participantId }, idempotencyKey: newIdempotencyKey() })).data,
    onSuccess: (removed) => put((all) => all.filter(({ id }) => id !== removed.id)),
  })
  const mayChange = whyNot('addThreadParticipant') === null
  return (
    <FormSheet title={t('People in this conversation')} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-5">
        {participants.isPending && <Skeleton />}
        {participants.error && <Problem error={participants.error} onRetry={() => void participants.refetch()} />}
        {participants.data?.length === 0 && <Empty>{t('Nobody has emailed in this thread yet.')}</Empty>}
        <ul aria-label={t('Participants')} className="overflow-hidden rounded-lg border border-line bg-surface empty:hidden">
          {participants.data?.map((participant) => {
            const { id, address, name, role, verified, addedAt } = participant
            return (
              <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line-soft px-3 py-2.5 last:border-b-0">
                <Avatar name={name ?? address} size={28} />
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere">
                    {name !== null && <bdi className="font-medium">{name} </bdi>}
                    <span className={name === null ? 'font-medium' : 'text-muted'}>{address}</span>
                  </p>
                  <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                    {t(roles[role])} · {t('since {day}', { day: formatDay(addedAt) })}
                    {!verified && <Badge tone="warn">{t('Not verified')}</Badge>}
                  </p>
                  {!verified && <p className="text-xs text-muted">{t('Replies leave them out until you add them.')}</p>}
                </div>
                {mayChange && !verified && (
                  <Button
                    size="small"
                    aria-label={t('Add {address}', { address })}
                    disabled={add.isPending}
                    onClick={() => add.mutate({ address, name })}
                  >
                    {t('Add')}
                  </Button>
                )}
                {mayChange && role !== 'CUSTOMER' && (
                  <Button
                    look="plain"
                    size="small"
                    aria-label={t('Remove {address}', { address })}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(participant)}
                  >
                    {t('Remove')}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        {remove.error && <Problem error={remove.error} />}
        {mayChange && (
          <form
            noValidate
            className="flex flex-wrap items-start gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              const [found] = parseRecipients(text).found
              setProblem(found ? undefined : t('That isn’t an email address.'))
              if (found) add.mutate(found)
            }}
          >
            <Field
              label={t('Add someone')}
              hint={t('They get a copy of each reply.')}
              problem={problem}
              className="min-w-0 flex-1"
              placeholder={'grace@example.com'}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Button type="submit" className="mt-6.25 min-h-8.5" disabled={add.isPending || text.trim() === ''}>
              {t('Add')}
            </Button>
          </form>
        )}
        {add.error && <Problem error={add.error} />}
      </div>
    </FormSheet>
  )
}
