/** Work that an endpoint may fail at while it does the rest well: indexes of logs and of traces are other machines than its state. */
export type MethodClass = 'logs' | 'traces' | 'state'

/** @example methodClass('eth_getLogs') // 'logs' */
export function methodClass(method: string): MethodClass {
  if (method === 'eth_getLogs') return 'logs'
  return /^(trace|ots|debug|erigon)_/.test(method) ? 'traces' : 'state'
}
