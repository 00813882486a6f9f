import { endpoint } from '#kit/endpoint.ts'
import { item } from '#kit/endpoint-declaration.ts'
import type { AnonymousReadContext } from '#kit/handler.ts'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { type CachedLookUp, cacheBriefly } from '#platform/remember.ts'
import type { Static } from '#platform/schema.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { checkHost, requireActiveWidget } from '../find-active-widget.ts'
import { chooseWidgetLanguage, findWidgetLanguage } from '../languages.ts'
import { readWidgetConfig } from './read-config.ts'
import { WidgetConfig, WidgetConfigQuery } from './schema.ts'

const cacheSeconds = 60

type Services = Pick<AnonymousReadContext<unknown>, 'db' | 'secrets' | 'config'>
type Found = { tenantId: Uuid; record: Static<typeof WidgetConfig> }
/** The cache of each open database. */
const caches = new WeakMap<Database, CachedLookUp<Found>>()

function getCache(services: Services): CachedLookUp<Found> {
  const known = caches.get(services.db)
  if (known) return known
  const made = cacheBriefly((argument) => find(services, argument), { ttlMs: cacheSeconds * 1_000, size: 2_000 })
  caches.set(services.db, made)
  return made
}

/** `argument` is a key and the language that the visitor prefers, if it is known. */
async function find(services: Services, argument: string): Promise<Found> {
  const [key = '', preferred] = argument.split(' ')
  const widget = await requireActiveWidget(services.db, key, null)
  return { tenantId: widget.tenantId, record: await readWidgetConfig(services, widget, chooseWidgetLanguage(preferred, widget.locale)) }
}

export const getWidgetConfig = endpoint.anonymousRead({
  operationId: 'getWidgetConfig',
  path: '/widget/config',
  tag: 'widget',
  summary: 'Get the configuration of a chat',
  description:
    'What a chat shows before a visitor writes: its appearance, what a visitor is asked, and who answers. It may be a minute old. Reading ' +
    'it stores nothing.',
  query: WidgetConfigQuery,
  responds: { 200: item(WidgetConfig, 'The configuration') },
  errors: [widgetNotFound],
  cacheSeconds,
  present: (record: Static<typeof WidgetConfig>) => record,
  async handle({ db, secrets, config, query: { key, locale = '' }, hostTenantId }) {
    const { tenantId, record } = await getCache({ db, secrets, config })(`${key.replaceAll(' ', '')} ${findWidgetLanguage(locale) ?? ''}`)
    checkHost(tenantId, hostTenantId)
    return { status: 200, record }
  },
})
