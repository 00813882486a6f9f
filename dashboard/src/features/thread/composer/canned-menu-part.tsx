import { lazyPart } from '../../../ui/lazy-part.tsx'

/** Loaded with the first composer, so that it is there when the agent types a slash. */
export const CannedMenu = lazyPart(async () => (await import('./canned-menu.tsx')).CannedMenu)
