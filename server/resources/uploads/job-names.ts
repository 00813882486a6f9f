import { jobNamed } from '../../kit/index.ts'

/** `until` is when the URL for sending expires. */
export const checkArrival = jobNamed<{ until: string }>('check-arrival')
export const removeFiles = jobNamed<{ names: string[] }>('remove-files')
