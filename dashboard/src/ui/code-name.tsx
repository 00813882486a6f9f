import { Fragment } from 'react'

/** A name that programs use, such as `thread.meeting_scheduled`: where it does not fit, it breaks after a dot or an underscore. */
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
