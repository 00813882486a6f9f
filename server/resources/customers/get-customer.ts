import { standard } from '../../kit/index.ts'
import { customer } from './customer.ts'

export const getCustomer = standard.get(customer, {
  description:
    'One customer. Their threads are a list of their own. One that was merged is shown as it was, with `mergedInto`; everything else that is asked of it goes to that one.',
})
