import { useState, type ComponentProps } from 'react'

type CommitInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: string; onCommit: (value: string) => void }

/** Input that reports its value on Enter and on blur, for searches that are too expensive to run on each keystroke. */
export function CommitInput({ value, onCommit, ...rest }: CommitInputProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  const commit = (): void => {
    if (text !== value) onCommit(text)
  }
  return (
    <input
      {...rest}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
