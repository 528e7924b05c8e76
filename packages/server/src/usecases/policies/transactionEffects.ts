import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { SELECTORS } from '@redoubt/risk/contract/selectors.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { BundleCall, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Effects, GrantedApproval, GrantedRight, Outflow, PolicyCall } from '../../domain/policy/effects.ts'
import type { MessageKind, PolicyMethod } from '../../domain/policy/policy.ts'
import { type AssetWorths, gatherAssetWorths, NO_WORTHS } from './assetWorths.ts'
import { builderPaymentOf } from './builderPayment.ts'
import { madeCalls } from './madeCalls.ts'
import { payoutsOf, rightsOf } from './rightsAndPayouts.ts'

/** Functions of tokens that name the account which gains by them, and the argument that does. */
const PARTY_OF: ReadonlyMap<Hex, number> = new Map<Hex, number>([
  [SELECTORS.transfer, 0],
  [SELECTORS.transferFrom, 1],
  [SELECTORS.safeTransferFrom, 1],
  [SELECTORS.safeTransferFromWithData, 1],
  [SELECTORS.safeTransferFrom1155, 1],
  [SELECTORS.safeBatchTransferFrom, 1],
  [SELECTORS.approve, 0],
  [SELECTORS.increaseAllowance, 0],
  [SELECTORS.increaseApproval, 0],
  [SELECTORS.setApprovalForAll, 0],
  [SELECTORS.transferId, 0],
  [SELECTORS.transferFromId, 1],
  [SELECTORS.approveId, 0],
  [SELECTORS.setOperator, 0],
])
const ADDRESS = /^0x[0-9a-f]{40}$/

/** What a scanned transaction lets go: what it moves when executed, the allowances that it leaves, and what it calls. */
export function transactionEffects({
  chain,
  transaction,
  gathered,
  worths,
  riskLevel,
  method = methodOf(transaction),
  of = null,
}: {
  chain: Chain
  transaction: Transaction
  gathered: Pick<GatheredFacts, 'facts' | 'complete' | 'incomplete'>
  /** By gatherGrantWorths. */
  worths: AssetWorths
  riskLevel: RiskLevel | null
  /** Default: by the shape of the transaction. */
  method?: PolicyMethod
  /**
   * One wallet alone, also where another account sends it, and whether its account gets new code (EIP-7702). `own`: what was gathered of its own
   * calls, made by itself; `actors`: all wallets that act in it. Default: the sender and what it acts by.
   */
  of?: {
    wallet: Address
    delegates: boolean
    own: readonly Pick<GatheredFacts, 'facts' | 'incomplete'>[]
    actors: readonly Address[]
  } | null
}): Effects {
  const { facts, incomplete } = gathered
  const { simulation, executedMovements, movements, balanceChanges, approvalChanges, grants } = facts
  const principals = facts.principals ?? [transaction.from]
  const wallets = of === null ? principals : [of.wallet]
  const moved = executedMovements ?? movements
  const priced = balanceChanges ?? []
  const lost = lossesOf(wallets, { principals, lost: moved?.lost ?? [], balanceChanges: priced })
  const delegates = (of?.delegates === false ? [] : (transaction.authorizationList ?? [])).map(({ address }) => address)
  const isExecuted =
    simulation?.success === true &&
    !simulation.truncated &&
    (simulation.calls ?? []).every(({ success }) => success === true)
  const known = isExecuted && moved !== undefined && grants !== undefined && balanceChanges !== undefined
  const isWhole = ['executedMovements', 'movements', 'grants', 'balanceChanges', 'approvalChanges'].every(
    (name) => !(name in incomplete),
  )
  const inside = of === null || principals.includes(of.wallet) ? [gathered] : of.own
  const payouts = inside.flatMap((one) => payoutsOf({ transaction, ...one.facts }, of?.actors))
  // Network fees do not count; what is paid beyond them does.
  const payers =
    of === null || of.wallet === transaction.from ? [transaction] : of.own.map((one) => one.facts.transaction)
  const tip = payers.reduce((sum, payer) => sum + (payer ? builderPaymentOf(payer, facts) : 0n), 0n)
  const isToken = tokensOf([facts, ...(of?.own ?? []).map((one) => one.facts)])
  return {
    chain,
    method,
    messages: delegates.length > 0 ? (['delegation'] satisfies MessageKind[]) : [],
    outflows: [
      ...lost.map(
        ({ account, address, tokenId, amount, usd }): Outflow => ({
          asset: address,
          tokenId,
          amount,
          usd,
          spender:
            facts.tokenPulls?.find((one) => one.holder === account && one.token === address && !one.error)?.spender ??
            null,
        }),
      ),
      ...payouts.map(({ to: _, ...outflow }) => outflow),
      ...(tip > 0n ? [{ asset: null, tokenId: null, amount: tip, usd: worths.usdOf(null, tip), spender: null }] : []),
    ],
    approvals: grantsOf({ grants, principals, approvalChanges })
      .filter(({ owner }) => wallets.includes(owner))
      .map((grant): GrantedApproval => {
        const { token, spender, operator } = grant
        const amount = atRisk(grant)
        return {
          token,
          spender,
          unlimited: grant.unlimited || operator,
          amount,
          atRiskUsd:
            amount === null ? null : (worthOf(amount, holdingOf(grant, priced)) ?? worths.usdOf(token, amount)),
        }
      }),
    rights: allOrNone(inside.map((one) => rightsOf(one, of?.wallet ?? null))),
    calls:
      of === null || (simulation?.trace ?? null) === null
        ? callsOf(
            transaction,
            isToken,
            facts.decodedCall,
            facts.decodedSteps ?? [],
            principals,
            facts.executedSteps ?? [],
          )
        : (simulation === undefined ? [] : (madeCalls(simulation).get(of.wallet) ?? [])).map(
            ({ frame, delegatecall }) =>
              callOf({ to: frame.to, value: frame.value, data: frame.input }, { delegatecall, isToken }),
          ),
    recipients: [
      ...new Set([
        ...lost.flatMap(({ takers }) => takers),
        ...payouts.map(({ to }) => to),
        ...(of === null ? (facts.payees ?? []) : []).map(({ address }) => address),
        ...delegates,
      ]),
    ].filter((one) => !wallets.includes(one)),
    riskLevel,
    complete: known && isWhole && gathered.complete,
  }
}

