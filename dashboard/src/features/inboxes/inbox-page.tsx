import { useState, type ReactNode } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Inbox, RequestOf } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { message, t, tx } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { ChevronLeft } from '../../ui/icons.ts'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { Page } from '../catalogue/page.tsx'
import { describeRemoval, Removal } from '../catalogue/removal.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { DnsRecords } from './dns-records.tsx'
import { addressFields, assignmentFields, ruleFields, sendFields } from './email-fields.ts'
import { receiveFields } from './receive-fields.ts'
import { RoundTrip } from './round-trip.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import { SurveyTab } from './survey-tab.tsx'
import { TextsTab } from './texts-tab.tsx'
import { FirstMail } from './first-mail.tsx'
import { HealthCard } from './health-card.tsx'
import { HookAside, HookConnection } from './hook-connection.tsx'
import { Part } from './inbox-part.tsx'
import { Section, titled } from './inbox-section.tsx'
import { nameProvider } from './inbox-types.ts'
import type { InboxSearch } from './inbox-search.ts'

const TelegramConnection = lazyPart(async () => (await import('./telegram/telegram-connection.tsx')).TelegramConnection)
const TelegramAside = lazyPart(async () => (await import('./telegram/telegram-connection.tsx')).TelegramAside)
const ChatTab = lazyPart(async () => (await import('./chat/chat-tab.tsx')).ChatTab)
const ChatAside = lazyPart(async () => (await import('./chat/chat-tab.tsx')).ChatAside)

/** Tabs of the page. Those of mail are only for inboxes with the settings `email`. */
const tabs = [
  { id: 'connection', name: message('Connection'), isOfMail: false },
  { id: 'texts', name: message('Signature & auto-reply'), isOfMail: false },
  { id: 'assignment', name: message('Assignment'), isOfMail: false },
  { id: 'rules', name: message('Spam & rules'), isOfMail: true },
  { id: 'survey', name: message('Survey'), isOfMail: true },
] as const
/** Tabs of a website chat. */
const chatTabs = [
  { id: 'connection', name: message('Installation') },
  { id: 'appearance', name: message('Appearance') },
  { id: 'visitors', name: message('Visitors') },
  { id: 'identity', name: message('Identity') },
  { id: 'assignment', name: message('Assignment') },
] as const

