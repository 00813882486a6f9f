/** Schemas of thread fields for modules that `threads/` imports, which cannot import them from there without a cycle. */
import { anyCaseChoice, choice, component } from '#platform/schema.ts'
import { threadChannels } from '../../channels/thread-channels.ts'

const statusDescription = 'The thread’s status.'
const priorityDescription = 'The priority of the thread.'

/** Statuses with their descriptions in the API. */
export const statuses = {
  open: 'Waiting for an agent.',
  pending: 'Waiting for the customer, or snoozed; a message from the customer reopens it.',
  resolved: 'The agent considers it done; a message from the customer reopens it.',
  closed: 'Finished. A message from the customer starts a new thread.',
}
export const priorities = { low: 'Can wait.', normal: 'The default.', high: 'Before others.', urgent: 'Immediately.' }

export const ThreadStatus = component('ThreadStatus', choice(statuses, { description: statusDescription, final: true }))
export const ThreadPriority = component('ThreadPriority', choice(priorities, { description: priorityDescription, final: true }))
export const StatusInput = component('StatusInput', anyCaseChoice('lower', statuses, { description: statusDescription, final: true }))
export const PriorityInput = component(
  'PriorityInput',
  anyCaseChoice('lower', priorities, { description: priorityDescription, final: true }),
)

export const BodyFormat = component(
  'BodyFormat',
  choice({ text: 'Plain text, kept verbatim.', html: 'Sanitised HTML.' }, { description: 'The format of a message body.' }),
)

export const AssignmentStrategy = component(
  'AssignmentStrategy',
  choice(
    { ROUND_ROBIN: 'The members who can take threads, in turn.', LEAST_LOADED: 'The member with the fewest open threads.' },
    { description: 'The strategy that chooses a member of the team.' },
  ),
)

const channelDescription = 'The channel in which the thread started.'

export const ThreadChannel = component('ThreadChannel', choice(threadChannels, { description: channelDescription }))
export const ChannelInput = component('ChannelInput', anyCaseChoice('lower', threadChannels, { description: channelDescription }))

export const SlaMetric = component(
  'SlaMetric',
  choice(
    {
      FIRST_RESPONSE: 'The time until an agent’s first reply.',
      NEXT_RESPONSE: 'The time until an agent replies to the customer’s latest message.',
      RESOLUTION: 'The time until the thread is resolved.',
    },
    { description: 'The measured time.' },
  ),
)

export const SlaStanding = component(
  'SlaStanding',
  anyCaseChoice(
    'upper',
    {
      BREACHED: 'A running clock is overdue.',
      WARNING: 'No running clock is overdue, but one has had its `sla.warning`.',
      PENDING: 'All running clocks are before their warning.',
      PAUSED: 'All clocks that have not stopped are paused.',
      MET: 'All clocks have stopped, and all targets were met.',
      MISSED: 'All clocks have stopped, and a target was missed.',
    },
    { description: 'The state of the thread’s SLA targets.' },
  ),
)

export const SlaState = component(
  'SlaState',
  choice(
    { PENDING: 'The clock runs or is paused, and is not overdue.', MET: 'Met.', BREACHED: 'Missed.' },
    { description: 'The state of the target.' },
  ),
)
