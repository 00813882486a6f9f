import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { DnsRecord, Inbox } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'

const purposes: Readonly<Record<DnsRecord['purpose'], { name: string; why: string }>> = {
  OWNERSHIP: { name: 'Ownership', why: 'Proves that the domain is yours. Without it, Skein accepts no mail to the domain.' },
  MX: { name: 'Mail server', why: 'Sends mail to your domain here. Leave it if you forward mail or fetch it from a mailbox.' },
  SPF: { name: 'SPF', why: 'Allows this server to send mail of your domain.' },
  DKIM: { name: 'DKIM', why: 'Lets receivers check the signature of your replies.' },
  DMARC: { name: 'DMARC', why: 'Tells receivers what to do with forged mail of your domain.' },
}

type DnsRecordsProps = { inbox: Inbox; onChanged: (read: { data: Inbox; etag: string | null }) => void }

/** The DNS records that the inbox's domains need, looked up now, and the key that signs replies. */
export function DnsRecords({ inbox: { id, email }, onChanged }: DnsRecordsProps) {
  const { skein } = useApi()
  const { whyNot } = useRights()
  const records = useQuery({
    queryKey: ['inbox-dns', id, email?.dkim?.selector ?? null, email?.receive.mode, email?.send.mode],
    staleTime: 30_000,
    retry: false,
    queryFn: async ({ signal }) => (await skein.listInboxDnsRecords({ path: { id }, signal })).data,
  })
  const changeKey = useMutation({
    mutationFn: async (what: 'create' | 'remove') => {
      const request = { path: { id }, idempotencyKey: newIdempotencyKey() }
      if (what === 'create') await skein.createInboxDkimKey({ ...request, body: {} })
      else await skein.deleteInboxDkimKey(request)
      return skein.getInbox({ path: { id } })
    },
    onSuccess: onChanged,
  })
  const missing = records.data?.filter(({ ok }) => !ok).length ?? 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto text-sm text-muted" aria-live="polite">
          {records.isFetching
            ? 'Looking the records up…'
            : records.data === undefined
              ? ''
              : records.data.length === 0
                ? 'This inbox needs no records, because it has no address.'
                : missing === 0
                  ? 'All records are right.'
                  : `${missing} of ${records.data.length} records are missing or wrong.`}
        </p>
        <Button disabled={records.isFetching} onClick={() => void records.refetch()}>
          Check again
        </Button>
      </div>
      {records.isPending && <Skeleton rows={3} />}
      {records.error && <Problem error={records.error} onRetry={() => void records.refetch()} />}
      {records.data && records.data.length > 0 && (
        <ul aria-label="DNS records" className="grid grid-cols-1 gap-2">
          {records.data.map((record) => (
            <li key={`${record.purpose} ${record.name}`} className="rounded-lg border border-line px-3 py-2">
              <Record record={record} />
            </li>
          ))}
        </ul>
      )}
      {changeKey.error && <Problem error={changeKey.error} />}
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {email?.dkim
          ? `Replies are signed with the key “${email.dkim.selector}”.`
          : 'Replies are not signed. Signed replies land less often among spam.'}
        <Button
          look="plain"
          className="underline"
          hidden={whyNot('createInboxDkimKey') !== null}
          disabled={changeKey.isPending}
          onClick={() => changeKey.mutate(email?.dkim ? 'remove' : 'create')}
        >
          {email?.dkim ? 'Delete the key' : 'Create a key'}
        </Button>
      </p>
    </div>
  )
}

function Record({ record: { purpose, type, name, value, found, ok } }: { record: DnsRecord }) {
  const isMissing = found.length === 0
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{purposes[purpose].name}</span>
        {ok ? <Badge tone="good">Right</Badge> : <Badge tone={isMissing ? 'warn' : 'bad'}>{isMissing ? 'Missing' : 'Wrong'}</Badge>}
      </p>
      <p className="text-sm text-muted">{purposes[purpose].why}</p>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-sm">
        <Value name="Name" text={name} />
        <dt className="text-muted">Type</dt>
        <dd className="col-span-2">{type}</dd>
        <Value name="Value" text={value} />
        {!ok && !isMissing && (
          <>
            <dt className="text-muted">Found</dt>
            <dd className="col-span-2 font-mono text-xs wrap-anywhere">{found.join('\n')}</dd>
          </>
        )}
      </dl>
    </>
  )
}

function Value({ name, text }: { name: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-mono text-xs wrap-anywhere">{text}</dd>
      <dd>
        <Button
          look="plain"
          className="min-h-7! text-xs!"
          aria-label={`Copy: ${name} ${text.slice(0, 40)}`}
          onClick={() => {
            void copyText(text).then(() => setCopied(true))
            setTimeout(() => setCopied(false), 2_000)
          }}
        >
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
      </dd>
    </>
  )
}
