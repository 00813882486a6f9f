import type { ApiKey, ApiKeyWithSecret, User } from '@skein/client'
import { lazily, message, t, type Message } from '../../texts/texts.ts'
import { CircleSlash } from '../../ui/icons.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatAgo, formatDay, formatExact, formatMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { plural } from '../../texts/texts.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { userSource } from '../catalogue/sources.ts'
import { ApiKeyMore } from './api-key-more.tsx'
import { NewApiKey } from './new-api-key.tsx'
import { presets, ScopesInput } from './scopes-input.tsx'

type State = { name: Message; tone: 'good' | 'plain' | 'warn' }

export function getKeyState({ revokedAt, expiresAt, rotatedTo }: ApiKey, now: number): State {
  if (revokedAt !== null) return { name: message('Revoked'), tone: 'plain' }
  if (Date.parse(expiresAt) <= now) return { name: message('Expired'), tone: 'plain' }
  return rotatedTo === null ? { name: message('Active'), tone: 'good' } : { name: message('Rotated, still works'), tone: 'warn' }
}

function StateBadge({ apiKey }: { apiKey: ApiKey }) {
  const { name, tone } = getKeyState(apiKey, useNow())
  return (
    <Badge tone={tone} {...(tone === 'plain' && { icon: CircleSlash })}>
      {t(name)}
    </Badge>
  )
}

function LastUsed({ at }: { at: string | null }) {
  const now = useNow()
  if (at === null) return t('Never')
  return <span data-tip={formatExact(at)}>{formatAgo(at, now)}</span>
}

const apiKeys = lazily(
  (): Catalogue<ApiKey> => ({
    noun: 'api_key',
    texts: {
      count: (count) => plural(count, '{count} key', '{count} keys'),
      add: t('New key'),
      create: t('Create key'),
      empty: t('No API keys yet. Create one for each of your programs.'),
    },
    title: t('API keys'),
    reference: 'api-keys',
    guide: 'guides/authentication',
    lead: t(
      'Your programs sign in with a key. It acts as you or as a service user, within its scopes, until it expires or you revoke it. We show it only once.',
    ),
    operations: { list: 'listApiKeys', create: 'createApiKey', remove: 'revokeApiKey' },
    nameOf: ({ name }) => name,
    columns: [
      { header: t('Name'), cell: ({ name }) => name },
      { header: t('Ends in'), cell: ({ lastFour }) => <code className="font-mono">…{lastFour}</code>, from: 'sm' },
      { header: t('Scopes'), cell: ({ scopes }) => scopes.join(' '), from: 'lg', grows: true },
      { header: t('Last used'), cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} />, from: 'md' },
      { header: t('Expires'), cell: ({ expiresAt }) => <span data-tip={formatMoment(expiresAt)}>{formatDay(expiresAt)}</span>, from: 'xl' },
      { header: t('State'), cell: (apiKey) => <StateBadge apiKey={apiKey} /> },
    ],
    fields: [
      {
        kind: 'text',
        name: 'name',
        label: t('Name'),
        required: true,
        maxLength: 255,
        placeholder: t('Nightly import'),
        hint: t('Say what the key is for. Use a separate key for each program.'),
      },
      {
        kind: 'custom',
        name: 'userId',
        label: t('Acts as'),
        Input: createReferenceInput<User>(userSource, {
          empty: t('You'),
          only: ({ kind, status }) => kind === 'SERVICE' && status === 'ACTIVE',
        }),
        hint: t('A service user gives a program a name of its own. It keeps working when you leave.'),
      },
      { kind: 'custom', name: 'scopes', label: t('What it can do'), Input: ScopesInput, isGroup: true },
      { kind: 'duration', name: 'expiresInDays', label: t('Stops working after'), min: 1, max: 3650, unit: 'days', required: true },
    ],
    initial: { scopes: [...(presets[0]?.scopes ?? [])], expiresInDays: 365 },
    More: ApiKeyMore,
    // Safe because the screen passes the response of creating the key, which contains the secret.
    shownOnce: { field: 'key', Component: ({ created, onClose }) => <NewApiKey apiKey={created as ApiKeyWithSecret} onClose={onClose} /> },
    removal: {
      kind: 'revoke',
      confirm: t('Revoke key'),
      consequence: () => t('Anything that uses this key stops working right away. You can’t undo this.'),
      isRemoved: ({ revokedAt }) => revokedAt !== null,
    },
  }),
)

export function ApiKeysScreen() {
  return <CatalogueScreen catalogue={apiKeys()} />
}
