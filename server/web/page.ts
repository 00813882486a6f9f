/** Layout of every page that the service renders. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import { drawLogo, type PageBrand } from './brand.ts'
import { styleLinks } from './look.ts'

export type Page = {
  /** Class of the body, which selects a part of the style sheet. */
  style: 'form' | 'help' | 'docs' | 'docs reference'
  language: string
  direction?: 'ltr' | 'rtl'
  title: string
  description?: string
  /** URL for search engines; null for a page that they must not index. */
  canonical: string | null
  /** Additional elements of the head. */
  head?: string
  /** Without one, the page looks like the service's own. */
  brand?: PageBrand | null
  /** HTML. */
  body: string
}

export function renderPage({ style, language, direction, title, description, canonical, head = '', brand = null, body }: Page): string {
  return `<!doctype html>
<html lang="${e(language)}"${direction === undefined ? '' : ` dir="${direction}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${e(title)}</title>
${description === undefined ? '' : `<meta name="description" content="${e(description)}">`}
${canonical === null ? `<meta name="robots" content="noindex${style === 'form' ? ', nofollow' : ''}">` : `<link rel="canonical" href="${e(canonical)}">`}
<link rel="icon" href="data:,">
${styleLinks}
${brand?.style ? `<link rel="stylesheet" href="${e(brand.style)}">` : ''}
${head}
</head>
<body class="${style}">
${body}
</body>
</html>
`
}

/** Headers of pages with one form. */
export const formHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
}

/** Renders a page with one form, or with a message, for a tenant's customer or user. Without `brand`, names no tenant. */
export function formPage(language: string, title: string, brand: PageBrand | null, content: string): string {
  return renderPage({
    style: 'form',
    language,
    title: brand === null ? title : `${title} · ${brand.name}`,
    canonical: null,
    brand,
    body: `${brand === null ? '' : `<header class="brand">${drawLogo(brand)}${e(brand.name)}</header>`}
<main>
${content}
</main>`,
  })
}
