import type * as floating from './floating.ts'

type Floating = typeof floating

/**
 * Loads what floats above the page: menus, lists of choices and tooltips. They share one file, which the first paint does not need, so it
 * is loaded when the pointer or the focus comes near one of them.
 */
export const loadFloating = (): Promise<Floating> => import('./floating.ts')
