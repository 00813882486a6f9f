import { endpoint, found, item } from '../../kit/index.ts'
import { meeting } from './meeting.ts'
import { toReadMeeting } from './present.ts'
import { Meeting } from './schema.ts'

export const getMeeting = endpoint({
  operationId: 'getMeeting',
  method: 'GET',
  path: '/scheduled-meetings/{id}',
  tag: 'scheduled-meetings',
  scope: 'meetings:read',
  summary: 'Get a meeting',
  description: 'One meeting.',
  params: { id: meeting.id },
  responds: { 200: item(Meeting, 'The meeting') },
  etag: true,
  present: toReadMeeting,
  handle: async (context) => ({ status: 200, record: await found(context, meeting) }),
})
