import { findChanges } from '#kit/changes.ts'
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkReferences } from '#kit/references.ts'
import { updateResource, lockResource } from '#kit/write.ts'
import { ApiError, unknownReference, validationFailed } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { readTimezone } from '#platform/time.ts'
import { saveChosen } from './preferences-queries.ts'
import { checkSignature, inbox } from '../inboxes/index.ts'
import { team } from '../teams/index.ts'
import { mergePreferences, type NotificationPreferencesUpdate } from './notification-preferences.ts'
import { ownKey, preferences, readChosen, toChosen } from './preferences.ts'
import { Preferences, PreferencesUpdate } from './schema.ts'
import { user } from './user.ts'

const action = 'preferences_updated'

export const updatePreferences = endpoint.write({
  ...preferences,
  operationId: 'updatePreferences',
  method: 'PATCH',
  summary: 'Change your preferences',
  description:
    'Changes the fields sent, for the signed-in user. With `availability: AVAILABLE` waiting threads of your teams are assigned ' +
    'at once. Only a change of availability emits `user.updated`.',
  body: PreferencesUpdate,
  responds: { 200: item(Preferences, 'Your preferences as they are now') },
  errors: [unknownReference],
  async handle(context) {
    const { tx, principal, effects, body } = context
    const { availability, theme, language, keys, signature } = body
    checkSignature(signature)
    const notifications = body.notifications && readNotifications(body.notifications)
    await checkReferences(tx, principal.tenantId, overrideReferences, { notifications })
    const current = await lockResource({ ...context, params: { id: principal.user.id }, ifMatch: null }, user)
    const before = await readChosen(tx, principal)
    const next = {
      theme: theme ?? before.theme,
      language: language === undefined ? before.language : language,
      keys: { ...before.keys, ...keys },
      signature: signature === undefined ? before.signature : signature,
      notifications: notifications ? mergePreferences(before.notifications, notifications) : before.notifications,
    }
    const changes = findChanges(before, next)
    if (changes) await tx.rows(saveChosen, { ...ownKey(principal), ...next })
    const { record, ...outcome } = await updateResource(context, user, current, { availability }, { action, also: changes })
    // Leave out the user's version, so that other changes of the user do not count as changes of the preferences.
    const preferred = { id: record.id, availability: record.availability, ...toChosen(next) }
    if (!changes || record.version !== current.version) return { ...outcome, record: preferred }
    return toOutcome(preferred, effects.audit({ action: `${user.noun}.${action}`, target: { type: user.noun, id: record.id }, ...changes }))
  },
})

const overrideReferences = { 'notifications.overrides[].inboxId': inbox, 'notifications.overrides[].teamId': team }

/** Normalises the time zone in a request's notifications to the IANA spelling. Throws 400 for an unknown one. */
function readNotifications({ quiet, ...sent }: Static<typeof NotificationPreferencesUpdate>): Static<typeof NotificationPreferencesUpdate> {
  if (quiet === undefined || quiet === null) return quiet === undefined ? sent : { ...sent, quiet }
  const timezone = readTimezone(quiet.timezone)
  const details = [
    ...(timezone === null ? [{ field: 'notifications.quiet.timezone', code: 'NOT_ALLOWED', message: 'must be an IANA time zone' }] : []),
    ...(quiet.from === quiet.to ? [{ field: 'notifications.quiet.to', code: 'NOT_ALLOWED', message: 'must differ from `from`' }] : []),
  ]
  if (timezone === null || details.length > 0) throw new ApiError(validationFailed, { details })
  return { ...sent, quiet: { ...quiet, timezone } }
}
