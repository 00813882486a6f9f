import { linkParts } from './link-parts.ts'

/** Text whose web addresses can be followed. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(({ at, words, isLink }) =>
    isLink ? (
      <a key={at} href={words} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
        {words}
      </a>
    ) : (
      words
    ),
  )
}
