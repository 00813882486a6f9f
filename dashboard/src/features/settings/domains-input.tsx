import { useState } from 'react'
import type { CustomInput } from '../../ui/form/fields.ts'

/** A list of domains, one per line. */
export function DomainsInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join('\n') : ''))
  return (
    <textarea
      id={id}
      rows={3}
      disabled={isReadOnly}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      placeholder={'example.com'}
      className="field w-full py-2"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(
          event.target.value
            .split(/[\s,]+/)
            .map((domain) => domain.trim())
            .filter((domain) => domain !== ''),
        )
      }}
    />
  )
}
