import { jobNamed } from '../../kit/index.ts'

export const markDeletedRecording = jobNamed<{ meetingId: string }>('mark-deleted-recording')
export const remindOfMeeting = jobNamed('remind-of-meeting')
