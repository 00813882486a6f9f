/** Status, priority and body format of threads, for rooms that the threads room itself imports. */
import { anyCaseChoice, choice, component } from '../../kit/index.ts'

const statusDescription = 'The thread’s status.'
const priorityDescription = 'How urgent the thread is.'

/** Each value with its meaning, for integrators. */
export const statuses = {
  open: 'Waiting for an agent.',
  pending: 'Waiting for the customer, or snoozed; a message from the customer reopens it.',
  resolved: 'The agent considers it done; a message from the customer reopens it.',
  closed: 'Finished. A message from the customer starts a new thread.',
}
export const priorities = { low: 'Can wait.', normal: 'The default.', high: 'Before others.', urgent: 'Immediately.' }

export const ThreadStatus = component('ThreadStatus', choice(statuses, { description: statusDescription }))
export const ThreadPriority = component('ThreadPriority', choice(priorities, { description: priorityDescription }))
export const StatusInput = component('StatusInput', anyCaseChoice('lower', statuses, { description: statusDescription }))
export const PriorityInput = component('PriorityInput', anyCaseChoice('lower', priorities, { description: priorityDescription }))

export const BodyFormat = component(
  'BodyFormat',
  choice({ text: 'Plain text, kept verbatim.', html: 'Sanitised HTML.' }, { description: 'The format of a message body.' }),
)
