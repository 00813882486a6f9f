import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'

const offered = ['#b3261e', '#c2570c', '#a16207', '#1a6e3c', '#0f766e', '#1d4ed8', '#6d28d9', '#be185d', '#57534e'] as const

/** A colour as `#rrggbb`, one of a few that go well together or any other, or none. */
export function ColorInput({ value, onChange, isReadOnly }: CustomInput) {
  const color = typeof value === 'string' ? value.toLowerCase() : null
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {offered.map((each) => (
        <button
          key={each}
          type="button"
          disabled={isReadOnly}
          aria-label={`Colour ${each}`}
          aria-pressed={color === each}
          className={`size-7 rounded-full border-2 ${color === each ? 'border-text' : 'border-transparent'}`}
          style={{ background: each }}
          onClick={() => onChange(each)}
        />
      ))}
      <input
        type="color"
        aria-label="Another colour"
        disabled={isReadOnly}
        className="h-8 w-10 rounded border border-line-strong bg-surface"
        value={color ?? '#888888'}
        onChange={(event) => onChange(event.target.value)}
      />
      {/* On phones in a line of its own: its words begin where the colours do. */}
      <Button look="plain" className="max-sm:-ms-[11px]" disabled={isReadOnly || color === null} onClick={() => onChange(null)}>
        No colour
      </Button>
    </div>
  )
}
