/** The words that threads are described by, for rooms that the threads room itself imports. */
import { anyCaseChoice, choice, component } from '../../kit/index.ts'

const statusDescription = 'Where the thread stands.'
const priorityDescription = 'How urgent the thread is.'

/** Each with what it means, for integrators. */
export const statuses = {
  open: 'Waits for an agent.',
  pending: 'Waits for the customer, or sleeps until a time; a message of the customer opens it.',
  resolved: 'The agent considers it done; a message of the customer opens it again.',
  closed: 'Over. A message of the customer begins a new thread.',
}
export const priorities = { low: 'Can wait.', normal: 'The default.', high: 'Before the others.', urgent: 'At once.' }

export const ThreadStatus = component('ThreadStatus', choice(statuses, { description: statusDescription }))
export const ThreadPriority = component('ThreadPriority', choice(priorities, { description: priorityDescription }))
export const StatusInput = component('StatusInput', anyCaseChoice('lower', statuses, { description: statusDescription }))
export const PriorityInput = component('PriorityInput', anyCaseChoice('lower', priorities, { description: priorityDescription }))

export const BodyFormat = component(
  'BodyFormat',
  choice({ text: 'Plain text, to the letter.', html: 'Sanitised HTML.' }, { description: 'What the body of a message is.' }),
)
