import type { Inbox } from '@skein/client'
import { lazily, t } from '../../../texts/texts.ts'
import type { CustomInput } from '../../../ui/form/fields.ts'
import { Select } from '../../../ui/select.tsx'
import { inboxSource } from '../../catalogue/sources.ts'
import { useAllItems } from '../../catalogue/use-catalogue.ts'

type Continuity = NonNullable<Inbox['widget']>['continuity']

const delays = lazily(() => [
  { value: '30', label: t('after 30 seconds') },
  { value: '120', label: t('after 2 minutes') },
  { value: '600', label: t('after 10 minutes') },
  { value: '3600', label: t('after an hour') },
])

/** Whether unseen replies are mailed, through which inbox and when. */
export function ContinuityInput({ id, value, onChange, isReadOnly, describedBy }: CustomInput) {
  const { data: inboxes = [] } = useAllItems(inboxSource)
  // Safe because the value is that of the API's field.
  const continuity = (value ?? null) as Continuity
  const mail = inboxes.filter(({ email, active, id: of }) => (email !== null && active) || of === continuity?.inboxId)
  const seconds = String(continuity?.afterSeconds ?? 120)
  const options = delays()
  return (
    <div className="grid max-w-120 gap-2 sm:grid-cols-2">
      <Select
        id={id}
        label={t('Inbox that sends the mail')}
        className="w-full"
        disabled={isReadOnly}
        aria-describedby={describedBy}
        options={[{ value: '', label: t('Don’t send mail') }, ...mail.map(({ id: of, name }) => ({ value: of, label: name }))]}
        value={continuity?.inboxId ?? ''}
        onChange={(inboxId) => onChange(inboxId === '' ? null : { inboxId, afterSeconds: Number(seconds) })}
      />
      {continuity !== null && (
        <Select
          label={t('How long we wait')}
          className="w-full"
          disabled={isReadOnly}
          options={
            options.some((each) => each.value === seconds)
              ? options
              : [...options, { value: seconds, label: t('after {count} seconds', { count: seconds }) }]
          }
          value={seconds}
          onChange={(after) => onChange({ ...continuity, afterSeconds: Number(after) })}
        />
      )}
    </div>
  )
}
