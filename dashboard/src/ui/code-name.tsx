import { Fragment } from 'react'

/** A name from the API, such as `thread.meeting_scheduled`. It may wrap after a dot or an underscore. */
export function CodeName({ children }: { children: string }) {
  const parts = children.split(/(?<=[._])/)
  return (
    <code className="font-mono text-xs">
      {parts.map((part, index) => (
        <Fragment key={parts.slice(0, index + 1).join('')}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  )
}
