import { expect, it } from 'vitest'
import { sections } from '../features/settings/sections.ts'
import { shortcuts } from '../keyboard/shortcuts.ts'
import { getRights } from './rights.ts'

const operations = [...sections().flatMap(({ links }) => links), ...Object.values(shortcuts)].flatMap((each) =>
  'needs' in each ? [each.needs] : [],
)

it('the reason why an operation is not allowed names roles, not scopes', () => {
  for (const role of ['VIEWER', 'AGENT', 'ADMIN', 'OWNER'] as const)
    for (const operation of operations)
      expect(getRights(role).whyNot(operation) ?? '', `${role} ${operation}`).toMatch(
        /^$|^Only (agents, )?admins and owners can (see|change|do) this\.$/,
      )
  expect(getRights('AGENT').whyNot('updateUser')).toBe('Only admins and owners can change this.')
  expect(getRights('VIEWER').whyNot('replyToThread')).toBe('Only agents, admins and owners can do this.')
  expect(getRights('AGENT').whyNot('listApiKeys')).toBe('Only admins and owners can see this.')
  expect(getRights('OWNER').whyNot('listApiKeys')).toBeNull()
})
