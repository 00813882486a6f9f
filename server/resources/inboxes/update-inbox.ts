import { findResource, updateResource, lockResource } from '#kit/write.ts'
import { ApiError, catalogDuplicate, scopeEscalation, unknownReference, validationFailed } from '#platform/errors.ts'
import { encodeSuffix } from '#platform/ids.ts'
import { findAddressProblems, normaliseAddress } from './address.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'
import { getChannel } from '../../channels/index.ts'
import { checkMailHosts, checkOutboundUrl } from './check-mail-hosts.ts'
import { changeHookSettings } from './change-hook.ts'
import { findSettingsProblems } from './channel-settings.ts'
import { applyProviderReceiving, applyReceiveSettings } from './connection.ts'
import { changeEmailSettings, storeInboxAddresses, storeInboxSecrets } from './change-email.ts'
import { changeWidget, getWidget } from './change-widget.ts'
import { toDomainRule } from './domains/sender-proof.ts'
import { clearOtherDefault } from './default-inbox.ts'
import { lockInboxes, requireFreeAddress } from './distinct-inboxes.ts'
import { channelHostForbidden, channelProviderFailed, domainUnproved, inboxAddressTaken } from './errors.ts'
import { deleteHookSecrets, rotateHookSecret } from './hook-secrets.ts'
import { inbox } from './inbox.ts'
import { checkMaySetInbox, checkMaySignIn } from './inbox-scopes.ts'
import { findSentAccount, getSentToken } from './provider-connection.ts'
import { completeSatisfaction, startSatisfaction } from './satisfaction.ts'
import { isSameDestination } from './round-trip/destination.ts'
import { forgetPlusAddressing } from './round-trip/round-trip-queries.ts'
import { InboxUpdate } from './schema.ts'
import { checkSignature } from './signature.ts'

export const updateInbox = inbox.write({
  operationId: 'updateInbox',
  method: 'PATCH',
  summary: 'Change an inbox',
  description:
    'Changes the fields sent. `isDefault: true` replaces the current default inbox; with `false` the tenant has none, and new ' +
    'threads go to the oldest active EMAIL or API inbox. With `active: false` the inbox keeps its threads and receives no new ones. `email` changes the settings of an EMAIL inbox, `widget` those of a website chat, and `hook` those of your own program, field by field; ' +
    '`hook: null` removes the program and its secret. ' +
    'Changing the address, automatic replies, the signature, `email`, `widget`, `hook` and `satisfaction` also requires the scope `threads:write`, because they read ' +
    'threads and write to customers; removing them does not.',
  body: InboxUpdate,
  result: 'The inbox as it is now',
  errors: [
    validationFailed,
    scopeEscalation,
    unknownReference,
    catalogDuplicate,
    inboxAddressTaken,
    domainUnproved,
    channelHostForbidden,
    channelProviderFailed,
  ],
  async before(context) {
    const { body, config, outbound } = context
    await checkMailHosts(body.email, config)
    await checkOutboundUrl(body.hook, outbound)
    if (getSentToken(body.hook) === null) return null
    return findSentAccount({ config, outbound }, (await findResource(context, inbox)).type, body.hook)
  },
  async handle(context) {
    const { params, tx, principal, config, prepared: account } = context
    const body = { ...context.body, ...(account ? { address: account.address } : {}) }
    const { email, widget: sentWidget, hook: sentHook, ...others } = body
    const sent = { ...others, satisfaction: completeSatisfaction(body.satisfaction) }
    if (body.isDefault || body.address || body.active || email) await lockInboxes(context)
    const current = await lockResource(context, inbox)
    const details = [
      ...findAddressProblems(current.type, body.address),
      ...findSettingsProblems(current.type, body),
      ...findBotProblems(current, body),
    ]
    if (details.length > 0) throw new ApiError(validationFailed, { details })
    // Check only a changed signature: inboxes from earlier versions may have unknown variables, and their other fields must stay changeable.
    if (body.signature !== current.signature) checkSignature(body.signature)
    const address = normaliseAddress(current.type, body.address)
    const [before, after] = [current, { ...current, ...body, address: address === undefined ? current.address : address }].map((each) =>
      each.active ? each.address : null,
    )
    const isMailed = getChannel(current.type).settings === 'email'
    // Check only a changed address: inboxes from earlier versions may share an address, and their other fields must stay changeable.
    if (after && after !== before && !isMailed) await requireFreeAddress(context, params.id, current.type, after)
    if (body.isDefault && !current.isDefault) await clearOtherDefault(context, params.id)
    const startAfter = async <Result>(updating: Promise<Result>): Promise<Result> => {
      const outcome = await updating
      await startSatisfaction(tx, principal.tenantId, sent.satisfaction)
      return outcome
    }
    const own = { id: encodeSuffix(params.id), mailDomain: config.mail.domain, baseUrl: config.baseUrl }
    if (!isMailed) {
      const ofInbox = { ...own, type: current.type, address: current.address }
      const hook = changeHookSettings(current.hook, sentHook, account, ofInbox)
      const widget = await changeWidget(context, current, sentWidget)
      checkMaySetInbox(principal, { before: { ...current, widget: getWidget(current) }, after: { ...sent, address, widget, hook } })
      // The program was cut off, so its secret must not work when the inbox gets a program again.
      const [key, token] = [{ tenantId: principal.tenantId, inboxId: params.id }, getSentToken(sentHook)]
      if (hook === null && current.hook !== null) await deleteHookSecrets(tx, key)
      if (token !== null) {
        checkMaySignIn(principal, 'hook')
        await rotateHookSecret(tx, context.secrets, key, { secret: token, overlapSeconds: 0 })
      }
      const isActive = body.active ?? current.active
      await applyProviderReceiving(tx, key, { before: current, after: { hook, active: isActive }, hasNewToken: token !== null })
      return startAfter(updateResource(context, inbox, current, { ...sent, address, widget, hook }))
    }
    const { settings, secrets } = changeEmailSettings(current.email, email ?? undefined, own)
    checkMaySetInbox(principal, { before: current, after: { ...sent, address, email: settings }, secrets })
    const key = { tenantId: principal.tenantId, inboxId: params.id }
    await storeInboxSecrets(tx, context.secrets, key, secrets)
    if (after !== before || email?.receive)
      await storeInboxAddresses(tx, key, {
        address: address === undefined ? current.address : address,
        active: after !== null,
        settings,
        rule: toDomainRule(config),
      })
    const hasNewPassword = secrets.IMAP_PASSWORD !== undefined
    await applyReceiveSettings(tx, key, { before: current.email, after: settings, hasNewPassword })
    const arrivesAt = { address: address === undefined ? current.address : address, receive: settings.receive }
    if (!current.email || !isSameDestination({ address: current.address, receive: current.email.receive }, arrivesAt))
      await tx.rows(forgetPlusAddressing, key)
    return startAfter(updateResource(context, inbox, current, { ...sent, address, email: settings }))
  },
})

/** The address of an account at a messenger is the account's, and changes only with it. */
function findBotProblems(
  { hook }: { hook: HookSettings | null },
  { address, hook: sent }: { address?: string | null; hook?: object | null },
) {
  const username = sent === null ? null : (hook?.telegram?.botUsername ?? null)
  if (username === null || address === undefined || address?.toLowerCase() === `@${username}`.toLowerCase()) return []
  return [{ field: 'address', code: 'NOT_ALLOWED', message: 'is the name of the bot, and cannot be changed' }]
}
