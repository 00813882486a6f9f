import { closed, component, exampleId, idOutput, time, Type } from '#platform/schema.ts'

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

/** Maximum number of followers in an event, because its payload is limited. */
export const maxAnnouncedFollowers = 100

export const ThreadFollowers = component(
  'ThreadFollowers',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      followers: Type.Array(FollowingUser, {
        description: `The users who follow it, latest first. At most ${maxAnnouncedFollowers}; \`GET /threads/{id}/followers\` lists all.`,
      }),
      total: Type.Integer({ minimum: 0, description: 'The number of all followers.' }),
    },
    {
      description: 'The users who follow a thread.',
      examples: [{ threadId: exampleId('thr'), followers: [{ id: exampleId('usr'), name: 'Grace Hopper' }], total: 1 }],
    },
  ),
)
