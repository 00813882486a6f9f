/** What the catalog's rooms (inboxes, labels, teams, …) have in common: their errors. */
import { defineError } from '../../kit/errors.ts'

export const catalogDuplicate = defineError('SVC-CATALOG-DUPLICATE', 409, 'The catalog has an entry with this name already.')
export const catalogInUse = defineError('SVC-CATALOG-IN_USE', 409, 'The entry is referred to elsewhere and cannot be deleted.')
