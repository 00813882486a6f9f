import { useEventTypes } from './event-types.ts'
import { t } from '../../texts/texts.ts'
import type { CustomInput } from '../../ui/form/fields.ts'

/** Selects event types: all types, including those of later versions, or a list. */
export function EventTypesInput({ id, value, onChange, isReadOnly }: CustomInput) {
  const { data: types = [] } = useEventTypes()
  const chosen = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
  const isAll = chosen.includes('*')
  const nouns = [...new Set(types.map(({ type }) => type.slice(0, type.lastIndexOf('.'))))]
  const set = (type: string, isOn: boolean): void => onChange(isOn ? [...chosen, type] : chosen.filter((each) => each !== type))
  const radio = (name: string, isOn: boolean, next: string[]) => (
    <label className="flex min-h-8 items-center gap-2">
      <input type="radio" name={id} className="size-4" disabled={isReadOnly} checked={isOn} onChange={() => onChange(next)} />
      {name}
    </label>
  )
  return (
    <div>
      {radio(t('All events, including ones we add later'), isAll, ['*'])}
      {radio(t('Only some events'), !isAll, ['thread.created', 'message.created'])}
      {!isAll && (
        <div
          className="mt-1 max-h-80 overflow-y-auto rounded-lg border border-line p-3"
          tabIndex={0}
          role="group"
          aria-label={t('Event types')}
        >
          {nouns.map((noun) => (
            <div key={noun} className="mb-2">
              <p className="text-xs font-medium text-muted">{noun}</p>
              {types
                .filter(({ type }) => type.slice(0, type.lastIndexOf('.')) === noun)
                .map(({ type, description }) => (
                  <label key={type} htmlFor={`${id}-${type}`} className="flex min-h-7 flex-wrap items-start gap-x-2 py-0.5">
                    <input
                      id={`${id}-${type}`}
                      type="checkbox"
                      className="mt-0.5"
                      disabled={isReadOnly}
                      checked={chosen.includes(type)}
                      onChange={(event) => set(type, event.target.checked)}
                    />
                    <code className="font-mono text-xs leading-5">{type}</code>
                    <span className="text-muted">{description}</span>
                  </label>
                ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
