import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { insertResource } from '#kit/write.ts'
import { catalogDuplicate, scopeEscalation, unknownReference } from '#platform/errors.ts'
import { encodeSuffix, newId } from '#platform/ids.ts'
import { normaliseAddress } from './address.ts'
import { getChannel } from '../../channels/index.ts'
import { checkMailHosts, checkOutboundUrl } from './check-mail-hosts.ts'
import { changeHookSettings } from './change-hook.ts'
import { applyProviderReceiving, applyReceiveSettings } from './connection.ts'
import { changeEmailSettings, storeInboxAddresses, storeInboxSecrets } from './change-email.ts'
import type { EmailSettings } from '../../channels/email/settings.ts'
import { changeWidget, getWidget } from './change-widget.ts'
import { toDomainRule } from './domains/sender-proof.ts'
import { clearOtherDefault } from './default-inbox.ts'
import { lockInboxes, requireFreeAddress } from './distinct-inboxes.ts'
import { channelHostForbidden, channelProviderFailed, domainUnproved, inboxAddressTaken } from './errors.ts'
import { rotateHookSecret } from './hook-secrets.ts'
import { inbox } from './inbox.ts'
import { checkMaySetInbox } from './inbox-scopes.ts'
import { findSentAccount, getSentToken } from './provider-connection.ts'
import { completeSatisfaction, startSatisfaction } from './satisfaction.ts'
import { Inbox, InboxCreate } from './schema.ts'
import { checkSignature } from './signature.ts'

export const createInbox = endpoint.write({
  operationId: 'createInbox',
  method: 'POST',
  path: inbox.path,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Create an inbox',
  description:
    'Creates an inbox. The form of its address depends on the type: an e-mail address, a telephone number, a channel, a website. ' +
    'The address must be unique among active inboxes of the type, ignoring letter case. With `isDefault: true` it replaces the ' +
    'current default inbox. `email` has the settings of an EMAIL inbox; passwords are never returned. ' +
    '`widget` has the settings of a website chat. ' +
    'With `hook`, your own program receives and sends the messages of the inbox, or a messenger does: a TELEGRAM inbox takes the token of your ' +
    'bot (`hook.telegram.token`), and gets the bot’s name as its address. ' +
    'Automatic replies, the signature, `email`, `widget`, `hook` and `satisfaction` also require the scope `threads:write`, because they read threads and write to ' +
    'customers.',
  body: InboxCreate,
  responds: { 201: item(Inbox, 'The new inbox') },
  errors: [
    scopeEscalation,
    unknownReference,
    catalogDuplicate,
    inboxAddressTaken,
    domainUnproved,
    channelHostForbidden,
    channelProviderFailed,
  ],
  etag: true,
  creates: inbox,
  present: inbox.present,
  location: ({ id }) => `/inboxes/${id}`,
  async before({ body, config, outbound }) {
    await checkMailHosts(body.email, config)
    await checkOutboundUrl(body.hook, outbound)
    return findSentAccount({ config, outbound }, body.type, body.hook)
  },
  async handle(context) {
    const { body, tx, principal, config, prepared: account } = context
    checkSignature(body.signature)
    const address = normaliseAddress(body.type, account?.address ?? body.address)
    const id = newId()
    const claimedAddress = (body.active ?? true) ? address : null
    if (body.isDefault || claimedAddress) await lockInboxes(context)
    const isMailed = getChannel(body.type).settings === 'email'
    if (claimedAddress && !isMailed) await requireFreeAddress(context, id, body.type, claimedAddress)
    if (body.isDefault) await clearOtherDefault(context, id)
    const satisfaction = completeSatisfaction(body.satisfaction) ?? null
    const own = { id: encodeSuffix(id), type: body.type, address: body.address ?? null, baseUrl: config.baseUrl }
    const hook = changeHookSettings(null, body.hook, account, own)
    const row = { id, type: body.type, widget: null }
    const widget = (await changeWidget(context, row, body.widget ?? {})) ?? null
    const fields = { ...inbox.defaults, ...body, address: address ?? null, satisfaction, hook, widget }
    // A new inbox has no threads yet, so its address reveals none.
    const before = { ...inbox.defaults, address: fields.address, widget: getWidget(row) }
    const insert = async (email: EmailSettings | null) => {
      const outcome = await insertResource(context, inbox, { ...fields, email }, id)
      await startSatisfaction(tx, principal.tenantId, satisfaction)
      return outcome
    }
    if (!isMailed) {
      checkMaySetInbox(principal, { before, after: { ...fields, email: null } })
      const [key, token] = [{ tenantId: principal.tenantId, inboxId: id }, getSentToken(body.hook)]
      if (token !== null) await rotateHookSecret(tx, context.secrets, key, { secret: token, overlapSeconds: 0 })
      await applyProviderReceiving(tx, key, { before: null, after: fields, hasNewToken: true })
      return insert(null)
    }
    const { settings, secrets } = changeEmailSettings(null, body.email ?? undefined, {
      id: encodeSuffix(id),
      mailDomain: config.mail.domain,
    })
    checkMaySetInbox(principal, { before, after: { ...fields, email: settings }, secrets })
    const key = { tenantId: principal.tenantId, inboxId: id }
    await storeInboxSecrets(tx, context.secrets, key, secrets)
    await storeInboxAddresses(tx, key, { address: fields.address, active: fields.active, settings, rule: toDomainRule(config) })
    await applyReceiveSettings(tx, key, { before: null, after: settings, hasNewPassword: true })
    return insert(settings)
  },
})
