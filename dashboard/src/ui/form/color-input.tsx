import { t } from '../../texts/texts.ts'
import type { CustomInput } from './fields.ts'

/** Our own colour, which applies while the field is empty. */
const usualColor = '#4445c2'

/** A colour, by the browser's colour picker or as `#rrggbb`. */
export function ColorInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
  const text = typeof value === 'string' ? value : ''
  return (
    <div className="flex items-center gap-2">
      <input
        type="color"
        aria-label={t('Choose the colour')}
        disabled={isReadOnly}
        className="h-9 w-12 cursor-pointer rounded-md border border-line bg-surface p-1 max-md:h-11"
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : usualColor}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        id={id}
        type="text"
        className="field w-28 font-mono"
        maxLength={7}
        spellCheck={false}
        placeholder={usualColor}
        disabled={isReadOnly}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={text}
        onChange={(event) => onChange(event.target.value.trim())}
      />
    </div>
  )
}
