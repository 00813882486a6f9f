/** A tenant's logo and colour, as pages and mails show them. */
import { type BrandColours, paintPage } from '../../widget/shared/colours.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { readColour, type Theme } from './colours.ts'

export type Brand = {
  readonly logoUploadId: Uuid | null
  /** `#rrggbb` */
  readonly color: string | null
}

/** Path below which the logos and style sheets of tenants are served, on every host with pages. */
export const brandPath = '/brand'

/** Returns the path of the tenant's logo; null without one. It changes with the logo, so browsers can cache the picture without a time limit. */
export function getLogoPath(tenantId: Uuid, { logoUploadId }: Brand): string | null {
  return logoUploadId === null ? null : `${brandPath}/${toTypeId('ten', tenantId)}/${toTypeId('upl', logoUploadId)}`
}

/** Returns the colours of pages and mails that depend on the brand, in one theme. Without a colour, those of the service. */
export function getBrandColours(color: string | null, theme: Theme): BrandColours {
  const read = (name: string): string => readColour(name, theme)
  if (color !== null) return paintPage(color, { surface: read('surface'), canvas: read('canvas') })
  return {
    fill: read('fill'),
    fillHover: read('fill-hover'),
    onFill: read('on-fill'),
    accent: read('accent'),
    tint: read('tint'),
    tintLine: read('tint-line'),
  }
}
