import { useRef } from 'react'
import { t, tx } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

/** The variables that the API's documentation of a canned response's body lists. */
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

/** A text area with buttons that insert variables at the cursor. */
export function VariablesInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
  const field = useRef<HTMLTextAreaElement>(null)
  const text = typeof value === 'string' ? value : ''
  const insert = (variable: string): void => {
    const element = field.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    onChange(`${text.slice(0, start)}{{${variable}}}${text.slice(end)}`)
    element.focus()
  }
  return (
    <>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={7}
        maxLength={100_000}
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
            {variables.map((variable) => (
              <Button key={variable} className="min-h-7! font-mono text-xs!" onClick={() => insert(variable)}>
                {variable}
              </Button>
            ))}
          </div>
          <p className="mt-1.5 text-muted">
            {tx('Add a default for missing values with a bar, as in {default}. Custom fields work too: {field}.', {
              default: <code className="font-mono">{'{{customer.firstName|there}}'}</code>,
              field: <code className="font-mono">{'{{thread.customFields.KEY}}'}</code>,
            })}
          </p>
        </Disclosure>
      )}
    </>
  )
}
