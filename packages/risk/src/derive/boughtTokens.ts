import type { Account } from '../facts/account.ts'
import type { Facts } from '../facts/facts.ts'
import { isTokenOnlyCall } from './exits.ts'
import type { Loss } from './shapes.ts'

type Known = Pick<Facts, 'moved' | 'payees' | 'decodedSteps'>

/**
 * Returns what tells whether a token is bought with assets of the sender: it arrives, and is neither called nor paid, because a token
 * that is called or paid is judged as such. Null where nothing can be a purchase: only receipts leave, which their issuers take back.
 */
export function purchaseTest({ moved, payees, decodedSteps }: Known): ((account: Account) => boolean) | null {
  const { lost = [], gained = [] } = moved?.movements ?? {}
  if (lost.every(isReceipt)) return null
  const paid = new Set([
    ...lost.flatMap(({ address, takers }) => takers.filter((taker) => taker !== address)),
    ...payees.flatMap(({ address, asset }) => (address === asset ? [] : [address])),
  ])
  return (account) => {
    const calls = decodedSteps.filter(({ to }) => to === account.address)
    if (paid.has(account.address) || (calls.length > 0 && !isTokenOnlyCall(calls, account))) return false
    return gained.some(({ address }) => address === account.address)
  }
}

/** Whether all that leaves comes back by a withdrawal that was executed: what its contract pays back needs no market. */
export function isRedeemed({ moved }: Pick<Known, 'moved'>): boolean {
  return (moved?.movements.lost ?? []).every(({ returned }) => returned === 'value')
}

/** A receipt that its issuer takes back, such as a share of a pool: what comes for it was the holder's already. */
function isReceipt({ address, usd, takers }: Loss): boolean {
  return address !== null && usd === null && takers.every((taker) => taker === address)
}
