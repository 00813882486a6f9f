/**
 * Serves the logos of tenants and the style sheets of their colours, on every host with pages. Both have paths that change with their
 * contents, so browsers and mail programs can cache them for ever. A style sheet follows from its colour alone, so it needs no database.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { type Brand, brandPath, getBrandColours, getLogoPath } from '#kit/brand.ts'
import { escapeHtml as e } from '#kit/escape-html.ts'
import type { Database } from '#platform/db.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { sendFile } from '#platform/files/serve-file.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { sendStatic, staticResponse } from '#platform/http/static-response.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { findLogo } from '../resources/tenants/index.ts'
import { getFileName } from '../resources/uploads/index.ts'
import { getVersion } from './look.ts'

/** Parts of a tenant’s brand that pages show. */
export type PageBrand = {
  readonly name: string
  /** Path of the logo; null without one. */
  readonly logo: string | null
  /** Path of the style sheet with the tenant's colour; null for the service's colours. */
  readonly style: string | null
}

/** Version of the rules below, so that browsers load the style sheet of a colour again when these change. */
const version = getVersion(Buffer.from(writeStyle('#0b6e4f') + writeStyle('#ffd54f')))

export function toPageBrand(tenantId: Uuid, name: string, brand: Brand): PageBrand {
  const style = brand.color === null ? null : `${brandPath}/${version}/${brand.color.slice(1)}.css`
  return { name, logo: getLogoPath(tenantId, brand), style }
}

/** Draws the logo, or nothing. It is decorative, because the name is beside it. */
export function drawLogo({ logo }: PageBrand): string {
  return logo === null ? '' : `<img class="logo" src="${e(logo)}" alt="">`
}

/** Returns the handler of a path; null for paths of other pages. */
export function createBrandFiles({ config, db }: { config: Config; db: Database }): (path: string) => PageHandler | null {
  return (path) => {
    if (!path.startsWith(`${brandPath}/`)) return null
    const [, , owner = '', name = '', ...rest] = path.split('/')
    const tenantId = owner.startsWith('ten_') ? parseTypeId('ten', owner) : null
    const uploadId = name.startsWith('upl_') ? parseTypeId('upl', name) : null
    if (rest.length > 0) return sendMissing
    if (tenantId !== null && uploadId !== null) return (req, res) => serveLogo({ config, db }, req, res, { tenantId, uploadId })
    const color = /^([0-9a-f]{6})\.css$/.exec(name)?.[1]
    if (color === undefined || owner !== version) return sendMissing
    return (req, res) => sendStatic(req, res, staticResponse('text/css; charset=utf-8', writeStyle(`#${color}`), { cache: 'immutable' }))
  }
}

/** Sends the logo. Mails show it for years, so the path of an earlier logo leads to the present one. */
async function serveLogo(
  { config, db }: { config: Config; db: Database },
  req: IncomingMessage,
  res: ServerResponse,
  { tenantId, uploadId }: { tenantId: Uuid; uploadId: Uuid },
): Promise<void> {
  const logo = await db.first(findLogo, { tenantId })
  if (!logo) return sendMissing(req, res)
  if (logo.id !== uploadId) {
    const headers = {
      Location: getLogoPath(tenantId, { logoUploadId: logo.id, color: null }) ?? '',
      'Cache-Control': 'no-cache',
      'Content-Length': '0',
    }
    return void res.writeHead(302, headers).end()
  }
  const { filename, contentType } = logo
  const file = {
    filename,
    contentType,
    key: { tenantId, name: getFileName({ id: logo.id }) },
    cache: 'public, max-age=31536000, immutable',
  }
  return sendFile(req, res, file, getFileStore(config))
}

const sendMissing = (req: IncomingMessage, res: ServerResponse): Promise<void> =>
  sendStatic(req, res, staticResponse('text/plain; charset=utf-8', 'There is no such file.\n', { status: 404 }))

function writeStyle(color: string): string {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => {
    const { fill, fillHover, onFill, accent, tint, tintLine } = getBrandColours(color, theme)
    return `--fill:${fill};--fill-hover:${fillHover};--on-fill:${onFill};--accent:${accent};--tint:${tint};--tint-line:${tintLine}`
  })
  return `:root{${light}}\n@media (prefers-color-scheme:dark){:root{${dark}}}\n`
}
