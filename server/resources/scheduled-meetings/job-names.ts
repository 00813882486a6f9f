import { jobNamed } from '../../platform/jobs/job.ts'

export const markDeletedRecording = jobNamed<{ meetingId: string }>('mark-deleted-recording')
export const remindOfMeeting = jobNamed('remind-of-meeting')
