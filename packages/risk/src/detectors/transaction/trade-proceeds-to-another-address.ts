import { trustOf } from '../../accounts/trust.ts'
import type { Address, Hex } from '../../address.ts'
import { SELECTORS } from '../../contract/selectors.ts'
import { namedReceivers } from '../../derive/grants.ts'
import { paidBefore } from '../../derive/parts.ts'
import { defineDetector, type Verdict } from '../../engine/detector.ts'
import type { Account } from '../../facts/account.ts'
import type { BalanceChange } from '../../facts/changes.ts'
import type { DecodedCall } from '../../facts/decodedCall.ts'
import type { Facts } from '../../facts/facts.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/**
 * Functions that pay out what a service holds for the caller: nothing leaves the caller's wallet when another account is paid. A redeemed
 * delegation (ERC-7710) acts for another account.
 */
const WITHDRAWALS =
  /^(collect|withdraw|redeem(?!_?delegation)|claim|unstake|exit|remove_?liquidity|decrease_?liquidity|burn|borrow)/i
/** Functions that pay a chosen receiver with the proceeds of the caller's assets. */
const TRADES =
  /^(swap|exact_?(in|out)put|uniswap|unoswap|add_?liquidity|deposit|supply|mint|stake|unwrap|sweep|buy|zap|fill|exchange)/i
/** Exchanges read these as the caller or as themselves. */
const PLACEHOLDERS: ReadonlySet<bigint> = new Set([0n, 1n, 2n])

export default defineDetector({
  id: 'trade-proceeds-to-another-address',
  title: 'Trade proceeds to another address',
  why: 'The call names a receiver for the proceeds, and it is not you. Fake sites insert their own address; the rest of the trade looks right.',
  advice: 'Reject it unless you chose this receiver yourself.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  needs: [
    'moved',
    'decodedSteps',
    'counterparties',
    'recipient',
    'principals',
    'pastDealings',
    'spenders',
    'transaction',
    'controllers',
  ],
  detect: (facts) => {
    const { moved, decodedSteps, counterparties, recipient, principals, pastDealings, transaction, controllers } = facts
    if (moved === null) return byCallData(facts)
    const { movements, balanceChanges } = moved
    const given = movements.lost.filter(({ how, through }) => how !== 'sent' || through !== undefined)
    if (given.some(({ returned }) => returned === 'value')) return []
    const isOwn = given.length > 0 || callsContract(WITHDRAWALS, { decodedSteps, recipient })
    const spent = isOwn ? [] : spentAllowances(decodedSteps, balanceChanges, principals)
    if (!isOwn && spent.length === 0 && !callsContract(TRADES, { decodedSteps, recipient })) return []
    // A bridge pays what was deposited on another network.
    if (recipient?.labels.some(({ category }) => category === 'bridge')) return []
    const assets = new Set(given.map(({ address }) => address))
    const familiar = paidBefore(pastDealings ?? [])
    const named = JSON.stringify(
      decodedSteps.map(({ parameters }) => parameters.map(({ value }) => value)),
    ).toLowerCase()
    return balanceChanges
      .filter(({ account, change, address }) => change > 0n && !assets.has(address) && !principals.includes(account))
      .filter(({ account }) => named.includes(account.slice(2)) || isWord(transaction.data, account, counterparties))
      .filter(({ account }) => !familiar.has(account) && !controllers.includes(account))
      .filter((row) => isMain(row, balanceChanges, principals))
      .flatMap((row) => {
        const receiver = counterparties[row.account]
        // A known service receives assets for its own purpose; a token contract receives none on behalf of others.
        if (!receiver || (trustOf(receiver) === 'known' && receiver.token === null)) return []
        if (receiver.class === 'contract' && sellsToUs(row.account, balanceChanges, principals)) return []
        // A wrapped coin's contract stands in the path and takes the coins it wraps.
        if (row.assetType === 'native' && trustOf(receiver) === 'known') return []
        const owner = spent.find(({ token, to }) => token === row.address && to === row.account)?.owner
        // Where nothing of the sender's leaves, it may be a service for the receiver.
        if (!isOwn && !isOutsider(row, receiver, balanceChanges)) return []
        if (spent.length > 0 && owner === undefined) return []
        const give =
          given.length > 0
            ? `You give ${given.map(describeAsset).join(', ')}`
            : owner === undefined
              ? 'You request a payout'
              : `You spend what ${nameAccount(owner, counterparties[owner])} lets you spend`
        return [
          {
            description: `${give}, but ${nameAccount(row.account, receiver)} receives the ${describeAsset({ ...row, amount: row.change })}.${pastDealings === null ? ' Earlier payments to this account could not be read.' : ''}`,
            evidence: { receiver: row.account, asset: row.address ?? 'native', amount: String(row.change) },
          },
        ]
      })
  },
})

