import type { SlaTargets } from '@skein/client'
import type { CustomInput } from '../../../ui/form/fields.ts'
import { metricNames } from '../../threads/sla.ts'

const metrics = [
  ['firstResponse', metricNames.FIRST_RESPONSE],
  ['nextResponse', metricNames.NEXT_RESPONSE],
  ['resolution', metricNames.RESOLUTION],
] as const
const priorities = ['urgent', 'high', 'normal', 'low'] as const

/** Minutes for each priority; empty for what is not promised. */
export function TargetsInput({ value, onChange, isReadOnly, problems }: CustomInput) {
  // Safe because the value is that of the API's field, and this input alone changes it.
  const targets = (value ?? {}) as SlaTargets
  const change = (metric: (typeof metrics)[number][0], priority: (typeof priorities)[number], text: string): void => {
    const { [priority]: _, ...rest } = targets[metric] ?? {}
    const minutes = text === '' ? rest : { ...rest, [priority]: Number(text) }
    const { [metric]: __, ...others } = targets
    onChange(Object.keys(minutes).length === 0 ? others : { ...others, [metric]: minutes })
  }
  return (
    <table aria-label="Minutes by priority" className="w-full text-sm">
      <thead>
        <tr className="text-muted">
          <th scope="col">
            <span className="sr-only">What is promised</span>
          </th>
          {priorities.map((priority) => (
            <th key={priority} scope="col" className="pb-1 text-start font-medium capitalize">
              {priority}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {metrics.map(([metric, name]) => (
          <tr key={metric}>
            <th scope="row" className="pe-2 text-start font-normal sm:whitespace-nowrap">
              {name}
            </th>
            {priorities.map((priority) => (
              <td key={priority} className="py-1 not-last:pe-1.5">
                <input
                  type="number"
                  min={1}
                  max={525_600}
                  step={1}
                  aria-label={`${name}, ${priority}, minutes`}
                  aria-invalid={problems[`.${metric}.${priority}`] !== undefined}
                  placeholder="–"
                  className="h-8 w-full min-w-12 rounded-md border border-line-strong bg-surface px-1.5 tabular-nums disabled:border-line disabled:text-muted"
                  disabled={isReadOnly}
                  value={targets[metric]?.[priority] ?? ''}
                  onChange={(event) => change(metric, priority, event.target.value)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
