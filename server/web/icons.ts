/** Small icons beside words. They inherit colour and size from the surrounding text, and screen readers skip them. */
const shapes = {
  search: '<circle cx="11" cy="11" r="7"/><path d="m16.2 16.2 4.3 4.3"/>',
  book: '<path d="M12 6.5C10 4.8 7 4.2 3 4.5v13.6c4-.3 7 .3 9 2 2-1.7 5-2.3 9-2V4.5c-4-.3-7 .3-9 2Zm0 0v13.6"/>',
  article: '<path d="M6 3h8l5 5v13H6Z"/><path d="M14 3v5h5M9.5 13h6M9.5 17h6"/>',
  next: '<path d="m9 5 7 7-7 7"/>',
  language: '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18Z"/>',
  done: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  yes: '<path d="M7 21V10l4.5-7c1.5 0 2.5 1.2 2.5 2.7V9h5a2 2 0 0 1 2 2.4l-1.5 8A2 2 0 0 1 17.5 21ZM3 10v11"/>',
  no: '<path d="M17 3v11l-4.5 7c-1.5 0-2.5-1.2-2.5-2.7V15H5a2 2 0 0 1-2-2.4l1.5-8A2 2 0 0 1 6.5 3ZM21 14V3"/>',
} as const

export function drawIcon(name: keyof typeof shapes): string {
  return `<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true">${shapes[name]}</svg>`
}
