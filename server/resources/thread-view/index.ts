/**
 * A thread view: everything that a screen needs to show one thread, in one response. Has no table; each part is read with the statement of
 * the operation that it stands for, and is null when the caller may not call that operation.
 */
import { room } from '../../kit/index.ts'
import { getThreadView } from './get-thread-view.ts'

export const threadView = room({ name: 'thread-view', description: 'All parts of a thread view.', endpoints: [getThreadView] })
