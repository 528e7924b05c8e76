import type { Edge } from './context.ts'
import type { ScanRecord } from './ports.ts'

/** An answer waits this many milliseconds for its record, then goes without. */
const LONGEST_WAIT = 1_000

/**
 * Writes the record of a scan before its answer is sent, so that GET /v1/scans/{requestId} finds it. The answer is
 * worth more than the record: a write that fails or hangs is logged and counted, never thrown.
 * @returns The id under which the scan is kept; null when it is not.
 */
export async function keepScan({ ports, metrics, log }: Edge, record: ScanRecord): Promise<string | null> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The store did not answer in time')), LONGEST_WAIT)
  try {
    return await Promise.race([ports.scanRecords.add(record), tooLong])
  } catch (err) {
    metrics.scanRecordLost()
    log('error', { requestId: record.requestId, err }, 'scan record lost')
    return null
  } finally {
    clearTimeout(timer)
  }
}
