import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, type Customer, type RequestOf } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newKey } from '../../api/new-key.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CustomFieldInput } from './custom-field-input.tsx'
import { useCustomerFields } from './use-customers.ts'

type Values = NonNullable<RequestOf<'updateCustomer'>['body']['customFields']>
type CustomerFormProps = {
  /** Null for a new one. */
  customer: Customer | null
  onSaved: (customer: Customer) => void
  onCancel: () => void
}

/** Creates a customer or changes one. Only what was changed is sent, and what the service refuses stands at its field. */
export function CustomerForm({ customer, onSaved, onCancel }: CustomerFormProps) {
  const { skein, queries } = useApi()
  const fields = useCustomerFields()
  const before = { email: customer?.email ?? '', name: customer?.name ?? '', externalId: customer?.externalId ?? '' }
  const [texts, setTexts] = useState(before)
  const [values, setValues] = useState<Values>({})
  const [intent, setIntent] = useState(newKey)
  const save = useMutation({
    async mutationFn() {
      const customFields = Object.keys(values).length > 0 ? { customFields: values } : {}
      if (!customer) {
        const { data: there } = await skein.listCustomers({ query: { email: texts.email, limit: 1 } })
        // Creating would change that one without a word.
        if (there[0]) throw new AlreadyThere(there[0])
        const { email, name, externalId } = texts
        const body = { email, ...(name === '' ? {} : { name }), ...(externalId === '' ? {} : { externalId }), ...customFields }
        return (await skein.upsertCustomer({ body, idempotencyKey: intent })).data
      }
      const { email, name, externalId } = texts
      const body = {
        ...(email === before.email ? {} : { email }),
        ...(name === before.name ? {} : { name: name === '' ? null : name }),
        ...(externalId === before.externalId ? {} : { externalId: externalId === '' ? null : externalId }),
        ...customFields,
      }
      if (Object.keys(body).length === 0) return customer
      return (await skein.updateCustomer({ path: { id: customer.id }, body, idempotencyKey: intent })).data
    },
    onSuccess(saved) {
      queries.setQueryData(['customer', saved.id], saved)
      void queries.invalidateQueries({ queryKey: ['customers'] })
      onSaved(saved)
    },
    // What is sent next is another request.
    onError: () => setIntent(newKey()),
  })
  const { error } = save
  const there = error instanceof AlreadyThere ? error.customer : null
  const details = error instanceof ApiError ? error.details : []
  const problemOf = (name: string): string | undefined =>
    details.find(({ field }) => field === name || field === `body.${name}` || field === `customFields.${name}`)?.message
  const shownAt = [...Object.keys(texts), ...(fields.data ?? []).map(({ key }) => key)]
  const isElsewhere = error !== null && !there && !shownAt.some((name) => problemOf(name) !== undefined)
  const failure = isElsewhere ? describeFailure(error) : null
  const text = (name: keyof typeof texts) => ({
    value: texts[name],
    problem: problemOf(name),
    onChange: ({ target }: { target: HTMLInputElement }) => setTexts({ ...texts, [name]: target.value }),
  })
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Field label="E-mail address" type="email" autoComplete="off" {...text('email')} />
      <Field label="Name" autoComplete="off" {...text('name')} />
      <Field
        label="Your own id"
        hint="The customer’s id in another system. No two customers have the same one."
        autoComplete="off"
        {...text('externalId')}
      />
      {fields.data?.map((field) => (
        <CustomFieldInput
          key={field.id}
          field={field}
          value={field.key in values ? values[field.key] : customer?.customFields[field.key]}
          problem={problemOf(field.key)}
          onChange={(value) => setValues({ ...values, [field.key]: value })}
        />
      ))}
      {there && (
        <Notice>
          There is a customer with this address:{' '}
          <Link to="/customers/$customerId" params={{ customerId: there.id }} className="underline">
            {there.name ?? there.email}
          </Link>
          .
        </Notice>
      )}
      {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
      <div className="mt-1 flex gap-2">
        <Button type="submit" look="primary" disabled={save.isPending || texts.email.trim() === ''}>
          {customer ? 'Save' : 'Create'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

class AlreadyThere extends Error {
  readonly customer: Customer

  constructor(customer: Customer) {
    super('There is a customer with this address.')
    this.customer = customer
  }
}
