import type { ReactNode } from 'react'
import type { Customer, CustomField, RequestOf, Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { Copy } from '../../ui/icons.ts'
import { InlineField } from '../../ui/inline-field.tsx'
import { getLanguageName } from '../../ui/language-names.ts'
import { formatDay } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { useNow } from '../../ui/use-now.ts'
import { useMeetings } from '../meetings/use-meetings.ts'
import { formatLocale } from '../../texts/language.ts'
import { formatFieldValue, useCustomerFields } from '../customers/use-customers.ts'
import { buildFieldSpecs } from '../thread/actions/field-inputs.tsx'
import { useVisitor } from '../threads/presence.ts'
import { useTeams, useThreadFields } from '../threads/use-catalog.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { PanePart } from './pane-part.tsx'
import { useSavedDetails, withoutEmpty } from './use-saved-details.ts'

type FieldValue = NonNullable<RequestOf<'updateThread'>['body']['customFields']>[string]

/** Details of the customer and the thread, edited in place. */
export function CustomerDetails({ thread, customer }: { thread: Thread; customer: Customer }) {
  const { whyNot } = useRights()
  const customerFields = useCustomerFields().data ?? []
  const threadFields = useThreadFields().data ?? []
  const teams = useTeams().data ?? []
  const locale = useVisitor(thread.id)?.locale
  // Known once the customer has been invited to a meeting with a time zone.
  const meetings = useMeetings({ threadId: thread.id }).data ?? []
  const zone =
    meetings.flatMap(({ attendees }) => attendees).find(({ email, timezone }) => email === customer.email && timezone !== null)?.timezone ??
    undefined
  const now = useNow()
  const { saveThread, saveCustomer, savePhone } = useSavedDetails(thread, customer)
  const { moveToTeam } = useThreadActions()
  const isFixed = customer.mergedInto !== null || customer.erasedAt !== null
  const isCustomerReadOnly = isFixed || whyNot('updateCustomer') !== null
  const isThreadReadOnly = thread.mergedInto !== null || whyNot('updateThread') !== null
  const phone = customer.identities.find(({ type }) => type === 'PHONE')?.value ?? null
  const email = customer.hasEmail ? customer.email : null
  const own = (name: 'name' | 'email' | 'externalId', value: string | null, spec: FieldSpec, beside?: ReactNode) => (
    <InlineField
      field={spec}
      value={value}
      shown={value ?? ''}
      isReadOnly={isCustomerReadOnly}
      beside={beside}
      onSave={(next) => saveCustomer(spec.label, { [name]: next }, { [name]: value })}
    />
  )
  return (
    <>
      <PanePart name={t('Details')}>
        <DetailList>
          {own('name', customer.name, { kind: 'text', name: 'name', label: t('Name'), maxLength: 255 })}
          {own(
            'email',
            email,
            { kind: 'text', type: 'email', name: 'email', label: t('Email'), maxLength: 254, required: true },
            email !== null && <CopyAddress email={email} />,
          )}
          {email !== null && customer.emailFailedAt !== null && (
            <dd className="col-span-2 pb-1 text-warning">
              {t('Mail to this address came back on {date}.', { date: formatDay(customer.emailFailedAt) })}
            </dd>
          )}
          <InlineField
            field={{ kind: 'text', name: 'phone', label: t('Phone'), placeholder: '+49 30 1234567', maxLength: 64 }}
            value={phone}
            shown={phone ?? ''}
            isReadOnly={isFixed || whyNot('addCustomerIdentity') !== null}
            // Safe because a text field has a text or null.
            onSave={(next) => savePhone(t('Phone'), next as string | null)}
          />
          {own('externalId', customer.externalId, { kind: 'text', name: 'externalId', label: t('Your ID'), maxLength: 255 })}
          {buildFieldSpecs(customerFields, customer.customFields, 'CUSTOMER').map((spec) => {
            const field = findField(customerFields, spec)
            const before = customer.customFields[field.key] ?? null
            return (
              <FieldLine
                key={spec.name}
                {...{ spec, field }}
                value={before}
                isReadOnly={isCustomerReadOnly}
                onSave={(next) =>
                  saveCustomer(spec.label, { customFields: { [field.key]: next } }, { customFields: { [field.key]: before } })
                }
              />
            )
          })}
          {locale && <Fact name={t('Language')}>{getLanguageName(locale)}</Fact>}
          {zone !== undefined && <Fact name={t('Local time')}>{formatZoneTime(zone, now)}</Fact>}
          <Fact name={t('First seen')}>{formatDay(customer.createdAt)}</Fact>
        </DetailList>
      </PanePart>
      <PanePart name={t('This thread')}>
        <DetailList>
          <InlineField
            field={{
              kind: 'choice',
              name: 'teamId',
              label: t('Team'),
              none: t('No team'),
              options: teams.map(({ id, name }) => ({ value: id, label: name })),
            }}
            value={thread.teamId}
            shown={thread.teamId === null ? '' : (teams.find(({ id }) => id === thread.teamId)?.name ?? '…')}
            empty={<span className="text-muted">{t('No team')}</span>}
            isReadOnly={thread.mergedInto !== null || whyNot('assignThread') !== null}
            onSave={(next) => {
              // Safe because the options are ids of teams.
              const teamId = next as string | null
              moveToTeam(thread, teams.find(({ id }) => id === teamId) ?? null)
              // A toast says why the change was refused, and offers to try again.
              return Promise.resolve(null)
            }}
          />
          {buildFieldSpecs(threadFields, thread.customFields).map((spec) => {
            const field = findField(threadFields, spec)
            const before = thread.customFields[field.key] ?? null
            const set = (value: FieldValue) => ({
              body: { customFields: { [field.key]: value } },
              patch: ({ customFields }: Thread) => ({ customFields: withoutEmpty({ ...customFields, [field.key]: value }) }),
            })
            const isNeeded = field.required === 'ON_RESOLVE' && (thread.status === 'open' || thread.status === 'pending')
            return (
              <FieldLine
                key={spec.name}
                {...{ spec, field }}
                value={before}
                isReadOnly={isThreadReadOnly}
                empty={isNeeded ? <span className="text-warning">{t('Needed to resolve')}</span> : undefined}
                onSave={(next) => saveThread(spec.label, set(next), set(before))}
              />
            )
          })}
        </DetailList>
      </PanePart>
    </>
  )
}

function DetailList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="min-h-7 py-1 text-muted max-md:py-2.5">{name}</dt>
      <dd className="py-1 max-md:py-2.5">{children}</dd>
    </>
  )
}

