import type { Page } from 'playwright-core'

/** Returns elements that overflow: a page or pane that scrolls sideways, or a table that its frame cuts off. */
export async function findOverflow(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const isWide = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth
    const panes = [...document.querySelectorAll('main section, main aside, dialog, dialog *')]
    const scrolling = panes.filter((pane) => isWide(pane) && /auto|scroll/.test(getComputedStyle(pane).overflowX))
    const describe = (element: Element): string => `${element.localName}.${element.className}`
    // The frame of a table hides its overflow.
    const cut = [...document.querySelectorAll('main table')].filter(
      ({ scrollWidth, parentElement }) => scrollWidth > (parentElement?.clientWidth ?? 0),
    )
    return [
      ...[document.documentElement, ...scrolling].filter(isWide).map((element) => `${describe(element)} scrolls sideways`),
      ...cut.map((table) => `the table “${table.ariaLabel}” is cut`),
    ]
  })
}
