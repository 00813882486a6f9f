/**
 * Users: the members of a tenant, such as its agents. A new tenant has one user, its owner.
 *
 * A tenant always has an active owner, even under concurrent requests. Addresses are unique within the tenant, in lower case. API keys
 * act for a user within the user's role, and only while the user is active. A user to whom other rows refer can be suspended but not
 * deleted. A new address waits until it is confirmed (`change-address.ts`, and `auth/confirm-email.ts` for the link). Team membership
 * belongs to this module, because a user's teams and a team's members change together.
 */
import { declareReferences } from '#kit/references.ts'
import { module } from '#kit/module.ts'
import { addTeamMember, getPreferences, getUser, listUsers, removeTeamMember } from './operations.ts'
import { createInvitationLink } from './create-invitation-link.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { updatePreferences } from './update-preferences.ts'
import { updateUser } from './update-user.ts'
import { user } from './user.ts'

export { isDomainAllowed } from './allowed-domains.ts'
export { markFailedUsers, unmarkFailedUser } from './failed-address.ts'
export { callerColumns, noteSeen, type CallerRow } from './queries.ts'
export { getCaller } from './caller.ts'
export {
  type Channels,
  type ChosenNotifications,
  completePreferences,
  findChannels,
  NotificationType,
  type NotificationPreferences,
  notificationTypes,
} from './notification-preferences.ts'
export { User, UserAvailability, UserRole } from './schema.ts'
export { stopNotificationMails } from './stop-notification-mails.ts'
export { endLinks, findInvitation, findLink, findPerson, linkSeconds, linkUrl, makeLink, mailLink, takeLink } from './sign-in-link.ts'
export { user, userNotFound } from './user.ts'

export const users = module({
  name: 'users',
  description: 'The users of your tenant.',
  resources: [user],
  endpoints: [
    listUsers,
    createUser,
    getUser,
    updateUser,
    deleteUser,
    createInvitationLink,
    addTeamMember,
    removeTeamMember,
    getPreferences,
    updatePreferences,
  ],
  references: [declareReferences({ plural: 'team memberships', table: 'team_members', references: { userId: user } })],
  personal: { excused: { users: 'colleagues, not customers', user_preferences: 'of colleagues' } },
})
