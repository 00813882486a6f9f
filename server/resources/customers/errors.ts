import { absent, defineError } from '../../kit/errors.ts'

export const customerNotFound = defineError('SVC-CUSTOMER-NOT_FOUND', 404, 'There is no such customer.', absent('customer'))
