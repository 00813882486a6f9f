const tones = {
  plain: 'border-line text-muted',
  good: 'border-success text-success',
  bad: 'border-danger text-danger',
  warn: 'border-warning text-warning',
  accent: 'border-accent text-accent',
} as const

export type Tone = keyof typeof tones

/** A state as one word in a coloured frame. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: string }) {
  return <span className={`inline-block rounded border px-1.5 text-xs leading-5 whitespace-nowrap ${tones[tone]}`}>{children}</span>
}
