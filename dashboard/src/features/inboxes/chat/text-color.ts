/** Returns white or black, whichever is easier to read on the colour `#rrggbb`. Its contrast is always at least 4.5 (WCAG 2.2). */
export function readTextColor(color: string): '#ffffff' | '#000000' {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = channels
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // The contrasts are (1 + 0.05) / (luminance + 0.05) with white, and (luminance + 0.05) / 0.05 with black.
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? '#000000' : '#ffffff'
}
