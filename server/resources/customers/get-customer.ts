import { standard } from '../../kit/index.ts'
import { customer } from './customer.ts'

export const getCustomer = standard.get(customer, {
  description:
    'One customer. Their threads have a list of their own. A merged customer is shown as it was, with `mergedInto`; all other operations on it apply to that customer.',
})
