/** A tenant's logo and colour, as pages and mails show them. */
import { inkOn, legibleOn, mix } from '../../widget/shared/colours.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { readColour, type Theme } from './colours.ts'

export type Brand = {
  readonly logoUploadId: Uuid | null
  /** `#rrggbb` */
  readonly color: string | null
}

/** Path below which the logos and style sheets of tenants are served, on every host with pages. */
export const brandPath = '/brand'

/** Returns the path of the tenant's logo; null without one. It changes with the logo, so browsers can cache the picture for ever. */
export function getLogoPath(tenantId: Uuid, { logoUploadId }: Brand): string | null {
  return logoUploadId === null ? null : `${brandPath}/${toTypeId('ten', tenantId)}/${toTypeId('upl', logoUploadId)}`
}

export type BrandColours = { fill: string; fillHover: string; onFill: string; accent: string; tint: string; tintLine: string }

/**
 * Returns the colours of pages and mails that depend on the brand, in one theme. Without a colour, those of the service. Buttons have the
 * colour itself, so that it is the company's; links have a shade of it that is legible on every ground of the pages.
 */
export function getBrandColours(color: string | null, theme: Theme): BrandColours {
  const read = (name: string): string => readColour(name, theme)
  if (color === null)
    return {
      fill: read('fill'),
      fillHover: read('fill-hover'),
      onFill: read('on-fill'),
      accent: read('accent'),
      tint: read('tint'),
      tintLine: read('tint-line'),
    }
  const surface = read('surface')
  const onFill = inkOn(color)
  const tint = mix(surface, color, theme === 'light' ? 0.08 : 0.2)
  return {
    fill: color,
    // A hovered button moves away from the colour of its text, so the text stays legible.
    fillHover: mix(color, onFill === '#ffffff' ? '#000000' : '#ffffff', 0.14),
    onFill,
    accent: legibleOn(color, [surface, read('canvas'), tint]),
    tint,
    tintLine: mix(surface, color, 0.35),
  }
}