function methodOf({ calls, userOperation }: Transaction): PolicyMethod {
  if (userOperation !== undefined) return 'eth_sendUserOperation'
  return calls === undefined ? 'eth_sendTransaction' : 'wallet_sendCalls'
}

/** Null where one of them is not known and no other shows any. */
function allOrNone(lists: readonly (GrantedRight[] | null)[]): GrantedRight[] | null {
  const all = lists.flatMap((one) => one ?? [])
  return all.length === 0 && lists.includes(null) ? null : all
}

type Loss = {
  account: Address
  address: Address | null
  tokenId: bigint | null
  amount: bigint
  usd: number | null
  takers: readonly Address[]
}

/**
 * What the wallets lose: of accounts that do not act in the transaction, every executed change; of the others also what the scan leaves out as a
 * fee, to the builder of the block or to a paymaster.
 */
function lossesOf(
  wallets: readonly Address[],
  {
    principals,
    lost,
    balanceChanges,
  }: { principals: readonly Address[]; lost: readonly Loss[]; balanceChanges: readonly BalanceChange[] },
): Loss[] {
  const others = balanceChanges
    .filter(({ account, change }) => change < 0n && wallets.includes(account))
    .flatMap((row) => {
      if (!principals.includes(row.account)) return [row]
      const of = lost.filter(
        (one) => one.account === row.account && one.address === row.address && one.tokenId === row.tokenId,
      )
      const rest = -row.change - of.reduce((sum, { amount }) => sum + amount, 0n)
      const usd = row.changeUsd === null ? null : (row.changeUsd * Number(rest)) / Number(-row.change)
      return rest > 0n ? [{ ...row, change: -rest, changeUsd: usd }] : []
    })
  return [
    ...lost.filter(({ account }) => wallets.includes(account)),
    ...others.map(({ account, address, tokenId, change, changeUsd }): Loss => {
      const gained = balanceChanges.filter(
        (one) => one.change > 0n && one.address === address && one.tokenId === tokenId && one.account !== account,
      )
      const takers = [...new Set(gained.map((one) => one.account))]
      return { account, address, tokenId, amount: -change, usd: changeUsd === null ? null : -changeUsd, takers }
    }),
  ]
}

/** What is given to spenders: by the principals as the scan sees it, by others as it was executed. */
function grantsOf({
  grants = [],
  approvalChanges = [],
  principals = [],
}: {
  grants?: readonly ApprovedSpender[] | undefined
  approvalChanges?: readonly ApprovalChange[] | undefined
  principals?: readonly Address[] | undefined
}): ApprovedSpender[] {
  const others = approvalChanges.filter(
    ({ owner, spender, before, after }) => !principals.includes(owner) && owner !== spender && after > (before ?? 0n),
  )
  return [...grants, ...others]
}

type ApprovedSpender = Omit<ApprovalChange, 'before'>

function holdingOf({ owner, token }: ApprovedSpender, rows: readonly BalanceChange[]): BalanceChange | undefined {
  return rows.find((one) => one.account === owner && one.address === token && one.assetType === 'erc20')
}

