import type { ChannelConnection } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import type { Tone } from '../../ui/badge.tsx'

export type ConnectionState = ChannelConnection['receive']['state']

export const connectionStates = lazily(
  (): Readonly<Record<ConnectionState, { name: string; tone: Tone }>> => ({
    NOT_USED: { name: t('No connection needed'), tone: 'plain' },
    CONNECTING: { name: t('Connecting'), tone: 'plain' },
    CONNECTED: { name: t('Works'), tone: 'good' },
    FAILING: { name: t('Doesn’t work'), tone: 'bad' },
    NEEDS_AUTH: { name: t('Sign-in refused'), tone: 'bad' },
    PAUSED: { name: t('Paused by the server'), tone: 'warn' },
  }),
)
