import { useId, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, type Customer, type RequestOf } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t, tx } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CustomFieldInput } from './custom-field-input.tsx'
import { useCustomerFields } from './use-customers.ts'

type Values = NonNullable<RequestOf<'updateCustomer'>['body']['customFields']>
type CustomerFormProps = {
  /** Null for a new customer. */
  customer: Customer | null
  onSaved: (customer: Customer) => void
  onCancel: () => void
}

/** Creates or changes a customer. Sends only the changed fields and shows errors beside their fields. */
export function CustomerForm({ customer, onSaved, onCancel }: CustomerFormProps) {
  const { skein, queries } = useApi()
  const formId = useId()
  const fields = useCustomerFields()
  const before = { email: customer?.email ?? '', name: customer?.name ?? '', externalId: customer?.externalId ?? '' }
  const [texts, setTexts] = useState(before)
  const [values, setValues] = useState<Values>({})
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const save = useMutation({
    async mutationFn() {
      const customFields = Object.keys(values).length > 0 ? { customFields: values } : {}
      if (!customer) {
        const { data: existing } = await skein.listCustomers({ query: { email: texts.email, limit: 1 } })
        // The operation is an upsert: without this check it would silently change the existing customer.
        if (existing[0]) throw new CustomerExistsError(existing[0])
        const { email, name, externalId } = texts
        const body = { email, ...(name === '' ? {} : { name }), ...(externalId === '' ? {} : { externalId }), ...customFields }
        return (await skein.upsertCustomer({ body, idempotencyKey })).data
      }
      const { email, name, externalId } = texts
      const body = {
        ...(email === before.email ? {} : { email }),
        ...(name === before.name ? {} : { name: name === '' ? null : name }),
        ...(externalId === before.externalId ? {} : { externalId: externalId === '' ? null : externalId }),
        ...customFields,
      }
      if (Object.keys(body).length === 0) return customer
      return (await skein.updateCustomer({ path: { id: customer.id }, body, idempotencyKey })).data
    },
    onSuccess(saved) {
      queries.setQueryData(['customer', saved.id], saved)
      void queries.invalidateQueries({ queryKey: ['customers'] })
      onSaved(saved)
    },
    // The service has stored the error under the key, so the next attempt needs a new key.
    onError: () => setIdempotencyKey(newIdempotencyKey()),
  })
  const { error } = save
  const existing = error instanceof CustomerExistsError ? error.customer : null
  const details = error instanceof ApiError ? error.details : []
  const findProblem = (name: string): string | undefined =>
    details.find(({ field }) => field === name || field === `body.${name}` || field === `customFields.${name}`)?.message
  const fieldNames = [...Object.keys(texts), ...(fields.data ?? []).map(({ key }) => key)]
  const belongsToNoField = error !== null && !existing && !fieldNames.some((name) => findProblem(name) !== undefined)
  const failure = belongsToNoField ? describeFailure(error) : null
  const bindText = (name: keyof typeof texts) => ({
    value: texts[name],
    problem: findProblem(name),
    onChange: ({ target }: { target: HTMLInputElement }) => setTexts({ ...texts, [name]: target.value }),
  })
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Field label={t('Email')} type="email" autoComplete="off" {...bindText('email')} />
      <Field label={t('Name')} autoComplete="off" {...bindText('name')} />
      <Field
        label={t('Your ID')}
        hint={t('The customer’s ID in your own system. Each customer has a different one.')}
        autoComplete="off"
        {...bindText('externalId')}
      />
      {fields.data?.map((field) => (
        <CustomFieldInput
          key={field.id}
          field={field}
          value={field.key in values ? values[field.key] : customer?.customFields[field.key]}
          problem={findProblem(field.key)}
          onChange={(value) => setValues({ ...values, [field.key]: value })}
        />
      ))}
      {existing && (
        <Notice>
          {tx('You already have a customer with this email: {customer}', {
            customer: (
              <Link key="customer" to="/customers/$customerId" params={{ customerId: existing.id }} className="font-medium underline">
                {existing.name ?? existing.email}
              </Link>
            ),
          })}
        </Notice>
      )}
      {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
      <Foot onCancel={onCancel}>
        <Button type="submit" form={formId} look="primary" disabled={save.isPending || texts.email.trim() === ''}>
          {customer ? t('Save') : t('Create customer')}
        </Button>
      </Foot>
    </form>
  )
}

class CustomerExistsError extends Error {
  readonly customer: Customer

  constructor(customer: Customer) {
    super('There is a customer with this address.')
    this.customer = customer
  }
}
