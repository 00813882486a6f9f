/** The colours of the dashboard's two themes, for the service's own pages and mails. Reads the dashboard's style sheet, which declares them. */
import { readFileSync } from 'node:fs'

export type Theme = 'light' | 'dark'

const declarations = readDeclarations(readFileSync(new URL('../../dashboard/src/ui/tokens.css', import.meta.url), 'utf8'))

/** Returns the value of a custom property in one theme, such as `#ffffff` for `surface`. */
export function readColour(name: string, theme: Theme): string {
  const value = declarations.get(name)
  if (value === undefined) throw new Error(`tokens.css declares no --${name}`)
  return chooseTheme(value, theme)
}

/** Returns all custom properties of one theme as CSS declarations. They need no `light-dark()`, which browsers before 2024 lack. */
export function toCustomProperties(theme: Theme): string {
  return [...declarations].map(([name, value]) => `--${name}:${chooseTheme(value, theme)};`).join('')
}

/** Parses the custom properties of the first `:root` block. */
function readDeclarations(css: string): ReadonlyMap<string, string> {
  const block = /:root \{(.*?)\n\}/s.exec(css)?.[1] ?? ''
  return new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ')]))
}

function chooseTheme(value: string, theme: Theme): string {
  return value.replaceAll(/light-dark\(([^(),]+), ([^(),]+)\)/g, theme === 'light' ? '$1' : '$2')
}
