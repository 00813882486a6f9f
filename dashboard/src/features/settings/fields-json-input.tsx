import { useState } from 'react'
import type { CustomInput } from '../../ui/form/fields.ts'

/** Values of custom fields by key, one per line: `plan = pro`. A value that is valid JSON is parsed, any other is a string. */
export function FieldsJsonInput({ id, value, onChange, isReadOnly, isInvalid }: CustomInput) {
  const [text, setText] = useState(() => formatLines(value))
  return (
    <textarea
      id={id}
      rows={3}
      disabled={isReadOnly}
      aria-invalid={isInvalid}
      placeholder={'plan = pro'}
      className="field w-full py-1.5 font-mono text-xs"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(readLines(event.target.value))
      }}
    />
  )
}

export function formatLines(value: unknown): string {
  return Object.entries(value ?? {})
    .map(([key, each]) => `${key} = ${typeof each === 'string' && readValue(each) === each ? each : JSON.stringify(each)}`)
    .join('\n')
}

export function readLines(text: string): Record<string, unknown> {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.split(/=(.*)/s).map((part) => part.trim()))
      .flatMap(([key = '', value]) => (key === '' || value === undefined ? [] : [[key, readValue(value)]])),
  )
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
