/** Public schemas of what visitors report while they type. */
import { closed, component, Type } from '#platform/schema.ts'

export const VisitorTyping = component(
  'VisitorTyping',
  closed(
    { typing: Type.Optional(Type.Boolean({ description: 'Whether the visitor types; by default true.' })) },
    { examples: [{ typing: true }] },
  ),
)

export const VisitorTypingState = component(
  'VisitorTypingState',
  closed(
    { typing: Type.Boolean({ description: 'Whether the visitor types.' }) },
    { description: 'What was reported.', examples: [{ typing: true }] },
  ),
)
