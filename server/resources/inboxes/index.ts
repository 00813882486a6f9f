/**
 * Inboxes: where threads arrive. A new tenant has a default API inbox. At most one inbox of a tenant is the default, under any concurrency.
 * A thread without an inbox goes to the default inbox if that is active, otherwise to the oldest active EMAIL or API inbox; the statement
 * in `threads/` that creates threads chooses it.
 */
import { module } from '#kit/module.ts'
import { createInbox } from './create-inbox.ts'
import { createInboxDkimKey } from './create-inbox-dkim-key.ts'
import { inboxConnectionChanged } from './connection.ts'
import { deleteInboxDkimKey } from './delete-inbox-dkim-key.ts'
import { getInboxConnection } from './get-inbox-connection.ts'
import { deleteInbox, getInbox, listInboxes } from './operations.ts'
import { inbox } from './inbox.ts'
import { listInboxDnsRecords } from './list-inbox-dns-records.ts'
import { notifyAdminsOfInbox, refusedSignInNotifiesAdmins } from './notify-admins.ts'
import { authorizeInbox } from './oauth/authorize-inbox.ts'
import { renewMailTokens } from './oauth/stored-tokens.ts'
import { proveDomains } from './domains/prove-domains.ts'
import { runRoundTrip } from './round-trip/run-round-trip.ts'
import { testInbox } from './test-inbox.ts'
import { testMailSettings } from './test-mail-settings.ts'
import { reconnectInbox } from './reconnect-inbox.ts'
import { listInboxTypes } from './list-inbox-types.ts'
import { listMailProviders } from './list-mail-providers.ts'
import { rotateInboxSecret } from './rotate-inbox-secret.ts'
import { updateInbox } from './update-inbox.ts'
import { createWidgetSecret } from './widgets/create-widget-secret.ts'
import { deleteWidgetSecret } from './widgets/delete-widget-secret.ts'

export { emitConnectionChange } from './connection.ts'
export { isBelow, toDomain } from './dns-records.ts'
export { domainUnproved } from './errors.ts'
export { countTenants, type DomainRule, inboxDomainSql, ownsDomainSql } from './domains/domain-queries.ts'
export {
  type DomainConfig,
  findSenderProblem,
  requireProvedSender,
  requiresSenderProof,
  toDomainRule,
  toSenderRule,
} from './domains/sender-proof.ts'
export { inboxSecretPurpose } from './change-email.ts'
export { hooksPath } from './change-hook.ts'
export { readHookSecrets } from './hook-secrets.ts'
export { getMailHostRule } from './check-mail-hosts.ts'
export type { ConnectionStateName } from './connection-schema.ts'
export { type ExaminedInbox, examineInboxes } from './examine-inboxes.ts'
export { type HookOfTenant, listHooks, listHooksOfAll, type StoredHook } from './hook-queries.ts'
export { inbox } from './inbox.ts'
export { callbackPath } from './oauth/authorize-inbox.ts'
export { finishSignIn } from './oauth/finish-sign-in.ts'
export { getMailAccessToken, SignInRequired } from './oauth/stored-tokens.ts'
export { listPlusForms } from './plus-forms.ts'
export { LeaseLost, recordConnected, recordFailure } from './receiving/connection-changes.ts'
export { type ClaimedInbox, recordArrival } from './receiving/lease-queries.ts'
export { type HeldInbox, Receiver } from './receiving/receiver.ts'
export { connectInbox } from './provider-connection.ts'
export { settleRoundTripMail } from './round-trip/settle-round-trip.ts'
export { noteProviderSending, noteSending } from './sending/note-sending.ts'
export { findDkimKey, findOutgoingServer, getSendingMode, SenderUnproved } from './sending/outgoing-server.ts'
export { readSendingInbox, type SendingInbox } from './sending/sending-queries.ts'
export { checkSignature, signatureVariables } from './signature.ts'
export { findWidget, type Widget } from './widgets/find-widget.ts'
export { readIdentitySecrets } from './widgets/identity-secrets.ts'

export const inboxes = module({
  name: 'inboxes',
  description: 'The addresses that receive threads.',
  resources: [inbox],
  endpoints: [
    listInboxes,
    createInbox,
    getInbox,
    updateInbox,
    deleteInbox,
    listInboxDnsRecords,
    createInboxDkimKey,
    deleteInboxDkimKey,
    testInbox,
    getInboxConnection,
    reconnectInbox,
    authorizeInbox,
    rotateInboxSecret,
    createWidgetSecret,
    deleteWidgetSecret,
    listInboxTypes,
    listMailProviders,
    testMailSettings,
  ],
  events: [inboxConnectionChanged],
  jobs: [proveDomains, renewMailTokens, notifyAdminsOfInbox, runRoundTrip],
  eventJobs: [refusedSignInNotifiesAdmins],
  personal: {
    excused: {
      inboxes: 'of the tenant',
      inbox_secrets: 'of the tenant',
      inbox_addresses: 'of the tenant',
      inbox_connections: 'of the tenant',
      proved_domains: 'of the tenant',
      round_trip_mails: 'addresses of inboxes',
    },
  },
})
