import type { CorpusCall, CorpusCase, CorpusTaxes } from './corpusCase.ts'

/** What one half of a pair has of its own. */
export type CorpusHalf = { contract: string; note: string } & Partial<
  Pick<CorpusCase, 'args' | 'parts' | 'afterDeployment' | 'afterLiquidity' | 'afterBuys' | 'provoke' | 'taxes'>
> & {
    /** The contract is told its pool once the liquidity is in: `setPool`. */
    knowsPool?: boolean
  }

/** What both halves share; everything but the first three has a usual value. */
export type CorpusShared = Pick<CorpusCase, 'family' | 'harm'> & {
  springs: NonNullable<CorpusCase['springs']>
} & Partial<
    Pick<CorpusCase, 'subject' | 'market' | 'provoke' | 'uses' | 'afterDeployment' | 'afterLiquidity' | 'afterBuys'>
  > & { knowsPool?: boolean; honeypot?: boolean }

const NO_TAXES: CorpusTaxes = { buy: 0, transfer: 0, sell: 0 }
const SET_POOL: CorpusCall = { by: 'team', call: 'setPool(address)', args: ['$pool'] }

/** Both halves of a pair, trap first, with what goes without saying filled in. */
export function pairOf(
  pair: string,
  shared: CorpusShared,
  halves: { trap: CorpusHalf; twin: CorpusHalf },
): [CorpusCase, CorpusCase] {
  const { springs, honeypot = false, knowsPool = false, ...both } = shared
  const half = (kind: CorpusCase['kind'], own: CorpusHalf): Omit<CorpusCase, 'springs' | 'expected'> => {
    const { knowsPool: ownKnowsPool = knowsPool, afterLiquidity = both.afterLiquidity ?? [], ...rest } = own
    return {
      id: `${pair}.${kind}`,
      kind,
      pair,
      subject: 'token',
      market: 'v2',
      args: [],
      parts: [],
      uses: [],
      afterDeployment: [],
      afterBuys: [],
      provoke: [],
      taxes: (shared.subject ?? 'token') === 'token' ? NO_TAXES : null,
      ...both,
      ...rest,
      afterLiquidity: [...(ownKnowsPool ? [SET_POOL] : []), ...afterLiquidity],
    }
  }
  const shown = springs === 'at-once' || springs === 'for-some-holders'
  return [
    {
      ...half('trap', halves.trap),
      springs,
      expected: { honeypot, state: shown ? 'effective' : 'potential', levels: ['high', 'critical'] },
    },
    {
      ...half('twin', halves.twin),
      springs: null,
      expected: { honeypot: false, state: 'none', levels: ['safe', 'medium'] },
    },
  ]
}
