import { standard } from '../../kit/index.ts'
import { apiKey } from './api-key.ts'

export const listApiKeys = standard.list(apiKey, {
  summary: 'List API keys',
  description: 'All keys of the tenant, revoked and expired ones included, newest first. The keys themselves are never shown again.',
})
