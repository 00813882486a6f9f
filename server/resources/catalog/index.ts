/** What the catalog's rooms (inboxes, labels, teams, …) have in common: their errors. */
import { defineError } from '../../kit/errors.ts'

export const catalogDuplicate = defineError('SVC-CATALOG-DUPLICATE', 409, 'The catalog has an entry with this name already.', {
  cause: 'Names are unique in a tenant without regard to case; so are customers’ e-mail addresses and external ids.',
  cure: 'Use the existing one (find it with its list), or choose another name.',
})
export const catalogInUse = defineError('SVC-CATALOG-IN_USE', 409, 'The entry is referred to elsewhere and cannot be deleted.', {
  cause: 'Something still refers to the entry.',
  cure: 'Change what refers to it first, or archive the entry.',
})
