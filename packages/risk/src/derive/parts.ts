import type { Address, Hex } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Facts } from '../facts/facts.ts'
import type { Transaction } from '../facts/transaction.ts'
import { deriveDecodedSteps } from './decodedSteps.ts'
import { deriveMovements, sumChanges } from './movements.ts'
import { derivePayees } from './payees.ts'
import type { ExecutedStep, Part } from './shapes.ts'

type Context = {
  transaction: Transaction
  principals: readonly Address[]
  accounts: Readonly<Record<Address, Account>>
  decode: (call: Transaction) => DecodedCall
}

/**
 * The calls of an execution that move something of the principals', each judged as the transaction that it would be
 * alone: what one of them earns excuses no other. A call that only takes and one that only gives are one exchange where the
 * same contract does both (repay and withdraw, deposit and borrow). Empty for a single call that makes no plain payment besides.
 */
export function deriveParts(steps: readonly ExecutedStep[], context: Context): Part[] {
  const moving = steps.filter(
    ({ byPaymaster, changes }) => !byPaymaster && changes.some(({ account }) => context.principals.includes(account)),
  )
  const parts = moving.map((step) => partOf([step], context))
  // A multicall that pays an account besides its trade is several calls in one.
  if (parts.length < 2 && !parts.some(({ decodedCall, payees }) => decodedCall.calls.length > 0 && payees.length > 0))
    return []
  const joined = new Map<number, number[]>()
  const taken = new Set<number>()
  for (const [at, part] of parts.entries()) {
    if (!onlyGives(part)) continue
    const returns = parts.flatMap((other, index) => (!taken.has(index) && settles(part, other, context) ? [index] : []))
    for (const index of returns) taken.add(index)
    joined.set(at, returns)
  }
  return parts.flatMap((part, at) => {
    if (taken.has(at)) return []
    const others = (joined.get(at) ?? []).flatMap((index) => moving[index] ?? [])
    const [step] = moving.slice(at, at + 1)
    return others.length === 0 || !step ? [part] : [partOf([step, ...others], context)]
  })
}

function partOf(steps: readonly ExecutedStep[], { transaction: whole, principals, accounts, decode }: Context): Part {
  const calls = steps.map(({ from, to, value, data }): Transaction => ({ from, to, value, data }))
  const decoded = calls.map(decode)
  const [first] = calls
  const [own] = decoded
  if (!first || !own) throw new Error('a part has at least one call')
  const transaction: Transaction = {
    ...withoutCalls(whole),
    from: first.from,
    to: first.to,
    value: calls.reduce((sum, { value }) => sum + value, 0n),
    data: `0x${calls.map(({ data }) => data.slice(2)).join('')}` as Hex,
  }
  const decodedCall = steps.length === 1 ? own : { ...own, calls: [...own.calls, ...decoded.slice(1)] }
  const decodedSteps = deriveDecodedSteps(decodedCall)
  const balanceChanges = sumChanges(steps.map(({ changes }) => changes))
  // Several calls that settle with each other are an exchange and no payment.
  const payees =
    steps.length > 1
      ? []
      : derivePayees(first, decodedSteps, { principals, accounts }).filter(
          ({ address }) => !isExchanging(address, { accounts, balanceChanges }),
        )
  return {
    transaction,
    recipient: first.to === null ? null : (accounts[first.to] ?? null),
    decodedCall,
    decodedSteps,
    payees,
    balanceChanges,
    movements: deriveMovements({
      transaction,
      steps: decodedSteps,
      principals,
      payees,
      balanceChanges,
      several: own.calls.length > 0,
    }),
  }
}

/** The whole's fees, nonce and authorisations stay; what it calls does not. */
function withoutCalls({ calls: _calls, atomic: _atomic, userOperation: _operation, ...rest }: Transaction) {
  return rest
}

/** A pool or a shop that is paid by a plain transfer gives something up in the same call. */
function isExchanging(
  address: Address,
  { accounts, balanceChanges }: Pick<Context, 'accounts'> & { balanceChanges: readonly BalanceChange[] },
): boolean {
  return (
    accounts[address]?.class === 'contract' &&
    balanceChanges.some(({ account, change }) => account === address && change < 0n)
  )
}

function onlyGives({ movements }: Part): boolean {
  return movements.lost.length > 0 && movements.lost.every(({ returned }) => returned === 'nothing')
}

/** Whether a contract that this call pays sends the assets that arrive by the other call alone. */
function settles(part: Part, other: Part, { accounts, principals }: Context): boolean {
  if (other.movements.lost.length > 0 || other.movements.gained.length === 0) return false
  const plain = part.movements.lost.every(({ how }) => how === 'sent')
  if (!plain && part.transaction.to !== null && part.transaction.to === other.transaction.to) return true
  const givers = new Set([
    ...(other.transaction.to === null ? [] : [other.transaction.to]),
    ...other.balanceChanges.flatMap(({ account, change }) => (change < 0n ? [account] : [])),
  ])
  const takers = part.movements.lost.flatMap(({ takers: its }) => its)
  // A person gives nothing by being called.
  return takers.some(
    (taker) => givers.has(taker) && !principals.includes(taker) && accounts[taker]?.class === 'contract',
  )
}

/**
 * Accounts that the sender has paid before, by the genuine logs of well-known tokens. What comes in makes no account
 * known: strangers send dust, and tokens of their own log payments that never were.
 */
export function paidBefore(senderHistory: Facts['senderHistory']): Set<Address> {
  return new Set(
    senderHistory
      .filter(({ direction, genuine, zeroValue }) => direction === 'out' && genuine && !zeroValue)
      .map(({ address }) => address),
  )
}
