import { useRef, type ReactNode } from 'react'
import { t, tx } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

/** The variables of canned responses, as the API documents them for `body`. */
const variables = [
  'customer.name',
  'customer.firstName',
  'customer.email',
  'customer.externalId',
  'thread.subject',
  'thread.ticketNumber',
  'thread.status',
  'thread.priority',
  'inbox.name',
  'team.name',
  'assignee.name',
  'agent.name',
  'agent.email',
  'tenant.name',
] as const

/** Text area for a canned response, with buttons that insert variables. */
export function VariablesInput(props: CustomInput) {
  return (
    <VariablesArea
      {...props}
      variables={variables.map((name) => ({ name, text: `{{${name}}}` }))}
      help={tx('Add a default for missing values with a bar, as in {default}. Custom fields work too: {field}.', {
        default: <code className="font-mono">{'{{customer.firstName|there}}'}</code>,
        field: <code className="font-mono">{'{{thread.customFields.KEY}}'}</code>,
      })}
    />
  )
}

export type Variable = {
  name: string
  /** The text to insert, such as `{{customer.firstName|there}}`. */
  text: string
}

type VariablesAreaProps = CustomInput & {
  variables: readonly Variable[]
  /** Hint below the buttons. */
  help: ReactNode
  rows?: number
  maxLength?: number
  required?: boolean
}

/** A text area with buttons that insert variables at the cursor. */
export function VariablesArea(props: VariablesAreaProps) {
  const { id, value, onChange, describedBy, isInvalid, isReadOnly } = props
  const { variables: offered, help, rows = 7, maxLength = 100_000, required = false } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const text = typeof value === 'string' ? value : ''
  const insert = (variable: string): void => {
    const element = field.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    onChange(`${text.slice(0, start)}${variable}${text.slice(end)}`)
    element.focus()
  }
  return (
    <>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={rows}
        maxLength={maxLength}
        required={required}
        disabled={isReadOnly}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        className="field w-full py-2"
        value={text}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {!isReadOnly && (
        <Disclosure className="mt-1" summaryClassName="font-medium text-accent" summary={t('Insert a variable')}>
          <div className="mt-1 flex flex-wrap gap-1">
            {offered.map(({ name, text: inserted }) => (
              <Button key={name} className="min-h-7! font-mono text-xs!" onClick={() => insert(inserted)}>
                {name}
              </Button>
            ))}
          </div>
          <p className="mt-1.5 text-muted">{help}</p>
        </Disclosure>
      )}
    </>
  )
}
