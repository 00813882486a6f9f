import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'

const palette = ['#b3261e', '#c2570c', '#a16207', '#1a6e3c', '#0f766e', '#1d4ed8', '#6d28d9', '#be185d', '#57534e'] as const

/** A colour as `#rrggbb`: one of a palette, any other, or none. */
export function ColorInput({ value, onChange, isReadOnly }: CustomInput) {
  const color = typeof value === 'string' ? value.toLowerCase() : null
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {palette.map((each) => (
        <button
          key={each}
          type="button"
          disabled={isReadOnly}
          aria-label={t('Colour {code}', { code: each })}
          aria-pressed={color === each}
          className={`size-7 rounded-full border-2 ${color === each ? 'border-text' : 'border-transparent'}`}
          style={{ background: each }}
          onClick={() => onChange(each)}
        />
      ))}
      <input
        type="color"
        aria-label={t('Another colour')}
        disabled={isReadOnly}
        className="field w-10"
        value={color ?? '#888888'}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button look="plain" disabled={isReadOnly || color === null} onClick={() => onChange(null)}>
        {t('No colour')}
      </Button>
    </div>
  )
}
