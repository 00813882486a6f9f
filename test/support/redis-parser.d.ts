/** Types for the part of the package that is used; the package has none. */
declare module 'redis-parser' {
  export default class Parser {
    constructor(options: { returnReply(reply: unknown): void; returnError(error: Error): void })
    execute(bytes: Buffer): void
  }
}
