/** Traces of scans, where an operator has them collected. */
export type Tracer = {
  /**
   * Begins the trace of a scan.
   * @param request.traceparent header of the request (W3C Trace Context), whose trace it then joins.
   * @returns null: this one is not sampled.
   */
  scan(request: { route: string; requestId: string; traceparent: string | undefined }): ScanTrace | null
}

export type ScanTrace = {
  /** A fact is a span from when it was asked for until it is known or missing. */
  fact(name: string, state: 'asked' | 'known' | 'missing'): void
  /** @param status of the answer; null: the client went away. */
  end(status: number | null): void
}
