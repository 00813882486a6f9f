import { absent, defineError } from '../../kit/errors.ts'

export const inboxNotFound = defineError('SVC-INBOX-NOT_FOUND', 404, 'There is no such inbox.', absent('inbox'))