/** Set-up page of an inbox that receives mail, of a website chat, and of an inbox that a provider serves. The tab is in the URL, so that it can be shared as a link. */
export function InboxScreen() {
  const { inboxId } = useParams({ from: '/inside/settings-shell/settings/inboxes/$inboxId' })
  const search: InboxSearch = useSearch({ from: '/inside/settings-shell/settings/inboxes/$inboxId' })
  const { skein, queries } = useApi()
  const navigate = useNavigate()
  const rights = useRights()
  const key = ['record', 'inbox', inboxId]
  const read = async (signal?: AbortSignal): Promise<FetchedRecord<Inbox>> => {
    const { data, etag } = await skein.getInbox({ path: { id: inboxId }, ...(signal ? { signal } : {}) })
    return { record: data, etag }
  }
  /** Whether the settings of the connection have changes that the tests would not use. */
  const [isUnsaved, setUnsaved] = useState(false)
  const opened = useQuery({ queryKey: key, staleTime: 0, queryFn: ({ signal }) => read(signal) })
  const whyReadOnly = rights.whyNot('updateInbox')
  const onChanged = ({ data, etag }: { data: Inbox; etag: string | null }): void => {
    queries.setQueryData<FetchedRecord<Inbox>>(key, { record: data, etag })
    applyItemChange(queries, 'inbox', data, 'changed')
  }
  const inbox = opened.data?.record
  const hook = inbox?.hook ?? null
  const widget = inbox?.widget ?? null
  // Other inboxes are edited in the list's form.
  if (inbox && inbox.email === null && hook === null && widget === null)
    return <Navigate to="/settings/inboxes" search={{ open: inbox.id }} replace />
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
        onDirty={setUnsaved}
      />
    )
  const ownTabs = widget ? chatTabs : tabs.filter(({ isOfMail }) => !isOfMail || inbox?.email !== null)
  const tab = ownTabs.find(({ id }) => id === search.tab)?.id ?? 'connection'
  return (
    <Page
      title={inbox?.name ?? t('Inbox')}
      reference="inboxes"
      guide={
        widget
          ? 'for-admins/website-chat'
          : hook?.telegram
            ? 'for-admins/telegram'
            : hook
              ? 'guides/connect-your-own-channel'
              : 'for-admins/connect-email'
      }
      above={
        <Link to="/settings/inboxes" className="inline-flex min-h-6 items-center gap-1 font-medium text-muted hover:text-text">
          <Icon of={ChevronLeft} size={14} className="rtl:-scale-x-100" /> {t('Email & inboxes')}
        </Link>
      }
      lead={inbox && (inbox.address ?? (hook ? nameProvider(hook.provider) : t('No address yet')))}
      whyNot={rights.whyNot('getInbox')}
    >
      {opened.isPending && <Skeleton rows={8} />}
      {opened.error && <Problem error={opened.error} onRetry={() => void opened.refetch()} />}
      {inbox && (
        <>
          <nav aria-label={t('Parts of this inbox')} className="mb-4 flex gap-x-5 overflow-x-auto border-b border-line whitespace-nowrap">
            {ownTabs.map(({ id, name }) => (
              <Link
                key={id}
                to="."
                search={id === 'connection' ? {} : { tab: id }}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={tab === id ? 'page' : undefined}
                className={`-mb-px inline-flex min-h-9 items-center border-b-2 font-medium ${tab === id ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text'}`}
              >
                {t(name)}
              </Link>
            ))}
          </nav>
          <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[minmax(0,1fr)_17.5rem]">
            <div className="grid grid-cols-1 gap-4">
              {tab === 'connection' && hook?.telegram && (
                <TelegramConnection inbox={inbox} telegram={hook.telegram} isUnsaved={isUnsaved} section={section} />
              )}
              {tab === 'connection' && hook && !hook.telegram && (
                <HookConnection inbox={inbox} hook={hook} section={section} onChanged={() => void opened.refetch()} />
              )}
              {widget && opened.data && (
                <ChatTab
                  {...{ inboxId, widget, tab, read: opened.data, readOnly: whyReadOnly, reload: read, onSaved: onChanged }}
                  onChanged={() => void opened.refetch()}
                />
              )}
              {tab === 'connection' && !hook && !widget && (
                <>
                  {section([
                    ...titled(t('Receiving'), receiveFields()),
                    ...titled(t('Sending'), sendFields()),
                    ...titled(t('Name and address'), addressFields()),
                  ])}
                  <Part title={t('DNS records')} id="dns">
                    <DnsRecords inbox={inbox} onChanged={onChanged} />
                  </Part>
                  <Part title={t('Connections')}>
                    <div className="grid grid-cols-1 gap-3">
                      <SignInButtons inbox={inbox} />
                      <ConnectionPanel inbox={inbox} isUnsaved={isUnsaved} />
                    </div>
                  </Part>
                </>
              )}
              {tab === 'texts' && opened.data && (
                <TextsTab inboxId={inboxId} read={opened.data} readOnly={whyReadOnly} reload={read} onSaved={onChanged} />
              )}
              {tab === 'assignment' && (
                <>
                  {section(titled(t('New threads'), inbox.email === null ? withoutMail(assignmentFields()) : assignmentFields()))}
                  <Removal
                    kind="delete"
                    confirm={t('Delete inbox')}
                    name={inbox.name}
                    consequence={t('You can delete an inbox that has no threads. Otherwise, turn it off.')}
                    whyNot={rights.whyNot('deleteInbox')}
                    remove={async (idempotencyKey) => (await skein.deleteInbox({ path: { id: inboxId }, idempotencyKey })).data}
                    onRemoved={(removed) => {
                      applyItemChange(queries, 'inbox', removed, 'gone')
                      showToast({ kind: 'done', text: describeRemoval('delete', inbox.name) })
                      void navigate({ to: '/settings/inboxes' })
                    }}
                  />
                </>
              )}
              {tab === 'rules' && (
                <>
                  {section(titled(t('Spam & rules'), ruleFields()))}
                  <p className="text-text-2">
                    {tx('To block or allow single senders, go to {senders}.', {
                      senders: (
                        <Link to="/settings/sender-rules" className="text-accent underline">
                          {t('Senders')}
                        </Link>
                      ),
                    })}
                  </p>
                </>
              )}
              {tab === 'survey' && opened.data && (
                <SurveyTab inboxId={inboxId} read={opened.data} readOnly={whyReadOnly} reload={read} onSaved={onChanged} />
              )}
            </div>
            <div className="grid grid-cols-1 gap-4">
              {widget ? (
                <ChatAside inbox={inbox} widget={widget} />
              ) : hook?.telegram ? (
                <TelegramAside inbox={inbox} telegram={hook.telegram} />
              ) : hook ? (
                <HookAside inbox={inbox} hook={hook} />
              ) : (
                <>
                  <HealthCard inbox={inbox} />
                  <Part title={t('Send yourself a test')}>
                    <div className="grid grid-cols-1 gap-5">
                      <RoundTrip inbox={inbox} isUnsaved={isUnsaved} />
                      <FirstMail inbox={inbox} />
                    </div>
                  </Part>
                </>
              )}
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

/** Replaces the hint that speaks of mail. */
function withoutMail(fields: readonly FieldSpec[]): FieldSpec[] {
  const hint = t('When it’s off, the inbox keeps its threads, and replies to them still arrive.')
  return fields.map((field) => (field.name === 'active' ? { ...field, hint } : field))
}
