import type { Capabilities } from '../capabilities.ts'
import { channel, type InboxSettings } from '../channel.ts'

export const widget = channel({
  type: 'WIDGET',
  name: 'Website chat',
  description: 'The widget on a website.',
  addressForm: 'the website',
  addressExample: 'https://example.com',
  threadChannel: 'widget',
  readAddress(text) {
    const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
    const site = /^[^\s@]+$/.test(text) && URL.canParse(url) ? new URL(url) : null
    return site ? { address: text } : { problem: 'must be the website, such as https://example.com or example.com' }
  },
  takesThreads: false,
  settings: 'widget',
  sends: () => true,
  capabilities: getCapabilities,
})

/** Maximum bytes of a file that a visitor or an agent sends. */
export const maxWidgetFileBytes = 10_485_760

function getCapabilities({ widget: settings }: Pick<InboxSettings, 'widget'>): Capabilities {
  return {
    delivers: 'SERVICE',
    formats: ['text', 'html'],
    maxTextLength: null,
    splits: false,
    // Settings are absent in inboxes of earlier versions, which have the defaults.
    files: settings?.files === false ? null : { maxBytes: maxWidgetFileBytes, maxCount: null, types: [] },
    edit: false,
    remove: false,
    receipts: ['DELIVERED', 'SEEN'],
    window: null,
    startsConversations: 'NO',
    live: true,
    recipients: 'ONE',
  }
}
