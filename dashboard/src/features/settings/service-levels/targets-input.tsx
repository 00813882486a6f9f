import { useState } from 'react'
import type { SlaTargets } from '@skein/client'
import { formatDuration, formatMinutes, readDuration, explainInvalidDuration } from '../../../ui/duration.ts'
import { t } from '../../../texts/texts.ts'
import type { CustomInput } from '../../../ui/form/fields.ts'
import { priorityNames } from '../../threads/names.ts'
import { metricNames } from '../../threads/sla.ts'

const metrics = [
  ['firstResponse', metricNames.FIRST_RESPONSE],
  ['nextResponse', metricNames.NEXT_RESPONSE],
  ['resolution', metricNames.RESOLUTION],
] as const
const priorities = ['urgent', 'high', 'normal', 'low'] as const

const range = { unit: 'minutes', min: 1, max: 525_600 } as const

/** Table of durations by metric and priority, typed as `90`, `2h` or `1d 4h`. An empty cell means no target. */
export function TargetsInput({ value, onChange, isReadOnly, problems }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const targets = (value ?? {}) as SlaTargets
  /** Text that is being typed, by cell. Discarded on blur, unless it is not a duration. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const change = (metric: (typeof metrics)[number][0], priority: (typeof priorities)[number], minutes: number | null): void => {
    const { [priority]: _, ...rest } = targets[metric] ?? {}
    const changed = minutes === null ? rest : { ...rest, [priority]: minutes }
    const { [metric]: __, ...others } = targets
    onChange(Object.keys(changed).length === 0 ? others : { ...others, [metric]: changed })
  }
  const firstRefusal = Object.values(typed).flatMap((text) => explainRefusal(text) ?? [])[0]
  return (
    <>
      <table aria-label={t('Targets by priority')} className="w-full">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col">
              <span className="sr-only">{t('Target')}</span>
            </th>
            {priorities.map((priority) => (
              <th key={priority} scope="col" className="pb-1 text-start font-medium">
                {t(priorityNames[priority])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {metrics.map(([metric, name]) => (
            <tr key={metric}>
              <th scope="row" className="pe-2 text-start font-normal sm:whitespace-nowrap">
                {t(name)}
              </th>
              {priorities.map((priority) => {
                const key = `${metric}.${priority}`
                const minutes = targets[metric]?.[priority]
                // Omit spaces before units, so that the text fits on phones.
                const text = typed[key] ?? (minutes === undefined ? '' : formatMinutes(minutes).replaceAll(/ (?=[a-z])/g, ''))
                const refusal = explainRefusal(text)
                return (
                  <td key={priority} className="py-1 not-last:pe-1.5">
                    <input
                      // A custom validity prevents submitting the form.
                      ref={(input) => input?.setCustomValidity(refusal ?? '')}
                      aria-label={t('{target}, {priority}', { target: t(name), priority: t(priorityNames[priority]) })}
                      aria-invalid={refusal !== null || problems[`.${key}`] !== undefined}
                      autoComplete="off"
                      placeholder="–"
                      className="field w-full min-w-12 tabular-nums"
                      disabled={isReadOnly}
                      value={text}
                      onChange={(event) => {
                        const next = event.target.value
                        setTyped({ ...typed, [key]: next })
                        change(metric, priority, explainRefusal(next) === null ? readDuration(next) : null)
                      }}
                      // Invalid text stays, with an error below the table.
                      onBlur={() =>
                        refusal === null && setTyped(Object.fromEntries(Object.entries(typed).filter(([cell]) => cell !== key)))
                      }
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-live="polite" className={`mt-1.5 text-xs empty:hidden ${firstRefusal === undefined ? 'text-muted' : 'text-danger'}`}>
        {firstRefusal ?? Object.values(typed).map(describeDuration).join(' ').trim()}
      </p>
    </>
  )
}

const explainRefusal = (text: string): string | null => explainInvalidDuration(text, range)

/** Echoes how a typed duration was parsed: `1d 4h` becomes `= 1 day 4 hours`. */
function describeDuration(text: string): string {
  const minutes = readDuration(text)
  return minutes === null ? '' : `= ${formatDuration(minutes, 'minutes')}`
}
