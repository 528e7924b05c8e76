import type { Trade, TradeRun } from '../facts/trade.ts'

/**
 * The sales of what a newcomer bought. `reached`: attempts that got as far as selling; `failed`: those of them that could not.
 * `patientFailed`: the one who waited longest could not either: a cool-down or a launch window does not explain it.
 */
export function salesOf({ runs }: Trade): { reached: TradeRun[]; failed: TradeRun[]; patientFailed: boolean } {
  const reached = runs.filter(
    ({ scenario, failed, sellTax }) =>
      scenario !== 'holder' && (sellTax !== null || failed?.step === 'sell' || failed?.step === 'approve'),
  )
  const failed = reached.filter(({ sellTax }) => sellTax === null)
  const patient = reached.find(({ scenario }) => scenario === 'day-later')
  return { reached, failed, patientFailed: patient ? patient.sellTax === null : failed.length === reached.length }
}
