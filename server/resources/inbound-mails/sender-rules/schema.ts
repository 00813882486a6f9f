import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'

const SenderRuleAction = component(
  'SenderRuleAction',
  choice(
    { BLOCK: 'Their mail is suspended.', ALLOW: 'Their mail passes the guards, even if it looks automatic, unless it fails DMARC.' },
    { description: 'What happens to the mail of a sender.' },
  ),
)

export const SenderRule = component(
  'SenderRule',
  closed(
    {
      id: idOutput('rul', 'The rule.'),
      pattern: Type.String({ description: 'An address, or `@` and a domain.' }),
      action: SenderRuleAction,
      inboxId: nullable(idOutput('inb', 'The inbox.'), { description: 'The inbox for which it holds; null for all.' }),
      note: nullable(Type.String(), { description: 'Why the rule exists.' }),
      createdAt: time('When it was created.'),
    },
    {
      description:
        'A rule about the mail of an address or a domain. The most specific rule wins: an address before a domain, an inbox before all.',
      examples: [
        {
          id: exampleId('rul'),
          pattern: '@example.com',
          action: 'BLOCK',
          inboxId: null,
          note: 'Sends advertisements',
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const SenderRuleCreate = component(
  'SenderRuleCreate',
  closed(
    {
      pattern: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'An address such as `ada@example.com`, or a domain such as `@example.com`. Letter case does not matter.',
        examples: ['@example.com'],
      }),
      action: SenderRuleAction,
      inboxId: Type.Optional(nullable(idInput('inb', 'The inbox.'), { description: 'The inbox for which it holds. Default: all.' })),
      note: Type.Optional(nullable(Type.String({ maxLength: 1_000 }), { description: 'Why the rule exists.' })),
    },
    { examples: [{ pattern: '@example.com', action: 'BLOCK', note: 'Sends advertisements' }] },
  ),
)
