/** The four chart colours as classes. In forced-colors mode, lines differ by dash pattern, bars by position and fill. */
export type Tone = 1 | 2 | 3 | 4

export const strokes: Readonly<Record<Tone, string>> = {
  1: 'stroke-chart-1 forced-colors:stroke-[CanvasText]',
  2: 'stroke-chart-2 forced-colors:stroke-[CanvasText]',
  3: 'stroke-chart-3 forced-colors:stroke-[CanvasText]',
  4: 'stroke-chart-4 forced-colors:stroke-[CanvasText]',
}
export const fills: Readonly<Record<Tone, string>> = {
  1: 'fill-chart-1 forced-colors:fill-[CanvasText]',
  2: 'fill-chart-2 forced-colors:fill-[CanvasText]',
  3: 'fill-chart-3 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
  4: 'fill-chart-4 forced-colors:fill-[Highlight]',
}
