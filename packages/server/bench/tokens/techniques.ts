import type { ScamSignalId } from '@redoubt/risk/contract/scamSignals.ts'
import type { TokenRow } from './readTokens.ts'

/** Which signs claim what the set's authors call a technique (RPHunter's seven, CRPWarner's `mint` and `limit`). */
const CLAIMS: Record<string, ScamSignalId[]> = {
  'Hidden Mint/Burn': ['hidden-mint', 'counted-mint', 'sets-balance'],
  'Hidden Balance Modification': ['sets-balance', 'rewrites-balance', 'balances-elsewhere'],
  'Address Restrict': ['party-list', 'unwritten-list'],
  'Amount Restrict': ['limit'],
  'TimeStamp Restrict': ['time-gate'],
  'Modifiable Tax Rate': ['settable-rate'],
  'Modifiable Tax Address': ['diverts'],
  'Modifiable External Call': ['settable-call', 'outside-call', 'balances-elsewhere'],
  mint: ['hidden-mint', 'counted-mint', 'sets-balance'],
  limit: ['limit', 'party-list', 'switch'],
}

export type TechniqueFigures = Record<string, { n: number; precision: number; recall: number }>

/** Over the tokens whose techniques the authors tell; a benign token has none. */
export function techniques(rows: readonly TokenRow[], signs: readonly ReadonlySet<ScamSignalId>[]): TechniqueFigures {
  const figures: TechniqueFigures = {}
  for (const [technique, ids] of Object.entries(CLAIMS)) {
    const crp = technique === technique.toLowerCase()
    let [hit, missed, wrong] = [0, 0, 0]
    for (const [at, { label, techniques: told, source }] of rows.entries()) {
      // The two authors' vocabularies are told apart by the source.
      if (label === 1 && (told === null || told.length === 0 || source.startsWith('crpwarner') !== crp)) continue
      const claimed = ids.some((id) => signs[at]?.has(id))
      const true_ = label === 1 && told?.includes(technique) === true
      if (true_ && claimed) hit++
      else if (true_) missed++
      else if (claimed) wrong++
    }
    const round = (value: number) => Math.round(value * 1_000) / 1_000
    if (hit + missed > 0)
      figures[technique] = {
        n: hit + missed,
        precision: hit + wrong === 0 ? 0 : round(hit / (hit + wrong)),
        recall: round(hit / (hit + missed)),
      }
  }
  return figures
}
