import { splitLinks } from './split-links.ts'

/** Renders text with links, and without line breaks inside codes. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ at, words, isLink }) =>
    isLink ? (
      <a key={at} href={words} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
        {words}
      </a>
    ) : (
      <UnbrokenCodes key={at} text={words} />
    ),
  )
}

/** Keeps codes such as `ERR-401` on one line. Browsers break after the hyphen, and in Arabic text the halves would swap places. */
export function UnbrokenCodes({ text }: { text: string }) {
  return text.split(/\b([A-Z][A-Z\d]{1,11}-\d{1,11}|\d{4}-\d\d-\d\d)\b/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts have no ids, and all change together.
      <span key={i} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
