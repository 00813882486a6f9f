import { uploadNotFound } from './errors.ts'

/** The upload as operations name it in a path and as other objects refer to it. */
export const upload = {
  noun: 'upload',
  table: 'uploads',
  id: { prefix: 'upl', description: 'The upload, with or without `upl_`.', notFound: uploadNotFound, versioned: false },
} as const
