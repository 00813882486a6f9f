import { channel } from '../channel.ts'
import { hookCapabilities, hookSends } from '../hook.ts'

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
  settings: null,
  sends: hookSends,
  capabilities: hookCapabilities('NOBODY'),
})
