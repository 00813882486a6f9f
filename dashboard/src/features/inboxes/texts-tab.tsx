import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Inbox, RequestOf } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t, tx } from '../../texts/texts.ts'
import type { CustomInput, FieldSpec, Values } from '../../ui/form/fields.ts'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import { showToast } from '../../ui/toasts.ts'
import { PageForm } from '../catalogue/page-form.tsx'
import { createTemplateInput } from '../templates/template-field.tsx'
import { ChoiceCards } from '../catalogue/choice-cards.tsx'

type Mode = 'OFF' | 'ALWAYS' | 'OUTSIDE' | 'BOTH'
type TextsRecord = Inbox & { autoReplyMode: Mode }
type Sent = Partial<Pick<TextsRecord, 'signature' | 'autoReply' | 'autoReplyOutsideHours' | 'autoReplyMode'>>

type TextsTabProps = {
  inboxId: string
  read: FetchedRecord<Inbox>
  readOnly: string | null
  reload: () => Promise<FetchedRecord<Inbox>>
  onSaved: (saved: { data: Inbox; etag: string | null }) => void
}

/** The signature and the automatic replies of an inbox. */
export function TextsTab({ inboxId, read, readOnly, reload, onSaved }: TextsTabProps) {
  const { skein } = useApi()
  const fields = useMemo(() => createFields(inboxId), [inboxId])
  return (
    <PageForm
      // Reset the form to the saved version.
      key={read.etag}
      fields={fields}
      read={toRecord(read)}
      readOnly={readOnly}
      submit={t('Save')}
      send={(body, options) =>
        skein.updateInbox({
          path: { id: inboxId },
          // Safe because the field names determine the shape of the body.
          body: toBody(body as Sent) satisfies RequestOf<'updateInbox'>['body'],
          ...options,
        })
      }
      reload={async () => toRecord(await reload())}
      onDone={(saved) => {
        onSaved(saved)
        showToast({ kind: 'done', text: t('Saved.') }, 3_000)
      }}
    />
  )
}

function toRecord({ record, etag }: FetchedRecord<Inbox>): FetchedRecord<TextsRecord> {
  const [inside, outside] = [record.autoReply !== null, record.autoReplyOutsideHours !== null]
  const autoReplyMode = inside && outside ? 'BOTH' : inside ? 'ALWAYS' : outside ? 'OUTSIDE' : 'OFF'
  return { record: { ...record, autoReplyMode }, etag }
}

/** Converts the mode, which the API does not have: a text that the chosen mode does not use is null. */
function toBody({ autoReplyMode: mode, ...texts }: Sent) {
  if (mode === undefined) return texts
  return {
    ...texts,
    ...(mode === 'OFF' || mode === 'OUTSIDE' ? { autoReply: null } : {}),
    ...(mode === 'OFF' || mode === 'ALWAYS' ? { autoReplyOutsideHours: null } : {}),
  }
}

const isMode =
  (...modes: readonly Mode[]) =>
  (values: Values): boolean =>
    modes.some((mode) => values['autoReplyMode'] === mode)

function createFields(inboxId: string): readonly FieldSpec[] {
  const createTextInput = (label: string) =>
    createTemplateInput({ label, use: 'AUTO_REPLY', maxLength: 10_000, isPreviewed: true, inboxId })
  return [
    {
      group: t('Signature'),
      kind: 'custom',
      name: 'signature',
      label: t('Signature'),
      isGroup: true,
      Input: createTemplateInput({ label: t('Signature'), use: 'SIGNATURE', maxLength: 10_000, isPreviewed: true, inboxId }),
      hint: t('Below every reply from this inbox, unless the agent has a signature of their own.'),
    },
    {
      group: t('Automatic reply'),
      kind: 'custom',
      name: 'autoReplyMode',
      label: t('When we reply automatically'),
      isGroup: true,
      Input: ModeInput,
      hint: t('Sent once, after the first mail of a new thread, and never to automatic mail.'),
    },
    {
      kind: 'custom',
      name: 'autoReply',
      label: t('Text during business hours'),
      isGroup: true,
      required: true,
      Input: createTextInput(t('Text during business hours')),
      when: isMode('BOTH'),
    },
    {
      kind: 'custom',
      name: 'autoReply',
      label: t('Text at any time'),
      isGroup: true,
      required: true,
      Input: createTextInput(t('Text at any time')),
      when: isMode('ALWAYS'),
    },
    {
      kind: 'custom',
      name: 'autoReplyOutsideHours',
      label: t('Text outside business hours'),
      isGroup: true,
      required: true,
      Input: createTextInput(t('Text outside business hours')),
      when: isMode('OUTSIDE', 'BOTH'),
    },
  ]
}

function ModeInput({ onChange, ...rest }: CustomInput) {
  const { skein } = useApi()
  const isByHours = rest.value === 'OUTSIDE' || rest.value === 'BOTH'
  const hours = useQuery({
    queryKey: ['settings-count', 'listBusinessHours'],
    enabled: isByHours,
    queryFn: async ({ signal }) => (await skein.listBusinessHours({ query: { limit: 1 }, signal })).meta.total,
  })
  return (
    <>
      <ChoiceCards
        {...rest}
        options={[
          { value: 'OFF', label: t('Never'), hint: t('Customers hear from you when someone answers.') },
          { value: 'ALWAYS', label: t('Always'), hint: t('The same text, day and night.') },
          { value: 'OUTSIDE', label: t('Only outside business hours'), hint: t('So that customers know when you’re back.') },
          { value: 'BOTH', label: t('With two texts'), hint: t('One during business hours, one outside of them.') },
        ]}
        onChange={onChange}
      />
      {isByHours && hours.data === 0 && (
        <p role="status" className="mt-2 rounded-lg bg-warning-tint px-3 py-2">
          {t('There are no business hours yet. Without them, the inbox is always open and never sends the text for other times.')}
        </p>
      )}
      {isByHours && (
        <p className="mt-2 text-text-2">
          {tx('We use the hours of the thread’s response target, or of its team, or of your reports. Set them up in {hours}.', {
            hours: (
              <Link key="hours" to="/settings/business-hours" className="text-accent underline">
                {t('Business hours')}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  )
}
