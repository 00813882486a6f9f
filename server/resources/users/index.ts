/**
 * Users: the people of a tenant, who answer its customers. A tenant is born with its owner; operations on people are to come.
 */
import { absent, defineError, room } from '../../kit/index.ts'

/** What others refer to. */
export const user = { noun: 'user', table: 'users' }
export const userNotFound = defineError('SVC-USER-NOT_FOUND', 404, 'There is no such person.', absent('person'))

export const users = room({ name: 'users', description: 'The people of your tenant.', endpoints: [], targets: { user: 'usr' } })
