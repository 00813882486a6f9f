import { standard } from '../../kit/index.ts'
import { inbox } from './inbox.ts'

export const listInboxes = standard.list(inbox, { description: 'All inboxes of the tenant, inactive ones included, newest first.' })
