import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import { callData, wordAt } from '../decode/callData.ts'
import type { ReadState } from '../decode/readState.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Calls in which a limit of each payment, and none of all payments, shows. */
const MAX_TIMES = 12n

type Question = {
  chain: ChainSource
  block: PinnedBlock
  readAfter: ReadState
  /** What so many such calls take together; null: unknown. */
  takenBy(times: number): Promise<bigint | null>
}

/**
 * Returns how much of an account's own tokens or coins a right is over: what the account has or allows, and whether the same call takes as
 * much again. A limit of each payment is none of all.
 */
export async function limitsOf(
  right: Pick<Right, 'kind' | 'account' | 'contract' | 'asset' | 'assetType' | 'amount'>,
  { chain, block, readAfter, takenBy }: Question,
  signal: AbortSignal,
): Promise<Pick<Right, 'amount' | 'whole' | 'reach' | 'times'>> {
  const { kind, account, contract, asset, assetType, amount } = right
  const isCounted = kind === 'wallet' && (assetType === 'erc20' || assetType === 'native')
  const reach = isCounted ? await reachOf() : null
  if (reach === null || amount * 2n >= reach) return { amount, whole: true, ...(reach !== null && { reach }) }
  const needed = (reach + amount - 1n) / amount
  const times = needed < MAX_TIMES ? needed : MAX_TIMES
  const taken = await takenBy(Number(times))
  if (taken === null) return { amount, whole: false, reach }
  if (taken * 2n >= reach) return { amount: taken, whole: true, reach }
  const again = taken / amount
  return { amount, whole: false, reach, times: again < 1n ? 1 : Number(again) }

  async function reachOf(): Promise<bigint | null> {
    if (asset === null) return await chain.balance(block, account, signal).catch(() => null)
    const reads = [
      { to: asset, data: callData('balanceOf', account) },
      { to: asset, data: callData('allowance', account, contract) },
    ]
    const [balance = null, allowance = null] = await readAfter(reads, signal)
    const [held, allowed] = [wordAt(balance), wordAt(allowance)]
    return held !== null && contract !== account && allowed !== null && allowed > 0n && allowed < held ? allowed : held
  }
}