type FieldLineProps = {
  spec: FieldSpec
  field: CustomField
  value: FieldValue
  isReadOnly: boolean
  empty?: ReactNode
  onSave: (value: FieldValue) => Promise<string | null>
}

/** A custom field. An archived one only shows its value. */
function FieldLine({ spec, field, value, isReadOnly, empty, onSave }: FieldLineProps) {
  const shown = value === null ? '' : formatFieldValue(field, value)
  return (
    <InlineField
      field={spec}
      value={value}
      shown={shown}
      empty={empty}
      isReadOnly={isReadOnly || field.archivedAt !== null}
      // Safe because the control of a custom field has values of its type.
      onSave={(next) => onSave((next ?? null) as FieldValue)}
    >
      {field.type === 'URL' && /^https?:/.test(shown) ? (
        <a href={shown} target="_blank" rel="noreferrer" className="text-accent hover:underline">
          {shown}
        </a>
      ) : undefined}
    </InlineField>
  )
}

/** Formats the time of day in a time zone, with its offset: `14:05 GMT+2`. */
function formatZoneTime(timeZone: string, now: number): string {
  return new Date(now).toLocaleTimeString(formatLocale, { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'shortOffset' })
}

function findField(fields: readonly CustomField[], spec: FieldSpec): CustomField {
  const field = fields.find(({ key }) => spec.name === `customFields.${key}`)
  if (!field) throw new Error(`No field belongs to ${spec.name}.`)
  return field
}

function CopyAddress({ email }: { email: string }) {
  return (
    <IconButton
      icon={Copy}
      label={t('Copy the address')}
      className="mt-0.5 size-6!"
      onClick={() => void copyText(email).then(() => showToast({ kind: 'done', text: t('Copied.') }, 3_000))}
    />
  )
}
