import { standard } from '../../kit/index.ts'
import { inbox } from './inbox.ts'

export const getInbox = standard.get(inbox)
