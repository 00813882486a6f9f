/** Fetches updates from Telegram by long polling, or asks Telegram to post them. */
import { type ProviderConnection, ProviderError, type PulledItems, type Receiving } from '../channel.ts'
import type { HookSettings } from '../hook-settings.ts'
import { getWebhookSecret, requestBot } from './bot-api.ts'
import { getWhole, isObject } from './json.ts'
import { toItem } from './receive.ts'

/** Seconds for which Telegram waits for an update before it responds. */
const waitSeconds = 50
const allowedUpdates = ['message', 'edited_message']
const maxUpdates = 100

export const connected: Receiving = { isConnected: ({ telegram }) => telegram?.tokenSet === true, begin, next }

/** Telegram does not let a bot fetch updates while it has a webhook, and keeps the updates that wait. */
async function begin({ telegram, inboundUrl }: HookSettings, connection: ProviderConnection): Promise<boolean> {
  if (telegram?.receive !== 'WEBHOOK') {
    await requestBot(connection, 'deleteWebhook', { drop_pending_updates: false })
    return true
  }
  const secret = getWebhookSecret(connection.secrets[0] ?? '')
  await requestBot(connection, 'setWebhook', { url: inboundUrl, secret_token: secret, allowed_updates: allowedUpdates })
  return false
}

async function next(cursor: number | null, connection: ProviderConnection): Promise<PulledItems<number | null>> {
  const body = { timeout: waitSeconds, limit: maxUpdates, allowed_updates: allowedUpdates, ...(cursor === null ? {} : { offset: cursor }) }
  const updates = await requestBot(connection, 'getUpdates', body, { timeoutMs: (waitSeconds + 10) * 1_000 })
  if (!Array.isArray(updates)) throw new ProviderError('UNREADABLE', 'Telegram answered with something else than updates.')
  const ids = updates.flatMap((update: unknown) => (isObject(update) ? (getWhole(update, 'update_id') ?? []) : []))
  const items = updates.flatMap((update: unknown) => toItem(update) ?? [])
  return { items, cursor: ids.length === 0 ? cursor : Math.max(...ids) + 1 }
}
