import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { DnsRecord, Inbox } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Check, CircleCheck, Copy, RotateCcw, TriangleAlert } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { NoPublicName } from './no-public-name.tsx'
import { hasPublicName, isPrivateName } from './public-name.ts'
import { useDnsRecords } from './use-inbox-state.ts'

const purposes = lazily(
  (): Readonly<Record<DnsRecord['purpose'], { name: string; why: string }>> => ({
    OWNERSHIP: { name: t('Proves you own it'), why: t('Without this record, we don’t accept mail to the domain.') },
    MX: { name: t('Brings mail here'), why: t('You only need this record if Skein is your domain’s mail server.') },
    SPF: { name: t('Allows sending (SPF)'), why: t('Without this record, Gmail and Outlook may send your replies to spam.') },
    DKIM: { name: t('Signs mail (DKIM)'), why: t('Without this record, Gmail and Outlook may send your replies to spam.') },
    DMARC: { name: t('Tells others to check (DMARC)'), why: t('This record tells others what to do with forged mail from your domain.') },
  }),
)

type DnsRecordsProps = { inbox: Inbox; onChanged: (read: { data: Inbox; etag: string | null }) => void }

/** The DNS records that the inbox's domain needs, checked now, and the DKIM key. */
export function DnsRecords({ inbox, onChanged }: DnsRecordsProps) {
  const { id, email } = inbox
  const { skein } = useApi()
  const { whyNot } = useRights()
  const records = useDnsRecords(inbox)
  const changeKey = useMutation({
    mutationFn: async (what: 'create' | 'remove') => {
      const request = { path: { id }, idempotencyKey: newIdempotencyKey() }
      if (what === 'create') await skein.createInboxDkimKey({ ...request, body: {} })
      else await skein.deleteInboxDkimKey(request)
      return skein.getInbox({ path: { id } })
    },
    onSuccess: onChanged,
  })
  // Records that name this machine would be wrong for everyone else.
  const shown = records.data?.filter(({ value }) => !isPrivateName(value))
  const missing = shown?.filter(({ ok }) => !ok).length ?? 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto text-muted" aria-live="polite">
          {records.isFetching ? t('Looking up the records…') : describeRecords(shown, missing)}
        </p>
        <Button size="small" icon={RotateCcw} disabled={records.isFetching} onClick={() => void records.refetch()}>
          {t('Check again')}
        </Button>
      </div>
      {records.isPending && <Skeleton rows={3} />}
      {records.error && <Problem error={records.error} onRetry={() => void records.refetch()} />}
      {!hasPublicName(inbox) && <NoPublicName />}
      {shown && shown.length > 0 && (
        <table aria-label={t('DNS records')} className="w-full border-collapse max-md:block">
          <thead className="max-md:sr-only">
            <tr className="border-b border-line text-xs text-muted">
              {[t('What it does'), t('Type'), t('Name'), t('Value'), t('State')].map((header) => (
                <th key={header} scope="col" className="py-2 pe-3 text-start font-medium">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {shown.map((record) => (
              <Row key={`${record.purpose} ${record.name}`} record={record} />
            ))}
          </tbody>
        </table>
      )}
      {changeKey.error && <Problem error={changeKey.error} />}
      <p className="flex flex-wrap items-center gap-2 text-text-2">
        {email?.dkim
          ? t('We sign your replies with the key “{key}”.', { key: email.dkim.selector })
          : t('Your replies aren’t signed. Signed replies land in spam less often.')}
        <Button
          size="small"
          hidden={whyNot('createInboxDkimKey') !== null}
          disabled={changeKey.isPending}
          onClick={() => changeKey.mutate(email?.dkim ? 'remove' : 'create')}
        >
          {email?.dkim ? t('Delete the key') : t('Create a key')}
        </Button>
      </p>
    </div>
  )
}

function describeRecords(records: readonly DnsRecord[] | undefined, missing: number): string {
  if (records === undefined) return ''
  if (records.length === 0) return t('This inbox needs no records, because it has no address.')
  return missing === 0
    ? t('All records are right.')
    : t('{missing} of {total} records are missing or wrong.', { missing, total: records.length })
}

/** One record; on phones its cells are stacked. */
function Row({ record: { purpose, type, name, value, found, ok } }: { record: DnsRecord }) {
  const isMissing = found.length === 0
  const cell = 'py-2.5 pe-3 align-top max-md:block max-md:py-0.5'
  return (
    <>
      <tr className={`max-md:block max-md:pt-2.5 ${ok ? 'border-b border-line-soft last:border-b-0' : ''}`}>
        <th scope="row" className={`${cell} text-start font-normal`}>
          {purposes()[purpose].name}
        </th>
        <td className={cell}>
          <code className="rounded-sm bg-hover px-1.5 py-0.5 font-mono text-2xs text-text-2">{type}</code>
        </td>
        <td className={cell}>
          <CopiedValue label={t('Copy the name of {record}', { record: purposes()[purpose].name })} text={name} />
        </td>
        <td className={cell}>
          <CopiedValue label={t('Copy the value of {record}', { record: purposes()[purpose].name })} text={value} />
        </td>
        <td className={`${cell} pe-0!`}>
          {ok ? (
            <Badge tone="good" icon={CircleCheck}>
              {t('Found')}
            </Badge>
          ) : (
            <Badge tone={isMissing ? 'warn' : 'bad'} icon={TriangleAlert}>
              {isMissing ? t('Not found') : t('Wrong')}
            </Badge>
          )}
        </td>
      </tr>
      {!ok && (
        <tr className="border-b border-line-soft last:border-b-0 max-md:block">
          <td colSpan={5} className="pb-2.5 max-md:block">
            <div className="rounded-lg bg-warning-tint px-3 py-2">
              {purposes()[purpose].why} {t('New records usually show up within an hour.')}
              {!isMissing && (
                <span className="mt-1 block">
                  {t('We found this instead:')} <code className="font-mono text-xs wrap-anywhere">{found.join('\n')}</code>
                </span>
              )}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

function CopiedValue({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 py-0.5 font-mono text-xs wrap-anywhere">{text}</code>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? t('Copied') : label}
        className="-my-1"
        onClick={() => {
          void copyText(text).then(() => setCopied(true))
          setTimeout(() => setCopied(false), 2_000)
        }}
      />
    </span>
  )
}
