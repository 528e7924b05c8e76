import type { Hit, Severity } from '../finding.ts'
import type { Exposure } from '../walletFacts.ts'
import { shortAddress } from '../wording/shortAddress.ts'

const WHAT = { mixer: 'a mixer', sanctioned: 'a sanctioned party', flagged: 'a flagged party' } as const

/** An exposure in words, with its share of what came in or went out. */
export function exposureHit(exposure: Exposure, severity: Severity): Hit {
  const { kind, address, said, direction, hops, through, share, usd } = exposure
  const part = share === null ? 'Money' : `${percent(share)} of the money`
  const moved = share === null ? '' : direction === 'in' ? ' this wallet received' : ' this wallet paid'
  const way = direction === 'in' ? 'came from' : 'went to'
  const between = through === null ? '' : ` through ${shortAddress(through)}`
  return {
    severity,
    description: `${part}${moved} ${way} ${shortAddress(address)}, ${WHAT[kind]}${between}.`,
    evidence: { address, direction, hops, through, share, usd, lists: said },
  }
}

function percent(share: number): string {
  return share < 0.001 ? 'Less than 0.1 %' : `${Math.round(share * 1000) / 10} %`
}
