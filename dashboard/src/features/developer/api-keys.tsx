import type { ApiKey, ApiKeyWithSecret } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import { formatAgo, formatDay, formatMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { ApiKeyMore } from './api-key-more.tsx'
import { NewApiKey } from './new-api-key.tsx'
import { presets, ScopesInput } from './scopes-input.tsx'

type State = { name: string; tone: 'good' | 'plain' | 'warn' }

export function getKeyState({ revokedAt, expiresAt, rotatedTo }: ApiKey, now: number): State {
  if (revokedAt !== null) return { name: 'Revoked', tone: 'plain' }
  if (Date.parse(expiresAt) <= now) return { name: 'Expired', tone: 'plain' }
  return rotatedTo === null ? { name: 'Active', tone: 'good' } : { name: 'Rotated, still works', tone: 'warn' }
}

function StateBadge({ apiKey }: { apiKey: ApiKey }) {
  const { name, tone } = getKeyState(apiKey, useNow())
  return <Badge tone={tone}>{name}</Badge>
}

function LastUsed({ at }: { at: string | null }) {
  const now = useNow()
  return <>{at === null ? 'Never' : formatAgo(at, now)}</>
}

export const apiKeys: Catalogue<ApiKey> = {
  noun: 'api_key',
  one: 'key',
  many: 'keys',
  title: 'API keys',
  reference: 'api-keys',
  guide: 'authentication',
  lead: 'Credentials for your programs. A key acts as you, within its scopes, until it expires or is revoked. It is shown once.',
  operations: { list: 'listApiKeys', create: 'createApiKey', remove: 'revokeApiKey' },
  nameOf: ({ name }) => name,
  columns: [
    { header: 'Name', cell: ({ name }) => name },
    { header: 'Ends in', cell: ({ lastFour }) => <code className="font-mono">…{lastFour}</code>, from: 'sm' },
    { header: 'Scopes', cell: ({ scopes }) => scopes.join(' '), from: 'lg', grows: true },
    { header: 'Last used', cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} />, from: 'md' },
    { header: 'Expires', cell: ({ expiresAt }) => <span title={formatMoment(expiresAt)}>{formatDay(expiresAt)}</span>, from: 'xl' },
    { header: 'State', cell: (apiKey) => <StateBadge apiKey={apiKey} /> },
  ],
  fields: [
    {
      kind: 'text',
      name: 'name',
      label: 'Name',
      required: true,
      maxLength: 255,
      placeholder: 'Nightly import',
      hint: 'What the key is for: one for each program.',
    },
    { kind: 'custom', name: 'scopes', label: 'What it may do', Input: ScopesInput, isGroup: true },
    { kind: 'duration', name: 'expiresInDays', label: 'Stops working after', min: 1, max: 3650, unit: 'days', required: true },
  ],
  initial: { scopes: [...(presets[0]?.scopes ?? [])], expiresInDays: 365 },
  More: ApiKeyMore,
  // Safe because the screen passes the response of creating the key, which contains the secret.
  shownOnce: { field: 'key', Component: ({ created, onClose }) => <NewApiKey apiKey={created as ApiKeyWithSecret} onClose={onClose} /> },
  removal: {
    verb: 'Revoke',
    consequence: () => 'What uses it is refused within a second, and nothing brings it back.',
    isRemoved: ({ revokedAt }) => revokedAt !== null,
  },
}

export function ApiKeysScreen() {
  return <CatalogueScreen catalogue={apiKeys} />
}
