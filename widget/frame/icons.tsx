/** Icons of lucide (ISC), 24 × 24. */
const paths = {
  home: 'm3 10 9-7 9 7v10a1 1 0 0 1-1 1h-5v-7H9v7H4a1 1 0 0 1-1-1z',
  chat: 'M20.5 11.6c0 4.1-3.8 7.4-8.5 7.4-1.2 0-2.4-.2-3.4-.6L4 20l1.2-3.8a7 7 0 0 1-1.7-4.6c0-4.1 3.8-7.4 8.5-7.4s8.5 3.3 8.5 7.4z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.1 9a3 3 0 0 1 5.8 1c0 2-3 2.5-3 4M12 17h.01',
  send: 'M21.5 2.5 11 13M21.5 2.5l-7 19-3.5-8.5L2.5 9.500z',
  up: 'M12 19V5M5 12l7-7 7 7',
  back: 'm15 18-6-6 6-6',
  forward: 'm9 18 6-6-6-6',
  down: 'M12 5v14M19 12l-7 7-7-7',
  close: 'M18 6 6 18M6 6l12 12',
  clip: 'm16 6-8.4 8.6a2 2 0 1 0 2.8 2.800l8.400-8.600a4 4 0 1 0-5.600-5.600L4.800 11.800a6 6 0 1 0 8.500 8.500L21 12.500',
  book: 'M12 7v14M12 7a4 4 0 0 0-4-4H2v15h7a3 3 0 0 1 3 3 3 3 0 0 1 3-3h7V3h-6a4 4 0 0 0-4 4z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM21 21l-4.700-4.700',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  file: 'M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8zM14 2v6h6',
  star: 'M12 2.500l2.900 5.900 6.600 1-4.800 4.600 1.100 6.500-5.800-3.100-5.800 3.100 1.100-6.500L2.500 9.400l6.600-1z',
  external: 'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6',
} as const

export type IconName = keyof typeof paths

/** A decorative icon. Arrows that point along the line are mirrored in languages from right to left. */
export function Icon({ of, size = 20 }: { of: IconName; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" class={`icon icon-${of}`}>
      <path d={paths[of]} />
    </svg>
  )
}
