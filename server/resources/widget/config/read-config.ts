/** Reads what a chat needs before a visitor writes. Nothing in it identifies an agent, apart from first names. */
import type { Config } from '../../../config.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { createFileLinks } from '#platform/files/file-links.ts'
import type { Static } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { WidgetSettings } from '../../../channels/widget/settings.ts'
import { findNextOpening } from '../../business-hours/index.ts'
import type { Widget } from '../../inboxes/index.ts'
import { findUpload, getFileName } from '../../uploads/index.ts'
import { type WidgetLanguage, widgetLanguages } from '../languages.ts'
import { toPublicPerson } from '../public-person.ts'
import { type AskedField, findInboxHours, findMedianAnswer, hasOpenArticle, listAskedFields, listTeam } from './queries.ts'
import type { WidgetConfig } from './schema.ts'

type Services = { readonly db: Queryable; readonly secrets: Pick<Secrets, 'derive'>; readonly config: Pick<Config, 'baseUrl'> }
type ConfigWire = Static<typeof WidgetConfig>

const maxPeople = 8

export async function readWidgetConfig({ db, secrets, config }: Services, widget: Widget, language: WidgetLanguage): Promise<ConfigWire> {
  const { tenantId, inboxId, teamId, settings } = widget
  const { appearance } = settings
  const [times, people, median, article, fields, logo] = await Promise.all([
    db.first(findInboxHours, { tenantId, inboxId }),
    db.rows(listTeam, { tenantId, teamId, limit: maxPeople }),
    db.first(findMedianAnswer, { tenantId, inboxId }),
    settings.helpCenter ? db.first(hasOpenArticle, { tenantId }) : null,
    db.rows(listAskedFields, { tenantId, keys: settings.preChat.map(({ field }) => field) }),
    appearance.logoUploadId === null ? null : db.first(findUpload, { tenantId, id: appearance.logoUploadId }),
  ])
  const { now = databaseNow(), hours = null, targetMinutes = null } = times ?? {}
  const opening = hours === null ? now : findNextOpening(hours, now)
  const isOpen = opening !== null && opening <= now
  const { color, position, title, greeting, launcher, zIndex } = appearance
  const { files, askRating, requireIdentity, pageUrl } = settings
  return {
    key: widget.key,
    name: widget.tenantName,
    title,
    greeting,
    launcher,
    color,
    position,
    logoUrl:
      logo?.state === 'READY'
        ? createFileLinks(config.baseUrl, secrets)
            .of(tenantId)
            .read({ name: getFileName(logo), filename: logo.filename, contentType: logo.contentType }, getLogoExpiry())
        : null,
    zIndex,
    preChat: toQuestions(settings.preChat, fields, language),
    files,
    helpCenter: article?.found ?? false,
    askRating,
    continuity: settings.continuity !== null,
    requireIdentity,
    pageUrl,
    languages: [...widgetLanguages],
    team: people.map(({ name, online }) => ({ ...toPublicPerson(name), online })),
    online: isOpen && people.some(({ online }) => online),
    nextOpening: isOpen || opening === null ? null : new Date(opening).toISOString(),
    expectedReplySeconds: toSeconds(median?.ms ?? null) ?? (targetMinutes === null ? null : targetMinutes * 60),
  }
}

const labels: Readonly<Record<WidgetLanguage, { NAME: string; EMAIL: string }>> = {
  en: { NAME: 'Name', EMAIL: 'Email' },
  de: { NAME: 'Name', EMAIL: 'E-Mail' },
}

/** Leaves out custom fields that were archived or deleted since they were chosen. */
function toQuestions(asked: WidgetSettings['preChat'], fields: readonly AskedField[], language: WidgetLanguage): ConfigWire['preChat'] {
  return asked.flatMap(({ field, required }) => {
    if (field === 'NAME') return [{ field, label: labels[language].NAME, type: 'TEXT' as const, options: null, required }]
    if (field === 'EMAIL') return [{ field, label: labels[language].EMAIL, type: 'EMAIL' as const, options: null, required }]
    const custom = fields.find(({ key }) => key === field)
    if (!custom) return []
    const open = custom.options.filter(({ archived }) => !archived).map(({ value, label }) => ({ value, label }))
    // Safe because the types of custom fields are among those of questions.
    const type = custom.type as ConfigWire['preChat'][number]['type']
    return [{ field, label: custom.name, type, options: type === 'SELECT' || type === 'MULTISELECT' ? open : null, required }]
  })
}

const hourMs = 3_600_000

/** Returns the same time for an hour, so that browsers can cache the picture. */
function getLogoExpiry(): Date {
  return new Date((Math.floor(databaseNow() / hourMs) + 2) * hourMs)
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.max(1, Math.round(ms / 1_000))
}
