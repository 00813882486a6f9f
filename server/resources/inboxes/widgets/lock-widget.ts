import { lockResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { getWidget } from '../change-widget.ts'
import { channelNotConnected } from '../errors.ts'
import { inbox } from '../inbox.ts'

type Context = Parameters<typeof lockResource>[0]

/** Locks the inbox. Throws 422 unless it is a website chat. */
export async function lockWidget(context: Context) {
  const current = await lockResource(context, inbox)
  const settings = getWidget(current)
  if (settings === null) throw new ApiError(channelNotConnected, { message: 'The inbox is no website chat.' })
  return { current, settings }
}
