/** Types of the parts of autocannon that the benchmarks use; the package ships none. */
declare module 'autocannon' {
  namespace autocannon {
    type Request = {
      method: string
      path: string
      headers: Record<string, string>
      body?: string
      setupRequest?: (request: Request) => Request
    }
    type Options = {
      url: string
      connections: number
      /** Seconds. */
      duration: number
      timeout: number
      setupClient: (client: { setRequests(requests: Request[]): void }) => void
    }
    type Result = { requests: { total: number }; latency: { p99: number }; duration: number; errors: number; non2xx: number }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export default autocannon
}