/** Reads what approvals put at risk where no executed change shows it. */
export async function gatherGrantWorths(
  sources: Parameters<typeof gatherAssetWorths>[0],
  { facts }: Pick<GatheredFacts, 'facts'>,
  signal: AbortSignal,
): Promise<AssetWorths> {
  const { block, balanceChanges = [], transaction } = facts
  const bounded = grantsOf(facts).filter((grant) => grant.tokenId === null && (atRisk(grant) ?? 0n) > 0n)
  const unpriced = bounded.filter((one) => worthOf(1n, holdingOf(one, balanceChanges)) === null)
  const coins = transaction !== undefined && builderPaymentOf(transaction, facts) > 0n ? [null] : []
  const assets = [...unpriced.map(({ token }) => token), ...coins]
  if (block === undefined || assets.length === 0) return NO_WORTHS
  return gatherAssetWorths(sources, { block, assets }, signal)
}

/** What a spender may take: the whole allowance, since the wallet may receive more before it is used. Null: it has no end. */
function atRisk({ after, operator, unlimited }: ApprovedSpender): bigint | null {
  return operator || unlimited ? null : after
}

/** USD of an amount by the price of a change of the same holding; null when none is known. */
function worthOf(amount: bigint | null, row: { change: bigint; changeUsd: number | null } | undefined): number | null {
  if (amount === null || row === undefined || row.changeUsd === null || row.change === 0n) return null
  return Math.abs((row.changeUsd / Number(row.change)) * Number(amount))
}

type Step = { from: Address; to: Address | null; value: bigint; data: Hex; byPaymaster: boolean }

/** The calls of the wallet itself: the transaction or the calls of the bundle, and what a Safe or delegated account of it executes. */
function callsOf(
  transaction: Transaction,
  isToken: IsToken,
  decoded: DecodedCall | undefined,
  steps: readonly DecodedCall[],
  principals: readonly Address[],
  executed: readonly Step[],
): PolicyCall[] {
  const own: readonly BundleCall[] = transaction.calls ?? (transaction.userOperation ? [] : [transaction])
  // Only with data as the wallet sends it: a nested call that is not executed by the wallet is its callee's matter.
  const inside = executed.filter(
    ({ from, byPaymaster, data, to }) =>
      !byPaymaster &&
      (principals.includes(from) || from === transaction.from) &&
      !own.some((one) => one.to === to && one.data === data),
  )
  const delegated = steps.filter(({ operation }) => operation === 1)
  const asWallet = { delegatecall: false, isToken }
  const calls = [...own, ...inside].map((call) => callOf(call, asWallet))
  const foreign = delegated.map(
    ({ to, value, selector }): PolicyCall => ({ to, value, data: selector ?? '0x', delegatecall: true, parties: null }),
  )
  const isUnread = calls.length === 0 && decoded !== undefined
  return [
    ...calls,
    ...foreign,
    ...(isUnread ? [callOf({ to: transaction.to, value: transaction.value, data: transaction.data }, asWallet)] : []),
  ]
}

/** Whether the code at an address is a token that is known: unknown code does what it likes by the same functions. */
export type IsToken = (address: Address) => boolean

type Read = Partial<Pick<GatheredFacts['facts'], 'recipient' | 'callees' | 'counterparties' | 'spenders'>>

function tokensOf(facts: readonly Read[]): IsToken {
  const accounts = facts.flatMap(({ recipient, callees = [], counterparties = {}, spenders = {} }) => [
    ...(recipient ? [recipient] : []),
    ...callees,
    ...Object.values(counterparties),
    ...Object.values(spenders),
  ])
  const known = new Set(accounts.filter(isKnownToken).map(({ address }) => address))
  return (address) => known.has(address)
}

export function isKnownToken(account: Account): boolean {
  return trustOf(account) === 'known' && account.labels.some(({ category }) => category === 'token')
}

/** A call with the accounts that a standard function of a known token names. */
export function callOf(
  { to, value, data }: Pick<BundleCall, 'value' | 'data'> & { to: Address | null },
  { delegatecall, isToken }: { delegatecall: boolean; isToken: IsToken },
): PolicyCall {
  const place = PARTY_OF.get(data.slice(0, 10).toLowerCase() as Hex)
  const word = place === undefined ? '' : data.slice(10 + place * 64, 10 + (place + 1) * 64)
  const party = `0x${word.slice(24).toLowerCase()}`
  const isAddress = word.length === 64 && /^0{24}/.test(word) && ADDRESS.test(party)
  return { to, value, data, delegatecall, parties: isAddress && to !== null && isToken(to) ? [party as Address] : null }
}
