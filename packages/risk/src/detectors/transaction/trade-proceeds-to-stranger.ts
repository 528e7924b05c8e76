import { namedReceivers } from '../../derive/namedReceivers.ts'
import { paidBefore } from '../../derive/paidBefore.ts'
import { defineDetector, type Verdict } from '../../detector.ts'
import type { Account } from '../../facts/account.ts'
import type { DecodedCall } from '../../facts/decodedCall.ts'
import type { Address, Facts } from '../../facts.ts'
import { trustOf } from '../../trust.ts'
import { describeAsset } from '../../wording/formatAmount.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

/** Functions that pay out what a service holds for the caller: nothing leaves his wallet when somebody else is paid. */
const WITHDRAWALS = /^(collect|withdraw|redeem|claim|unstake|exit|remove_?liquidity|decrease_?liquidity|burn|borrow)/i
/** Functions that give somebody what they make of the caller's assets. */
const TRADES =
  /^(swap|exact_?(in|out)put|uniswap|unoswap|add_?liquidity|deposit|supply|mint|stake|unwrap|sweep|buy|zap|fill|exchange)/i
/** Exchanges take these for "whoever calls" and for themselves. */
const PLACEHOLDERS: ReadonlySet<bigint> = new Set([0n, 1n, 2n])

export default defineDetector({
  id: 'trade-proceeds-to-stranger',
  title: 'Trade proceeds to another address',
  why: 'The call names a receiver for the proceeds, and it is not you. Fake sites insert their own address; the rest of the trade looks right.',
  advice: 'Reject it unless you chose this receiver yourself.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  needs: ['moved', 'decodedSteps', 'counterparties', 'recipient', 'principals', 'senderHistory', 'spenders'],
  detect: (facts) => {
    const { moved, decodedSteps, counterparties, recipient, principals, senderHistory } = facts
    if (moved === null) return byCallData(facts)
    const { movements, balanceChanges } = moved
    const given = movements.lost.filter(({ how }) => how !== 'sent')
    if (given.some(({ returned }) => returned === 'value')) return []
    if (given.length === 0 && !isWithdrawal(decodedSteps, recipient)) return []
    const assets = new Set(given.map(({ address }) => address))
    const familiar = paidBefore(senderHistory)
    const named = JSON.stringify(
      decodedSteps.map(({ parameters }) => parameters.map(({ value }) => value)),
    ).toLowerCase()
    return balanceChanges
      .filter(({ account, change, address }) => change > 0n && !assets.has(address) && !principals.includes(account))
      .filter(({ account }) => named.includes(account.slice(2)) && !familiar.has(account))
      .flatMap((row) => {
        const receiver = counterparties[row.account]
        // Known services receive what they are for; a token contract receives nothing for anybody.
        if (!receiver || (trustOf(receiver) === 'known' && receiver.token === null)) return []
        // A wrapped coin's contract is named by the path and takes the coins it wraps.
        if (row.assetType === 'native' && trustOf(receiver) === 'known') return []
        const give = given.length > 0 ? `You give ${given.map(describeAsset).join(', ')}` : 'You request a payout'
        return [
          {
            description: `${give}, but ${nameAccount(row.account, receiver)} receives the ${describeAsset({ ...row, amount: row.change })}.`,
            evidence: { receiver: row.account, asset: row.address ?? 'native', amount: String(row.change) },
          },
        ]
      })
  },
})

/** Paid out by a service, which acts on the caller's own position. */
function isWithdrawal(steps: readonly DecodedCall[], recipient: Account | null): boolean {
  if (recipient?.class !== 'contract') return false
  return steps.some(({ functionName }) => functionName !== null && WITHDRAWALS.test(functionName))
}

type CallData = Pick<Facts, 'decodedSteps' | 'principals' | 'senderHistory' | 'spenders' | 'counterparties'> & {
  recipient: Account | null
}

/** What was not executed: whom the call data of a known service names as receiver. What unknown code does with an argument is not known. */
function byCallData({
  decodedSteps,
  recipient,
  principals,
  senderHistory,
  spenders,
  counterparties,
}: CallData): Verdict {
  const familiar = paidBefore(senderHistory)
  const accounts: Record<Address, Account> = {
    ...spenders,
    ...counterparties,
    ...(recipient && { [recipient.address]: recipient }),
  }
  const services = new Set(
    Object.values(accounts).flatMap((account) =>
      account.class === 'contract' && isService(account) ? account.address : [],
    ),
  )
  const named = decodedSteps
    .filter(({ to, functionName }) => to !== null && services.has(to) && isTrade(functionName))
    .flatMap((step) => namedReceivers(step).map((receiver) => ({ step, receiver })))
    .filter(({ step, receiver }) => !principals.includes(receiver) && receiver !== step.to && !familiar.has(receiver))
    .filter(({ receiver }) => !PLACEHOLDERS.has(BigInt(receiver)))
  const hits = named.flatMap(({ step, receiver }) => {
    const account = accounts[receiver]
    if (account === undefined || keepsNothing(account)) return []
    return [
      {
        description: `“${step.functionName}” sends the proceeds to ${nameAccount(receiver, account)}, not to you. Read from the calldata; not simulated.`,
        evidence: { receiver, function: step.functionName, service: step.to, shownBy: 'call-data' },
      },
    ]
  })
  // Who was not looked up, because too many are named, may be a service that passes on.
  const unread = named.filter(({ receiver }) => accounts[receiver] === undefined)
  if (hits.length > 0 || unread.length === 0) return hits
  return { unknown: [...new Set(unread.map(({ receiver }) => `who ${receiver} is`))] }
}

function isTrade(functionName: string | null): boolean {
  return functionName !== null && (TRADES.test(functionName) || WITHDRAWALS.test(functionName))
}

/** What crosses a bridge is meant for another network, where the caller may have another address. */
function isService(account: Account): boolean {
  return trustOf(account) === 'known' && !account.labels.some(({ category }) => category === 'bridge')
}

/** Known services receive what they are for, and pools pass on; a token contract does neither. */
function keepsNothing(account: Account): boolean {
  if (account.labels.some(({ category }) => category === 'pool')) return true
  return trustOf(account) === 'known' && account.token === null
}
