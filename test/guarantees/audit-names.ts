/** Audit action of an operation. It is derived from the operation's name, so that callers can predict it. */
import type { Endpoint } from '#platform/http/declared-endpoint.ts'

/** Audit actions that break the naming rule. They are older than the rule, and renaming them would break callers' filters. */
const established: Readonly<Record<string, string>> = {
  createMessage: 'thread.message_added',
  // The same rows as for messages through the API.
  createWidgetThread: 'thread.created',
  createWidgetMessage: 'thread.message_added',
  endWidgetThread: 'thread.ended',
  rateWidgetThread: 'thread.rated',
  sendWidgetTranscript: 'thread.transcript_sent',
  createWidgetUpload: 'upload.created',
  // Each thread of a batch leaves the same audit row as a change of this thread alone.
  batchThreads: 'thread.updated',
  // Each mail of a batch leaves the same audit row as the operation on this mail alone.
  batchInboundMails: 'inbound_mail.discarded',
  // The operation closes the thread, like a change of its status.
  markThreadAsSpam: 'thread.updated',
  // The operation creates the request; a worker does the work later.
  eraseCustomer: 'privacy_request.created',
  exportCustomer: 'privacy_request.created',
  // The operation creates the job; a worker does the work later.
  rebuildReports: 'job.created',
  loadSampleCompany: 'job.created',
  removeSampleCompany: 'job.created',
  startAutomationDryRun: 'dry_run.created',
  // Restoring a rule updates it.
  restoreAutomationRule: 'rule.updated',
  orderAutomationRules: 'rule.ordered',
  // A form begins a thread.
  submitForm: 'thread.created',
  // The same action for both kinds of response.
  answerSatisfactionForm: 'satisfaction_request.answered',
  applyAutomationRule: 'rule.application_started',
  // Named like the event.
  updateTenantSettings: 'tenant.updated',
  createPortalLink: 'customer.link_requested',
  createPortalSession: 'customer.signed_in',
  login: 'user.signed_in',
  logout: 'session.ended',
  forgotPassword: 'user.link_requested',
  acceptInvitation: 'user.invitation_accepted',
  resetPassword: 'user.password_reset',
  changePassword: 'user.password_changed',
  // English word order requires this exception.
  rewriteText: 'ai_run.text_rewritten',
  cancelMeeting: 'meeting.cancelled',
  cancelSatisfactionRequest: 'satisfaction_request.cancelled',
  rescheduleMessage: 'message.rescheduled',
  sendMessageNow: 'message.sent_now',
  replayDelivery: 'webhook.delivery_replayed',
}

/**
 * Returns the audit action: `addTeamMember` on a `team` leaves `team.member_added`, `createLabel` leaves `label.created`. `isNew` is true
 * when an upsert created its target.
 */
export function getAction({ operationId, deletion }: Endpoint, target: string, isNew: boolean): string {
  const known = established[operationId]
  if (known) return known
  const [verb = '', ...words] = operationId.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  // Automation rules are called rules in the audit log, as in events.
  const nouns = new Set([...target.split('_'), 'automation'])
  const part = words.filter((word) => word !== 'to' && !nouns.has(word))
  return `${target}.${[...part, getPast(verb, { isNew, deletion })].join('_')}`
}

function getPast(verb: string, { isNew, deletion }: { isNew: boolean; deletion: Endpoint['deletion'] }): string {
  if (verb === 'upsert') return isNew ? 'created' : 'updated'
  if (verb === 'delete' && deletion === 'archive') return 'archived'
  if (verb === 'split') return verb
  if (verb.endsWith('e')) return `${verb}d`
  return verb.endsWith('y') ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}
