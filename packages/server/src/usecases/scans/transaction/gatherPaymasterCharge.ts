import type { PaymasterCharge } from '@redoubt/risk/derive/shapes.ts'
import { sumChanges } from '@redoubt/risk/derive/sumChanges.ts'
import type { FactProviders } from '@redoubt/risk/gatherFacts.ts'
import type { TransactionSources } from './transactionSources.ts'

/** What the paymaster's own calls take of the account, which no call of the account shows. */
export function gatherPaymasterCharge(
  sources: Pick<TransactionSources, 'nativePrice'>,
): NonNullable<FactProviders['paymasterCharge']> {
  return async (get, signal) => {
    const { userOperation } = await get('transaction')
    if (!userOperation || userOperation.paymaster === null) return null
    const [block, simulation, steps] = await Promise.all([get('block'), get('simulation'), get('executedSteps')])
    const own = steps
      .filter(({ byPaymaster }) => byPaymaster)
      .map(({ changes }) => changes.filter(({ account }) => account === userOperation.sender))
    const taken = sumChanges(own)
      .filter(({ change }) => change < 0n)
      .map((row): PaymasterCharge['taken'][number] => ({
        assetType: row.assetType,
        address: row.address,
        tokenId: row.tokenId,
        symbol: row.symbol,
        decimals: row.decimals,
        amount: -row.change,
        before: row.before,
        usd: row.changeUsd === null ? null : -row.changeUsd,
      }))
    // The signed operation was executed by the entry point itself: what it took there, and not here, counts too.
    for (const { token, amount } of simulation.operation?.charged ?? []) {
      const shown = taken.find(({ address }) => address === token)
      if (shown !== undefined && shown.amount < amount) {
        shown.usd = shown.usd === null ? null : (shown.usd * Number(amount)) / Number(shown.amount)
        shown.amount = amount
      } else if (shown === undefined)
        taken.push({
          assetType: 'erc20',
          address: token,
          tokenId: null,
          symbol: null,
          decimals: null,
          amount,
          before: null,
          usd: null,
        })
    }
    const price = taken.length === 0 ? null : await sources.nativePrice(block, signal).catch(() => null)
    const cost = simulation.operation?.fee ?? simulation.paymaster?.cost ?? null
    return { taken, costUsd: price === null || cost === null ? null : (Number(cost) / 1e18) * price }
  }
}
