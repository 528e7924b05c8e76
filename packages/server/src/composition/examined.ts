/** One thing that the service needs. `failed`: it does not start, or does not scan; `warning`: it works with less. */
export type Examined = {
  part: 'database' | 'folders' | 'files' | 'simulator' | 'browser' | 'ports' | 'endpoints'
  name: string
  state: 'ok' | 'warning' | 'failed'
  detail: string
  /** An imperative for the operator; null where nothing is to be done. */
  remedy: string | null
}
