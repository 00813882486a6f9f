import { useId, type ComponentProps } from 'react'

type FieldProps = ComponentProps<'input'> & { label: string; hint?: string; problem?: string | undefined }

/** Labelled input. Screen readers read its error or hint with it. */
export function Field({ label, hint, problem, className = '', ...rest }: FieldProps) {
  const id = useId()
  const about = problem ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={about === undefined ? undefined : `${id}-about`}
        className="field h-8.5 w-full"
        {...rest}
      />
      {about !== undefined && (
        <p id={`${id}-about`} className={`mt-1.5 text-xs ${problem === undefined ? 'text-muted' : 'text-danger'}`}>
          {about}
        </p>
      )}
    </div>
  )
}
