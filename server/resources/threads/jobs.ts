/** What happens to threads later. */
import { job } from '../../kit/jobs.ts'
import * as names from './job-names.ts'
import { wake } from './wake.ts'

export const wakeThread = job({ ...names.wakeThread, description: 'Opens a snoozed thread when its time has come.', run: wake })
