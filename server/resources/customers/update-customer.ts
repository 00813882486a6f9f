import { standard } from '../../kit/index.ts'
import { mergeCustomFields } from './custom-fields.ts'
import { customer } from './customer.ts'
import { CustomerUpdate } from './schema.ts'

export const updateCustomer = standard.update(customer, {
  description: 'Changes the fields sent. Custom fields merge; null removes one. An address or external id of another customer is refused.',
  body: CustomerUpdate,
  fields: ({ customFields, ...sent }, current) => ({ ...sent, customFields: mergeCustomFields(current.customFields, customFields) }),
})
