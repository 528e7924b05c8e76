import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt, callData } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { TradePool } from './tradePools.ts'
import type { Route } from './venue.ts'

/** PUSH4 of `exactInputSingle` with and without a deadline: SwapRouter and SwapRouter02. */
const WITH_DEADLINE = '63414bf389'
const WITHOUT_DEADLINE = '6304e45aaf'

/** The exchange's own router where it is known and answers for the pool's factory; else the trader contract. */
export async function chooseRoute(
  chain: ChainSource,
  { block, pool, trader }: { block: PinnedBlock; pool: Pick<TradePool, 'factory' | 'style' | 'fee'>; trader: Address },
  signal: AbortSignal,
): Promise<Route> {
  const own: Route = { kind: 'trader', router: trader }
  const router = NETWORKS[chain.chain].routers[pool.factory]
  if (router === undefined) return own
  const [code, answer] = await Promise.all([
    chain.code(block, router, signal),
    chain.call(block, { to: router, data: callData('factory') }, signal),
  ])
  if (addressAt(answer) !== pool.factory) return own
  if (pool.style === 'v2') return { kind: 'v2', router }
  if (pool.fee === null) return own
  if (code.includes(WITH_DEADLINE)) return { kind: 'v3', router }
  return code.includes(WITHOUT_DEADLINE) ? { kind: 'v3-without-deadline', router } : own
}
