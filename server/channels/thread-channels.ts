/** The channels of threads and messages, with their descriptions in the API. */
export const threadChannels = {
  email: 'An e-mail message.',
  api: 'This API; the default.',
  widget: 'The widget on a website.',
  telegram: 'A Telegram bot.',
  slack: 'A Slack channel.',
  whatsapp: 'WhatsApp.',
  sms: 'A text message.',
  voice: 'A telephone call.',
}

export type ThreadChannelName = keyof typeof threadChannels

/** Whether threads of a channel are chats: people wait for the reply, and agents answer several at a time. */
export function isChat(channel: ThreadChannelName): boolean {
  return channel === 'widget'
}

/** SQL: the same for a thread. */
export const isChatSql = (thread: string): string => `${thread}.channel = 'widget'`
