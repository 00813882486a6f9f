import { formatLocale } from '../../texts/language.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Check, Ellipsis, X } from '../../ui/icons.ts'

/** A step of a test. `ok` is null while it runs. */
export type ShownStep = { key: string; name: string; ok: boolean | null; detail: string | null; durationMs: number | null }

const marks = {
  good: { icon: Check, word: message('succeeded'), color: 'text-success' },
  bad: { icon: X, word: message('failed'), color: 'text-danger' },
  open: { icon: Ellipsis, word: message('waiting'), color: 'text-muted' },
} as const

const stepNames: Readonly<Record<string, Message>> = {
  resolve: message('Find the server'),
  connect: message('Connect'),
  tls: message('Encrypt'),
  greeting: message('Greeting'),
  sign_in: message('Sign in'),
  select: message('Open the folder'),
  list: message('List folders'),
  sender: message('Name the sender'),
  request: message('Post the test'),
}

/** Names a step of a test; with the API's name if only a later version of the dashboard knows it. */
export function nameStep(step: string): string {
  const name = stepNames[step]
  return name ? t(name) : step
}

/** Steps of an inbox test, each with its result. */
export function TestSteps({ label, steps }: { label: string; steps: readonly ShownStep[] }) {
  return (
    <ol aria-label={label} className="grid grid-cols-1 gap-1">
      {steps.map(({ key, name, ok, detail, durationMs }) => {
        const { icon, word, color } = marks[ok === null ? 'open' : ok ? 'good' : 'bad']
        return (
          <li key={key} className="flex items-baseline gap-x-2">
            <Icon of={icon} size={14} className={`shrink-0 translate-y-0.5 ${color}`} />
            {/* The text wraps beside its icon. */}
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
              <span className="font-medium">{name}</span>
              <span className="sr-only">{t(word)}</span>
              {detail !== null && <span className={`min-w-0 wrap-anywhere ${ok === false ? 'text-danger' : 'text-muted'}`}>{detail}</span>}
            </span>
            {durationMs !== null && (
              <span className="shrink-0 text-xs text-muted tabular-nums">{durationMs.toLocaleString(formatLocale)} ms</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
