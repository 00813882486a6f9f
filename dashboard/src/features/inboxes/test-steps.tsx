/** A step of a test. `ok` is null while it runs. */
export type ShownStep = { key: string; name: string; ok: boolean | null; detail: string | null; durationMs: number | null }

const marks = {
  good: { sign: '✓', word: 'succeeded', color: 'text-success' },
  bad: { sign: '✗', word: 'failed', color: 'text-danger' },
  open: { sign: '…', word: 'waiting', color: 'text-muted' },
} as const

/** The steps of a test of an inbox, each with what it found out. */
export function TestSteps({ label, steps }: { label: string; steps: readonly ShownStep[] }) {
  return (
    <ol aria-label={label} className="grid grid-cols-1 gap-1 text-sm">
      {steps.map(({ key, name, ok, detail, durationMs }) => {
        const { sign, word, color } = marks[ok === null ? 'open' : ok ? 'good' : 'bad']
        return (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2">
            <span aria-hidden className={color}>
              {sign}
            </span>
            <span className="font-medium">{name}</span>
            <span className="sr-only">{word}</span>
            {detail !== null && <span className={`min-w-0 wrap-anywhere ${ok === false ? 'text-danger' : 'text-muted'}`}>{detail}</span>}
            {durationMs !== null && <span className="ms-auto text-xs text-muted tabular-nums">{durationMs.toLocaleString()} ms</span>}
          </li>
        )
      })}
    </ol>
  )
}
