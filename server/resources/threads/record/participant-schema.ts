/** Public schemas of participants by mail. */
import { anyCaseChoice, choice, closed, component, emailInput, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'

const roles = {
  CUSTOMER: 'The customer who asked.',
  CC: 'Somebody who gets copies of the conversation.',
  AGENT: 'A user of the tenant.',
  SIDE: 'A person whom an agent has asked aside. Their mail becomes an internal message.',
}

export const Participant = component(
  'Participant',
  closed(
    {
      id: idOutput('par', 'The participant.'),
      address: Type.String({ description: 'The e-mail address.' }),
      name: nullable(Type.String(), { description: 'The name in mails.' }),
      customerId: nullable(idOutput('cst', 'The customer.'), { description: 'The customer who has the address.' }),
      userId: nullable(idOutput('usr', 'The user.'), { description: 'The user who has the address.' }),
      role: component('ParticipantRole', choice(roles, { description: 'The role in the thread.' })),
      verified: Type.Boolean({
        description: 'False for a stranger who wrote with the thread’s secret address. Replies go to them only after an agent adds them.',
      }),
      addedAt: time('When the participant was added.'),
      addedBy: component(
        'ParticipantSource',
        choice(
          { MAIL: 'A mail named them.', AGENT: 'An agent added them.', API: 'A program added them.' },
          { description: 'Who added them.' },
        ),
      ),
    },
    {
      description: 'Somebody who takes part in a thread by mail.',
      examples: [
        {
          id: exampleId('par'),
          address: 'grace@example.com',
          name: 'Grace Hopper',
          customerId: null,
          userId: null,
          role: 'CC',
          verified: true,
          addedAt: '2026-03-04T09:30:00.000Z',
          addedBy: 'MAIL',
        },
      ],
    },
  ),
)

export const ParticipantCreate = component(
  'ParticipantCreate',
  closed(
    {
      address: emailInput('The e-mail address.'),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'The name in mails.', examples: ['Grace Hopper'] })),
      role: Type.Optional(
        component('ParticipantRoleInput', anyCaseChoice('upper', roles, { description: 'The role in the thread, by default CC.' })),
      ),
    },
    { examples: [{ address: 'grace@example.com', name: 'Grace Hopper' }] },
  ),
)

export const ThreadParticipants = component(
  'ThreadParticipants',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      participants: Type.Array(Participant, { description: 'Everybody who takes part by mail, in the order in which they were added.' }),
    },
    { description: 'The people who take part in a thread by mail.', examples: [{ threadId: exampleId('thr'), participants: [] }] },
  ),
)
