import { message, t } from '../../texts/texts.ts'
import type { CustomInput } from '../../ui/form/fields.ts'
import { LabelDot } from '../../ui/label-dot.tsx'

const palette = [
  ['#b3261e', message('Red')],
  ['#c2570c', message('Orange')],
  ['#a16207', message('Gold')],
  ['#1a6e3c', message('Green')],
  ['#0f766e', message('Teal')],
  ['#1d4ed8', message('Blue')],
  ['#6d28d9', message('Purple')],
  ['#be185d', message('Pink')],
  ['#57534e', message('Grey')],
] as const

/**
 * Colour picker: none, or a palette colour as `#rrggbb`. A colour outside the palette that an API caller has set appears as an additional
 * choice.
 */
export function ColorInput({ id, value, onChange, isReadOnly }: CustomInput) {
  const color = typeof value === 'string' ? value.toLowerCase() : null
  const choices: [string | null, string][] = [[null, t('No colour')], ...palette.map(([code, name]): [string, string] => [code, t(name)])]
  if (!choices.some(([code]) => code === color)) choices.push([color, t('Colour {code}', { code: color ?? '' })])
  return (
    <div className="flex flex-wrap gap-1.5">
      {choices.map(([code, name]) => (
        <label
          key={name}
          className="flex min-h-8 cursor-pointer items-center rounded-md border border-line bg-surface px-2.5 outline-offset-1 outline-accent hover:bg-hover has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-disabled:cursor-default max-md:min-h-11"
        >
          <input
            type="radio"
            name={id}
            className="sr-only"
            disabled={isReadOnly}
            checked={code === color}
            onChange={() => onChange(code)}
          />
          {code === null ? name : <LabelDot color={code}>{name}</LabelDot>}
        </label>
      ))}
    </div>
  )
}
