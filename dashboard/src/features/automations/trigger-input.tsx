import { Fragment, useState } from 'react'
import type { RuleTrigger } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { DurationInput } from '../../ui/form/duration-input.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Zap } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { businessHoursSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { AddChip, Between, Chip } from './chip.tsx'
import { eventWords, momentWords, nameEvent, type RuleEventType, type RuleMoment } from './rule-words.ts'

const maxMinutes = 527_040

/** Edits the trigger of a rule: events, or a time. */
export function TriggerInput({ id, value, onChange, describedBy, isReadOnly, isInvalid }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const trigger = value as RuleTrigger
  return (
    <div className="grid grid-cols-1 gap-4">
      <fieldset disabled={isReadOnly}>
        <Segmented
          label={t('What starts the rule')}
          options={[
            { value: 'EVENT', name: t('Something happens') },
            { value: 'TIME', name: t('Time passes') },
          ]}
          value={trigger.type === 'TIME' ? 'TIME' : 'EVENT'}
          onChange={(type) => {
            if (type === trigger.type) return
            onChange(type === 'TIME' ? { type, since: 'WAITING', afterMinutes: 1440 } : { type, events: ['thread.created'] })
          }}
        />
      </fieldset>
      {trigger.type === 'TIME' ? (
        <TimeFields {...{ id, trigger, onChange, describedBy, isReadOnly, isInvalid }} />
      ) : (
        <EventChips {...{ trigger, onChange, isReadOnly }} />
      )}
    </div>
  )
}

type PartProps = Pick<CustomInput, 'onChange' | 'isReadOnly'> & { trigger: RuleTrigger }

function EventChips({ trigger, onChange, isReadOnly }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const events = trigger.events ?? []
  const set = (next: RuleEventType[]): void => onChange({ type: 'EVENT', events: next })
  // Safe because the keys of the table are types of events, and the service validates them.
  const all = Object.keys(eventWords) as RuleEventType[]
  return (
    <div className="flex flex-wrap items-center gap-2">
      {events.map((type, at) => (
        <Fragment key={type}>
          {at > 0 && <Between>{t('or')}</Between>}
          <Chip icon={Zap} name={nameEvent(type)} isReadOnly={isReadOnly} onRemove={() => set(events.filter((each) => each !== type))}>
            {nameEvent(type)}
          </Chip>
        </Fragment>
      ))}
      {!isReadOnly && (
        <AddChip onClick={() => setOpen(true)}>{events.length === 0 ? t('Choose what happens') : t('Or something else')}</AddChip>
      )}
      {isOpen && (
        <Picker
          label={t('What happens')}
          options={all
            .filter((type) => !events.includes(type))
            .map((type) => {
              const words = eventWords[type]
              return words ? { id: type, name: t(words.clause), group: t(words.group) } : { id: type, name: type }
            })}
          onPick={(picked) => set([...events, ...all.filter((type) => type === picked)])}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

type TimeFieldsProps = PartProps & Pick<CustomInput, 'id' | 'describedBy' | 'isInvalid'>

function TimeFields({ id, trigger, onChange, describedBy, isReadOnly, isInvalid }: TimeFieldsProps) {
  const { data: hours = [] } = useAllItems(businessHoursSource)
  const { since = 'WAITING', afterMinutes, businessHoursId } = trigger
  const isOfTarget = since === 'SLA_DUE'
  const isBefore = isOfTarget && (afterMinutes ?? 0) < 0
  const set = (part: Partial<RuleTrigger>): void => {
    const next: RuleTrigger = { ...trigger, type: 'TIME', since, ...part }
    // Only SLA targets can trigger before their time, and they use the hours of their policy.
    const { businessHoursId: _, ...withoutHours } = next
    if (next.since === 'SLA_DUE') return onChange(withoutHours)
    onChange(next.afterMinutes === undefined ? next : { ...next, afterMinutes: Math.abs(next.afterMinutes) })
  }
  // Safe because the keys of the table are its names.
  const moments = Object.keys(momentWords) as RuleMoment[]
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div>
        <label htmlFor={`${id}-after`} className="mb-1 block text-xs text-muted">
          {t('How long')}
        </label>
        <DurationInput
          id={`${id}-after`}
          value={afterMinutes === undefined ? null : Math.abs(afterMinutes)}
          onChange={(minutes) => {
            const { afterMinutes: _, ...others } = trigger
            onChange(minutes === null ? others : { ...others, afterMinutes: isBefore ? -minutes : minutes })
          }}
          range={{ unit: 'minutes', min: 0, max: maxMinutes }}
          inWords
          required
          disabled={isReadOnly}
          isInvalid={isInvalid}
          describedBy={describedBy}
        />
      </div>
      {isOfTarget && (
        <div>
          <label htmlFor={`${id}-side`} className="mb-1 block text-xs text-muted">
            {t('Before or after')}
          </label>
          <Select
            id={`${id}-side`}
            disabled={isReadOnly}
            options={[
              { value: 'before', label: t('before') },
              { value: 'after', label: t('after') },
            ]}
            value={isBefore ? 'before' : 'after'}
            onChange={(side) => {
              const minutes = Math.max(1, Math.abs(afterMinutes ?? 30))
              set({ afterMinutes: side === 'before' ? -minutes : minutes })
            }}
          />
        </div>
      )}
      <div className="min-w-0 max-md:w-full">
        <label htmlFor={`${id}-since`} className="mb-1 block text-xs text-muted">
          {t('Since')}
        </label>
        <Select
          id={`${id}-since`}
          disabled={isReadOnly}
          className="w-full max-w-full md:w-64"
          options={moments.map((moment) => ({ value: moment, label: t(momentWords[moment]) }))}
          value={since}
          onChange={(next) => {
            const moment = moments.find((each) => each === next)
            if (moment) set({ since: moment })
          }}
        />
      </div>
      {!isOfTarget && hours.length > 0 && (
        <div className="min-w-0 max-md:w-full">
          <label htmlFor={`${id}-hours`} className="mb-1 block text-xs text-muted">
            {t('Counting')}
          </label>
          <Select
            id={`${id}-hours`}
            disabled={isReadOnly}
            className="w-full max-w-full md:w-52"
            options={[{ value: '', label: t('around the clock') }, ...hours.map((each) => ({ value: each.id, label: each.name }))]}
            value={businessHoursId ?? ''}
            onChange={(next) => set({ businessHoursId: next === '' ? null : next })}
          />
        </div>
      )}
    </div>
  )
}
