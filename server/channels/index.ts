/** The channels by inbox type. A new one adds a line here. */
import { api } from './api/index.ts'
import type { Channel } from './channel.ts'
import { email } from './email/index.ts'
import { slack } from './slack/index.ts'
import { sms } from './sms/index.ts'
import { telegram } from './telegram/index.ts'
import { voice } from './voice/index.ts'
import { whatsapp } from './whatsapp/index.ts'
import { widget } from './widget/index.ts'

const all = [email, api, widget, telegram, slack, whatsapp, sms, voice] as const

export type InboxTypeName = (typeof all)[number]['type']

export const channels: readonly (Channel & { readonly type: InboxTypeName })[] = all

// Safe because each type has one channel.
const byType = Object.fromEntries(all.map((each) => [each.type, each])) as Readonly<Record<InboxTypeName, Channel>>

/** Returns the channel of an inbox type. */
export function getChannel(type: InboxTypeName): Channel {
  return byType[type]
}
