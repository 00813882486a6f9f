/** Types of the parts of s3rver that tests use; the package has none for this version. */
declare module '@20minutes/s3rver' {
  export type Context = { path: string; mountPath?: string; state: { vhost?: boolean } }
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string; configureBuckets: { name: string }[] })
    middleware: ((context: Context, next: () => Promise<unknown>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
