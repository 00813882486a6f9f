import { absent, defineError } from '../../kit/errors.ts'

export const labelNotFound = defineError('SVC-LABEL-NOT_FOUND', 404, 'There is no such label.', absent('label'))
