import { Checkboxes } from '../../../ui/checkboxes.tsx'
import { t, type Message } from '../../../texts/texts.ts'

type CheckboxesInputProps = {
  label: string
  /** Labels by value. */
  options: Readonly<Record<string, Message>>
  chosen: readonly string[]
  isReadOnly: boolean
  onChange: (chosen: string[]) => void
}

/** A group of checkboxes. */
export function CheckboxesInput({ label, options, chosen, isReadOnly, onChange }: CheckboxesInputProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-muted">{label}</legend>
      <Checkboxes
        options={Object.entries(options).map(([value, name]) => ({ value, label: t(name) }))}
        chosen={chosen}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    </fieldset>
  )
}
