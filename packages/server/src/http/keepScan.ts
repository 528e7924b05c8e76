import type { ScanRecord } from '../domain/scanRecord.ts'
import { inTime } from '../lib/withTimeout.ts'
import type { EntityJudgement } from '../usecases/reports/entityJudgement.ts'
import { pointOf } from '../usecases/reports/scoreHistory.ts'
import type { Edge } from './context.ts'

/** An answer waits this many milliseconds for its record, then goes without. */
const LONGEST_WAIT = 1_000
const TOO_LATE = 'The store did not answer in time'

/**
 * Writes the record of a scan, and the day's score of its subject, before the answer is sent, so that GET
 * /v1/scans/{requestId} finds it. The answer is worth more than either: a write that fails or hangs is logged and counted,
 * never thrown.
 * @param judged the judgement, when the scan is of a lasting entity; null: it is of none, or the request switched off facts
 * that the score rests on.
 * @param alike whether it rests on what other scans of the subject do, so that those who watch it may be told of a change.
 * @returns The id under which the scan is kept; null when it is not.
 */
export async function keepScan(
  edge: Edge,
  record: ScanRecord,
  judged: EntityJudgement | null = null,
  alike = true,
): Promise<string | null> {
  const { ports, metrics, log } = edge
  const { requestId } = record
  const point = judged && pointOf(judged, record)
  const scored = point && inTime(ports.entityScores.put(point), LONGEST_WAIT, TOO_LATE)
  const [kept] = await Promise.all([
    inTime(ports.scanRecords.add(record), LONGEST_WAIT, TOO_LATE).catch((err: unknown) => {
      metrics.scanRecordLost()
      log('error', { requestId, err }, 'scan record lost')
      return null
    }),
    scored?.catch((err: unknown) => {
      metrics.scanRecordLost()
      log('error', { requestId, err }, 'score of the day lost')
    }),
  ])
  if (judged !== null && point !== null && alike) ports.onScored(judged, record)
  return kept
}