/** Share of the largest gain of an asset below which another account's is a fee, in percent. */
const FEE_PERCENT = 10n

/** Whether the account gains more of the asset than the principals do. Less is a fee or a tax. */
function isMain({ address, tokenId, change }: BalanceChange, rows: readonly BalanceChange[], ours: readonly Address[]) {
  const gains = rows.filter((row) => row.address === address && row.tokenId === tokenId && row.change > 0n)
  const own = gains.filter(({ account }) => ours.includes(account)).reduce((sum, row) => sum + row.change, 0n)
  const largest = gains.reduce((most, row) => (row.change > most ? row.change : most), 0n)
  return change > own && change * 100n > largest * FEE_PERCENT
}

/** Whether the account gives up an asset that the principals gain, as the pools of a route do. */
function sellsToUs(account: Address, rows: readonly BalanceChange[], ours: readonly Address[]): boolean {
  return rows.some(
    (given) =>
      given.account === account &&
      given.change < 0n &&
      rows.some((row) => ours.includes(row.account) && row.change > 0n && row.address === given.address),
  )
}

/** Whether a person gains an asset that they did not hold, and gives nothing: who is served for a fee or a swap gives something. */
function isOutsider({ account, before }: BalanceChange, receiver: Account, rows: readonly BalanceChange[]): boolean {
  return (
    trustOf(receiver) === 'wallet' &&
    (before === null || before === 0n) &&
    rows.every((row) => row.account !== account || row.change > 0n)
  )
}

/** The tokens of other accounts that plain calls move to a third account, by allowances of the caller. */
function spentAllowances(
  steps: readonly DecodedCall[],
  rows: readonly BalanceChange[],
  principals: readonly Address[],
) {
  return steps.flatMap(({ to: token, selector, args: [owner, to], calls }) => {
    if (token === null || selector !== SELECTORS.transferFrom || calls.length > 0) return []
    if (principals.includes(owner as Address)) return []
    const loses = rows.some(({ account, address, change }) => account === owner && address === token && change < 0n)
    return loses ? [{ token, owner: owner as Address, to: to as Address }] : []
  })
}

/** Zeros before an address in a word of call data. */
const WORD_PADDING = '0'.repeat(24)

/** Whether call data, also of an unknown function, names the account of a person as a word. Contracts stand in routes. */
function isWord(data: Hex, address: Address, accounts: Readonly<Record<Address, Account>>): boolean {
  const account = accounts[address]
  if (account === undefined || trustOf(account) !== 'wallet') return false
  return data.toLowerCase().includes(`${WORD_PADDING}${address.slice(2)}`)
}

function callsContract(
  names: RegExp,
  { decodedSteps, recipient }: { decodedSteps: readonly DecodedCall[]; recipient: Account | null },
): boolean {
  if (recipient?.class !== 'contract') return false
  return decodedSteps.some(({ functionName }) => functionName !== null && names.test(functionName))
}

type CallData = Pick<Facts, 'decodedSteps' | 'principals' | 'pastDealings' | 'spenders' | 'counterparties'> & {
  recipient: Account | null
}

/**
 * Judges a call that was not executed by the receivers in the call data of a known service. How unknown code uses an argument is
 * not known.
 */
function byCallData({
  decodedSteps,
  recipient,
  principals,
  pastDealings,
  spenders,
  counterparties,
}: CallData): Verdict {
  const familiar = paidBefore(pastDealings ?? [])
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
  // Too many receivers are named to look all up; one that was not may be a service that passes the assets on.
  const unread = named.filter(({ receiver }) => accounts[receiver] === undefined)
  if (hits.length > 0 || unread.length === 0) return hits
  return { unknown: [...new Set(unread.map(({ receiver }) => `who ${receiver} is`))] }
}

function isTrade(functionName: string | null): boolean {
  return functionName !== null && (TRADES.test(functionName) || WITHDRAWALS.test(functionName))
}

/** Bridges are left out: assets go to another network, where the caller may have another address. */
function isService(account: Account): boolean {
  return trustOf(account) === 'known' && !account.labels.some(({ category }) => category === 'bridge')
}

/** Whether the account passes assets on, as known services and pools do; a token contract does not. */
function keepsNothing(account: Account): boolean {
  if (account.labels.some(({ category }) => category === 'pool')) return true
  return trustOf(account) === 'known' && account.token === null
}
