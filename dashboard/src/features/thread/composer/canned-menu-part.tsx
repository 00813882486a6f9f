import { lazyPart } from '../../../ui/lazy-part.tsx'

/** Lazy-loads the menu with the first composer, so that it is ready when the agent types a slash. */
export const CannedMenu = lazyPart(async () => (await import('./canned-menu.tsx')).CannedMenu)
