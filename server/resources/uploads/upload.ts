import { uploadNotFound } from './errors.ts'

/** Declares the upload as a path id and as a reference target. */
export const upload = {
  noun: 'upload',
  table: 'uploads',
  id: { prefix: 'upl', description: 'The upload, with or without `upl_`.', notFound: uploadNotFound, versioned: false },
} as const
