import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { replaceLinks } from '#kit/link-tables.ts'
import { standard } from '#kit/standard.ts'
import { touchResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { Preferences, UserFilters } from './schema.ts'
import { user } from './user.ts'
import { ownKey, preferences, readChosen, toChosen } from './preferences.ts'
import { team } from '../teams/index.ts'
import { lockTeam, members, membership } from './membership.ts'

export const listUsers = standard.list(user, {
  description:
    'All users of the tenant, including invited and suspended ones, newest first. `namePrefix` matches names and e-mail addresses.',
  query: UserFilters,
})

export const getPreferences = endpoint.read({
  ...preferences,
  operationId: 'getPreferences',
  summary: 'Get your preferences',
  description: 'Returns the preferences of the signed-in user, which are the same on every device.',
  responds: { 200: item(Preferences, 'Your preferences') },
  async handle({ db, principal }) {
    const record = await db.first(user.statements.find, ownKey(principal))
    if (!record) throw new ApiError(user.notFound)
    return { status: 200, record: { id: record.id, availability: record.availability, ...toChosen(await readChosen(db, principal)) } }
  },
})

export const getUser = standard.get(user, { description: 'Returns one user with their teams.' })

export const addTeamMember = endpoint.write({
  ...membership,
  operationId: 'addTeamMember',
  method: 'PUT',
  summary: 'Add a member to a team',
  description: 'Adds a user to a team. Adding an existing member changes nothing.',
  async handle(context) {
    const current = await lockTeam(context)
    const added = await replaceLinks(context, members, current.id, [...new Set([...current.memberIds, context.params.userId])])
    return added ? touchResource(context, team, current, 'member_added') : toUnchangedOutcome(current)
  },
})

export const removeTeamMember = endpoint.write({
  ...membership,
  operationId: 'removeTeamMember',
  method: 'DELETE',
  deletion: 'part',
  summary: 'Remove a member from a team',
  description: 'Removes a user from a team. They keep their threads. Removing a user who is not a member changes nothing.',
  async handle(context) {
    const current = await lockTeam(context)
    const rest = current.memberIds.filter((id) => id !== context.params.userId)
    const removed = await replaceLinks(context, members, current.id, rest)
    return removed ? touchResource(context, team, current, 'member_removed') : toUnchangedOutcome(current)
  },
})
