/** The part of the package's interface that is used; it has no types of its own. */
declare module 'redis-parser' {
  export default class Parser {
    constructor(options: { returnReply(reply: unknown): void; returnError(error: Error): void })
    execute(bytes: Buffer): void
  }
}
