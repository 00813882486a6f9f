import { createContext } from 'react'

/** Footer element of a page, which stays visible while the page scrolls. Null during the first render and outside pages. */
export const PageFootContext = createContext<HTMLElement | null>(null)
