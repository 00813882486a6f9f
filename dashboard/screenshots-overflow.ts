import type { Page } from 'playwright-core'

/**
 * Returns what does not fit on the screen: a page, pane or dialog that scrolls sideways, an element that leaves the screen, a text that is
 * cut without an ellipsis, and one that is squeezed to a letter a line.
 */
export async function findOverflow(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element)
    const isWide = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth + 1
    const scrolls = (element: Element): boolean => /auto|scroll/.test(styleOf(element).overflowX)
    const describe = (element: Element): string =>
      `${element.localName} “${(element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60)}” (${String(element.className).slice(0, 80)})`
    const ancestorsOf = (element: Element): Element[] => {
      const parent = element.parentElement
      return parent && parent !== document.body ? [parent, ...ancestorsOf(parent)] : []
    }
    /** Whether an element scrolls its content up and down. A row of chips or a block of code may scroll sideways, within itself. */
    const isPane = (element: Element): boolean =>
      element.matches('section, aside, dialog, [role=menu], [role=listbox], [class*=overflow-y-auto]')
    /** Whether an element waits beyond the start of the screen until it gets the focus, as the link that skips to the content does. */
    const isParked = (element: Element): boolean =>
      [element, ...ancestorsOf(element)].some((each) => styleOf(each).position === 'absolute' && each.getBoundingClientRect().right < 0)
    const sideways = [document.documentElement, ...document.querySelectorAll('main *, dialog, dialog *')].filter(
      (element) => isWide(element) && (element === document.documentElement || (isPane(element) && scrolls(element))),
    )
    const problems = sideways.map((element) => `${describe(element)} scrolls sideways`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const seen = new Set<Element>()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (!element || seen.has(element) || node.nodeValue?.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      seen.add(element)
      if (element.closest('option, script, style, noscript, svg, [aria-hidden=true], [inert]')) continue
      if (isParked(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, width, height, top } = range.getBoundingClientRect()
      const around = [element, ...ancestorsOf(element)]
      // A text for screen readers only has a box of one pixel.
      if (width < 2 || around.some((each) => each.clientWidth <= 1 && styleOf(each).position === 'absolute')) continue
      const clipping = around.filter((each) => styleOf(each).overflowX !== 'visible' && each.localName !== 'html')
      const [holder] = clipping
      const hasEllipsis = around.some((each) => styleOf(each).textOverflow === 'ellipsis' || styleOf(each).webkitLineClamp !== 'none')
      // A holder that cuts with an ellipsis can itself leave the screen, or be cut by another one.
      const shown = holder ? holder.getBoundingClientRect() : { left, right }
      const outer = clipping.at(1)?.getBoundingClientRect()
      const isScrolled = clipping.some(scrolls)
      if (!isScrolled && (Math.min(right, shown.right) > innerWidth + 1 || Math.max(left, shown.left) < -1))
        problems.push(`${describe(element)} leaves the screen`)
      else if (!isScrolled && outer && (Math.min(right, shown.right) > outer.right + 1 || Math.max(left, shown.left) < outer.left - 1))
        problems.push(`${describe(element)} is cut`)
      else if (holder && !scrolls(holder) && !hasEllipsis) {
        const box = holder.getBoundingClientRect()
        if (right > box.right + 1 || left < box.left - 1) problems.push(`${describe(element)} is cut`)
      }
      const line = Number.parseFloat(styleOf(element).lineHeight) || 18
      const letters = (node.nodeValue ?? '').trim().length
      if (letters > 4 && height > 3.5 * line && width < 1.2 * line && top < innerHeight) problems.push(`${describe(element)} is squeezed`)
    }
    for (const element of document.querySelectorAll('button, input, [role=menu], [role=listbox], dialog')) {
      const { left, right, width } = element.getBoundingClientRect()
      if (width < 2 || !element.checkVisibility({ visibilityProperty: true }) || isParked(element)) continue
      const holder = ancestorsOf(element).find((each) => scrolls(each))
      if (!holder && (right > innerWidth + 1 || left < -1)) problems.push(`${describe(element)} leaves the screen`)
    }
    return [...new Set(problems)]
  })
}
