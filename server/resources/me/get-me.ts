import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { hasModel } from '../ai/index.ts'
import { hasFactor } from '../auth/index.ts'
import { getSettings } from '../tenants/index.ts'
import { Me } from './schema.ts'

export const getMe = endpoint.read({
  operationId: 'getMe',
  path: '/me',
  tag: 'me',
  scope: 'any',
  duringEnrolment: true,
  summary: 'Get the caller',
  description: 'Returns the tenant, the user and the key of this request’s credential. Any valid credential may call this.',
  responds: { 200: item(Me, 'The caller') },
  present: toMe,
  async handle({ db, config, principal }) {
    const { tenantId, user, credential } = principal
    const secondFactor = credential.type === 'API_KEY' ? null : await hasFactor(db, { tenantId, userId: user.id })
    return { status: 200, record: { ...principal, secondFactor, hasLanguageModel: hasModel(config, getSettings(principal)) } }
  },
})

function toMe({
  tenantId,
  tenant,
  user,
  scopes,
  credential,
  secondFactor,
  hasLanguageModel,
}: Principal & { secondFactor: boolean | null; hasLanguageModel: boolean }): Static<typeof Me> {
  return {
    tenant: { id: toTypeId('ten', tenantId), slug: tenant.slug, name: tenant.name, hasLanguageModel },
    user: { id: toTypeId('usr', user.id), name: user.name, email: user.email, role: user.role },
    secondFactor,
    key:
      credential.type === 'API_KEY'
        ? { id: toTypeId('key', credential.id), name: credential.name, scopes: [...scopes], expiresAt: credential.expiresAt }
        : null,
  }
}
