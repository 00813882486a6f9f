import { closed, component, exampleId, idOutput, time, Type } from '../../../kit/index.ts'

export const FollowingUser = component(
  'FollowingUser',
  closed(
    { id: idOutput('usr', 'The user.'), name: Type.String({ description: 'The user’s name.' }) },
    { description: 'A user who follows a thread.' },
  ),
)

export const ThreadFollower = component(
  'ThreadFollower',
  closed(
    { user: FollowingUser, threadId: idOutput('thr', 'The thread.'), followedAt: time('When the user began to follow it.') },
    {
      description: 'A user who is notified of what happens in a thread without being its assignee.',
      examples: [
        { user: { id: exampleId('usr'), name: 'Grace Hopper' }, threadId: exampleId('thr'), followedAt: '2026-03-04T09:30:00.000Z' },
      ],
    },
  ),
)
