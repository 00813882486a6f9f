/** Contrast by WCAG 2.2: which text a colour carries, and the shade of it that is legible on a ground. */

type Rgb = readonly [number, number, number]

/** Parses `#rrggbb`. */
function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function getContrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(parse(a)), luminance(parse(b))].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Returns white or black, whichever is legible on the colour. One of the two always has a contrast of 4.5. */
export function inkOn(hex: string): string {
  return getContrast(hex, '#ffffff') >= 4.5 ? '#ffffff' : '#000000'
}

/** Returns `#rrggbb` between two colours; `share` is that of the second. */
export function mix(hex: string, other: string, share: number): string {
  const [a, b] = [parse(hex), parse(other)]
  return `#${a
    .map((value, i) =>
      Math.round(value + ((b[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Returns the colour, darkened or lightened until it has a contrast of at least `least` with every ground. */
export function legibleOn(hex: string, grounds: readonly string[], least = 4.5): string {
  const isDark = luminance(parse(grounds[0] ?? '#ffffff')) < 0.2
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mix(hex, isDark ? '#ffffff' : '#000000', share)
    if (grounds.every((ground) => getContrast(shade, ground) >= least)) return shade
  }
  return isDark ? '#ffffff' : '#000000'
}

export type BrandColours = { fill: string; fillHover: string; onFill: string; accent: string; tint: string; tintLine: string }

/**
 * Returns the colours of a page with the company's colour. On white, buttons have the colour itself; on a dark page, a lighter shade if the
 * colour would be hard to see. Links have a shade that is legible on every ground of the page.
 */
export function paintPage(color: string, { surface, canvas }: { surface: string; canvas: string }): BrandColours {
  const isDark = luminance(parse(surface)) < 0.2
  const fill = isDark ? legibleOn(color, [surface], 3) : color
  const onFill = inkOn(fill)
  const tint = mix(surface, color, isDark ? 0.2 : 0.08)
  return {
    fill,
    // A hovered button moves away from the colour of its text, so the text stays legible.
    fillHover: mix(fill, onFill === '#ffffff' ? '#000000' : '#ffffff', 0.14),
    onFill,
    accent: legibleOn(color, [surface, canvas, tint]),
    tint,
    tintLine: mix(surface, color, 0.35),
  }
}
