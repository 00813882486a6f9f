import { defineError } from '../errors.ts'

export const storageFull = defineError('SVC-UPLOAD-STORAGE_FULL', 507, 'There is no room for this file.', {
  cause:
    'The files of your tenant have reached its quota (`UPLOADS_QUOTA_MIB`), or the disk of the service is full. Everything that was stored before is still there.',
  cure: 'Delete what is not needed, or have the operator raise the quota or add space. Then send the file again.',
})
