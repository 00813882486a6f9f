import type { Thread } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'
import { Code, Hash, Mail, MessageCircle, Phone, Send, type IconType } from '../../ui/icons.ts'

/** Icon and name of each channel. */
export const channels: Readonly<Record<Thread['channel'], { icon: IconType; name: Message }>> = {
  email: { icon: Mail, name: message('Email') },
  widget: { icon: MessageCircle, name: message('Website chat') },
  telegram: { icon: Send, name: message('Telegram') },
  slack: { icon: Hash, name: message('Slack') },
  whatsapp: { icon: Phone, name: message('WhatsApp') },
  sms: { icon: Phone, name: message('SMS') },
  voice: { icon: Phone, name: message('Phone') },
  api: { icon: Code, name: message('API') },
}
