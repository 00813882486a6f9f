import { uploadNotFound } from './errors.ts'

/** The id of an upload in a path, and how others refer to one. */
export const upload = {
  noun: 'upload',
  table: 'uploads',
  id: { prefix: 'upl', description: 'The upload, with or without `upl_`.', notFound: uploadNotFound, versioned: false },
} as const
