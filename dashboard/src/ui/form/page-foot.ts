import { createContext } from 'react'

/** The element at the foot of a page, which stays in view while the page scrolls. Null during the first render and outside pages. */
export const PageFootContext = createContext<HTMLElement | null>(null)
