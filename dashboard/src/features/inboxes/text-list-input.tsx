import { useState, type ComponentType } from 'react'
import type { CustomInput } from '../../ui/form/fields.ts'

/** Creates a form input for a list of short texts, one per line. */
export function createTextListInput(placeholder: string): ComponentType<CustomInput> {
  return function TextListInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
    const [text, setText] = useState(() => (Array.isArray(value) ? value.join('\n') : ''))
    return (
      <textarea
        id={id}
        rows={2}
        disabled={isReadOnly}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        placeholder={placeholder}
        className="field w-full py-2"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onChange(event.target.value.split(/[\s,;]+/).filter((part) => part !== ''))
        }}
      />
    )
  }
}
