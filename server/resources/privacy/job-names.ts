import { jobNamed } from '../../kit/index.ts'

/** Its key is the request, with the suffix `late` for the second round. */
export const erasePersonalData = jobNamed('erase-personal-data')
/** Its key is the request. */
export const exportPersonalData = jobNamed('export-personal-data')
/** Its key is the request. */
export const forgetExport = jobNamed('forget-export')
/** Of each tenant there is one. */
export const eraseClosedThreads = jobNamed('erase-closed-threads')
