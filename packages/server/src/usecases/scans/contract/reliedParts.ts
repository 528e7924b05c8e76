import type { Address } from '@redoubt/risk/address.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { ReliedParts } from '../../../domain/reliedWord.ts'

/** Returns the parts of a judged account that tell which storage its judgement rests on. */
export function reliedParts(address: Address, facts: Partial<Facts>): ReliedParts {
  const { proxy, privileged = [], trade, distribution, bytecode } = facts
  const powerful = privileged.filter(({ account }) => account !== 'eoa' && account !== 'burned')
  const others = [proxy?.admin?.address, proxy?.beacon, ...powerful.map((one) => one.address)]
  const held = [...(distribution?.topHolders ?? []), ...(distribution?.lpHolders ?? [])]
  const pools = held.flatMap((one) => ('kind' in one && one.kind === 'pool' ? [one.address] : []))
  const { balances = null, totalSupply = null } = bytecode?.slots ?? {}
  return {
    address,
    others: others.filter((one) => one !== null && one !== undefined),
    pools: [...(trade ? [trade.pool.address] : []), ...pools],
    holders: held.map((one) => one.address),
    balances,
    sums: totalSupply === null ? [] : [totalSupply],
  }
}
