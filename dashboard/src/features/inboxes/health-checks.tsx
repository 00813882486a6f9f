import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { CircleCheck, CircleDashed, TriangleAlert } from '../../ui/icons.ts'

export type Check = { name: string; detail: string | null; state: 'good' | 'bad' | 'unknown' }

/** Status overview of an inbox. */
export function HealthChecks({ checks }: { checks: readonly Check[] }) {
  return (
    <section aria-labelledby="health" className="card">
      <h2 id="health" className="mb-2.5 text-md font-semibold">
        {t('Health')}
      </h2>
      <ul className="grid gap-2.5">
        {checks.map(({ name, detail, state }) => (
          <li key={name} className="flex gap-2.5">
            <Icon
              of={state === 'good' ? CircleCheck : state === 'bad' ? TriangleAlert : CircleDashed}
              className={`mt-px ${state === 'good' ? 'text-success' : state === 'bad' ? 'text-warning' : 'text-muted'}`}
            />
            <span className="min-w-0">
              <span className="block font-medium">{name}</span>
              {detail !== null && <span className="block text-xs text-muted wrap-anywhere">{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
