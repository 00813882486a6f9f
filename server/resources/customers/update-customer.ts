import { lockResource } from '#kit/write.ts'
import { checkFields, mergeCustomFields } from '../custom-fields/index.ts'
import { customer } from './customer.ts'
import { customerErased } from './errors.ts'
import { changeCustomer, checkChangeable, currentCustomer } from './merged.ts'
import { CustomerUpdate } from './schema.ts'

export const updateCustomer = customer.write({
  operationId: 'updateCustomer',
  method: 'PATCH',
  summary: 'Change a customer',
  description:
    'Changes the fields sent. Custom fields are merged, null removes a value, and values are checked against your tenant’s ' +
    'definitions. An address or external id of another customer is refused. A change to a merged customer changes the target, as ' +
    '`id` shows.',
  body: CustomerUpdate,
  result: 'The customer as it is now',
  errors: [customerErased],
  conflicts: customer.conflicts,
  async handle(context) {
    const { tx, principal } = context
    const { customFields, ...sent } = context.body
    const current = await lockResource(context, currentCustomer)
    checkChangeable(current)
    const after = mergeCustomFields(current.customFields, customFields)
    await checkFields(tx, principal.tenantId, 'CUSTOMER', { before: current.customFields, after, moment: null })
    return changeCustomer(context, current, { ...sent, customFields: after })
  },
})
