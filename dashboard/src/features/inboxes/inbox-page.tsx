import { useState, type ReactNode } from 'react'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Inbox, RequestOf } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { RecordForm, type FetchedRecord } from '../../ui/form/record-form.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { Page } from '../catalogue/page.tsx'
import { Removal } from '../catalogue/removal.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { DnsRecords } from './dns-records.tsx'
import { completeBody, generalFields, ruleFields, sendFields, textFields } from './email-fields.ts'
import { receiveFields } from './receive-fields.ts'
import { RoundTrip } from './round-trip.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import { FirstMail } from './first-mail.tsx'

/** The set-up of an EMAIL inbox, in the order in which an admin goes through it. */
export function InboxScreen() {
  const { inboxId } = useParams({ from: '/inside/settings-shell/settings/inboxes/$inboxId' })
  const { skein, queries } = useApi()
  const navigate = useNavigate()
  const rights = useRights()
  const key = ['record', 'inbox', inboxId]
  const read = async (signal?: AbortSignal): Promise<FetchedRecord<Inbox>> => {
    const { data, etag } = await skein.getInbox({ path: { id: inboxId }, ...(signal ? { signal } : {}) })
    return { record: data, etag }
  }
  const opened = useQuery({ queryKey: key, staleTime: 0, queryFn: ({ signal }) => read(signal) })
  const whyReadOnly = rights.whyNot('updateInbox')
  const onChanged = ({ data, etag }: { data: Inbox; etag: string | null }): void => {
    queries.setQueryData<FetchedRecord<Inbox>>(key, { record: data, etag })
    applyItemChange(queries, 'inbox', data, 'changed')
  }
  const inbox = opened.data?.record
  // Only EMAIL inboxes have a page. Other inboxes are edited in the list's form.
  if (inbox && inbox.email === null) return <Navigate to="/settings/inboxes" search={{ open: inbox.id }} replace />
  const section = (fields: readonly FieldSpec[]): ReactNode =>
    opened.data && (
      <Section
        fields={fields}
        read={opened.data}
        readOnly={whyReadOnly}
        reload={read}
        send={(body, options) =>
          // Safe because the fields are the API's, and the service validates their values.
          skein.updateInbox({ path: { id: inboxId }, body: body as RequestOf<'updateInbox'>['body'], ...options })
        }
        onSaved={onChanged}
      />
    )
  return (
    <Page
      title={inbox?.name ?? 'Inbox'}
      reference="inboxes"
      lead={
        <>
          <Link to="/settings/inboxes" className="text-accent underline">
            All inboxes
          </Link>{' '}
          · {inbox?.address ?? 'no address yet'}
        </>
      }
      whyNot={rights.whyNot('getInbox')}
    >
      {opened.isPending && <Skeleton rows={8} />}
      {opened.error && <Problem error={opened.error} onRetry={() => void opened.refetch()} />}
      {inbox && (
        <div className="grid max-w-170 grid-cols-1 gap-8">
          <Part number={1} title="Receive mail">
            {section(receiveFields)}
          </Part>
          <Part number={2} title="Send replies">
            {section(sendFields)}
          </Part>
          <Part number={3} title="DNS records">
            <DnsRecords inbox={inbox} onChanged={onChanged} />
          </Part>
          <Part number={4} title="Connections">
            <SignInButtons inbox={inbox} />
            <ConnectionPanel inbox={inbox} />
          </Part>
          <Part number={5} title="Send yourself a test">
            <div className="grid grid-cols-1 gap-6">
              <RoundTrip inbox={inbox} />
              <FirstMail inbox={inbox} />
            </div>
          </Part>
          <Part title="Signature and automatic reply">{section(textFields)}</Part>
          <Part title="Rules">
            {section(ruleFields)}
            <p className="mt-3 text-sm text-muted">
              Rules about single senders are among the{' '}
              <Link to="/settings/sender-rules" className="text-accent underline">
                sender rules
              </Link>
              .
            </p>
          </Part>
          <Part title="General">
            {section(generalFields)}
            <Removal
              verb="Delete"
              one="inbox"
              name={inbox.name}
              consequence="You can delete an inbox that has no threads. Otherwise, turn it off."
              whyNot={rights.whyNot('deleteInbox')}
              remove={async (idempotencyKey) => (await skein.deleteInbox({ path: { id: inboxId }, idempotencyKey })).data}
              onRemoved={(removed) => {
                applyItemChange(queries, 'inbox', removed, 'gone')
                showToast({ kind: 'done', text: `Deleted ${inbox.name}.` })
                void navigate({ to: '/settings/inboxes' })
              }}
            />
          </Part>
        </div>
      )}
    </Page>
  )
}

type PartProps = { number?: number; title: string; children: ReactNode }

function Part({ number, title, children }: PartProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 flex items-center gap-2 border-b border-line pb-1.5 text-base font-semibold">
        {number !== undefined && (
          <span className="grid size-5 place-items-center rounded-full border border-line-strong text-xs">{number}</span>
        )}
        {title}
      </h2>
      {children}
    </section>
  )
}

type SectionProps = {
  fields: readonly FieldSpec[]
  read: FetchedRecord<Inbox>
  readOnly: string | null
  reload: () => Promise<FetchedRecord<Inbox>>
  send: (
    body: Record<string, unknown>,
    options: { idempotencyKey: string; ifMatch?: string },
  ) => Promise<{ data: Inbox; etag: string | null }>
  onSaved: (saved: { data: Inbox; etag: string | null }) => void
}

/** The form of one section. It starts again after it was saved, so that a password does not stay in its field. */
function Section({ fields, read, readOnly, reload, send, onSaved }: SectionProps) {
  const [saves, setSaves] = useState(0)
  return (
    <RecordForm
      key={saves}
      fields={fields}
      read={read}
      readOnly={readOnly}
      submit="Save"
      send={(body, options) => send(completeBody(body, read.record), options)}
      reload={reload}
      onDone={(saved) => {
        onSaved(saved)
        setSaves(saves + 1)
        showToast({ kind: 'done', text: 'Saved.' }, 3_000)
      }}
    />
  )
}
