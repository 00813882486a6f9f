import type * as floating from './floating.ts'

type Floating = typeof floating

/**
 * Lazy-loads popups: menus, listboxes and tooltips. They share one chunk, which the first paint does not need, so it loads when the pointer
 * or the focus comes near one of them.
 */
export const loadFloating = (): Promise<Floating> => import('./floating.ts')
