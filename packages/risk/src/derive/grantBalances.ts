import { encodeFunctionData, parseAbi } from 'viem/utils'
import { spenderKindOf } from '../spenderKind.ts'
import type { Grant } from './shapes.ts'
import type { ReadCall } from './tokenPulls.ts'

const ERC20 = parseAbi(['function balanceOf(address holder) view returns (uint256)'])
/** More bounded approvals than this in one transaction are a finding of their own. */
const MAX_BALANCES = 16

/**
 * Joins each bounded approval to an unknown contract with what its owner holds at the block: a bound that is the whole
 * balance bounds nothing. Other grants are judged without it and cost no read. An unanswered read leaves null.
 */
export function gatherGrantBalances(grants: readonly Grant[], read: ReadCall): Promise<Grant[]> {
  const answers = new Map<string, Promise<bigint | null>>()
  return Promise.all(
    grants.map(async (grant) => {
      const { token, owner, operator, unlimited, tokenId, spenderAccount } = grant
      if (operator || unlimited || tokenId !== null || spenderKindOf(spenderAccount) !== 'unknown') return grant
      const key = `${token} ${owner}`
      if (!answers.has(key) && answers.size >= MAX_BALANCES) return grant
      const data = encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [owner] })
      // Null is no reassurance to the detectors: a bound against an unknown balance asks for a review.
      const answer =
        answers.get(key) ??
        read({ to: token, data }).then(
          (word) => (word !== null && word.length === 66 ? BigInt(word) : null),
          () => null,
        )
      answers.set(key, answer)
      return { ...grant, balance: await answer }
    }),
  )
}
