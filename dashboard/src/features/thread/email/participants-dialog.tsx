import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Participant, Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { useRights } from '../../../api/rights.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/delayed.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { formatDay } from '../../../ui/time.ts'
import { participantsKey, recipientsKey, useParticipants } from './participants.ts'
import { parseRecipients } from './reply-plan.ts'

const roles: Readonly<Record<Participant['role'], string>> = {
  CUSTOMER: 'Customer',
  CC: 'Gets copies',
  AGENT: 'Agent',
  SIDE: 'Asked aside',
}

/** Shows who takes part in a thread by mail. Agents add people, who then get replies, and remove them. */
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
    <FormSheet title="Who takes part by mail" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-5">
        {participants.isPending && <Skeleton />}
        {participants.error && <Problem error={participants.error} onRetry={() => void participants.refetch()} />}
        {participants.data?.length === 0 && <p className="text-sm text-muted">Nobody has written to this thread by mail yet.</p>}
        <ul aria-label="Participants" className="grid grid-cols-1 gap-2">
          {participants.data?.map((participant) => {
            const { id, address, name, role, verified, addedAt } = participant
            return (
              <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-lg border border-line px-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere">
                    {name !== null && <bdi className="font-medium">{name} </bdi>}
                    <span className={name === null ? 'font-medium' : 'text-muted'}>{address}</span>
                  </p>
                  <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                    {roles[role]} · since {formatDay(addedAt)}
                    {!verified && <Badge tone="warn">Not verified</Badge>}
                  </p>
                  {!verified && <p className="text-xs text-muted">Replies leave out this stranger until you add them.</p>}
                </div>
                {mayChange && !verified && (
                  <Button disabled={add.isPending} onClick={() => add.mutate({ address, name })}>
                    Add<span className="sr-only"> {address}</span>
                  </Button>
                )}
                {mayChange && role !== 'CUSTOMER' && (
                  <Button look="plain" disabled={remove.isPending} onClick={() => remove.mutate(participant)}>
                    Remove<span className="sr-only"> {address}</span>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        {remove.error && <Problem error={remove.error} />}
        {mayChange && (
          <form
            className="flex flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              const [found] = parseRecipients(text).found
              setProblem(found ? undefined : 'This is not an email address.')
              if (found) add.mutate(found)
            }}
          >
            <Field
              label="Add somebody"
              hint="They get copies of replies."
              problem={problem}
              className="min-w-0 flex-1"
              placeholder="grace@example.com"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Button type="submit" className="mb-6" disabled={add.isPending || text.trim() === ''}>
              Add
            </Button>
          </form>
        )}
        {add.error && <Problem error={add.error} />}
      </div>
    </FormSheet>
  )
}
