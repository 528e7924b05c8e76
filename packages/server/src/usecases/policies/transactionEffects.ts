import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { SELECTORS } from '@redoubt/risk/contract/selectors.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { BundleCall, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Effects, GrantedApproval, Outflow, PolicyCall } from '../../domain/policy/effects.ts'
import type { MessageKind, PolicyMethod } from '../../domain/policy/policy.ts'
import { type AssetWorths, gatherAssetWorths, NO_WORTHS } from './assetWorths.ts'

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
  /** One wallet alone, also where another account sends it, and whether its account gets new code (EIP-7702). Default: the sender and what it acts by. */
  of?: { wallet: Address; delegates: boolean } | null
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
  return {
    chain,
    method,
    messages: delegates.length > 0 ? (['delegation'] satisfies MessageKind[]) : [],
    outflows: lost.map(
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
    approvals: grantsOf({ grants, principals, approvalChanges })
      .filter(({ owner }) => wallets.includes(owner))
      .map((grant): GrantedApproval => {
        const { token, spender, owner, operator } = grant
        const row = holdingOf(grant, priced)
        const amount = atRisk(grant, row?.after ?? worths.balanceOf(owner, token))
        return {
          token,
          spender,
          unlimited: grant.unlimited || operator,
          amount,
          atRiskUsd:
            amount === 0n ? 0 : (worthOf(amount, row) ?? (amount === null ? null : worths.usdOf(token, amount))),
        }
      }),
    calls:
      of === null || (simulation?.trace ?? null) === null
        ? callsOf(transaction, facts.decodedCall, facts.decodedSteps ?? [], principals, facts.executedSteps ?? [])
        : tracedCalls(simulation?.trace ?? null, of.wallet),
    recipients: [
      ...new Set([
        ...lost.flatMap(({ takers }) => takers),
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

type Loss = {
  account: Address
  address: Address | null
  tokenId: bigint | null
  amount: bigint
  usd: number | null
  takers: readonly Address[]
}

/** What the wallets lose: of accounts that do not act in the transaction, every executed change. */
function lossesOf(
  wallets: readonly Address[],
  {
    principals,
    lost,
    balanceChanges,
  }: { principals: readonly Address[]; lost: readonly Loss[]; balanceChanges: readonly BalanceChange[] },
): Loss[] {
  const others = balanceChanges.filter(
    ({ account, change }) => change < 0n && wallets.includes(account) && !principals.includes(account),
  )
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
  const { block, balanceChanges = [] } = facts
  const fungible = grantsOf(facts).filter(({ tokenId, operator, after }) => tokenId === null && !operator && after > 0n)
  if (block === undefined || fungible.length === 0) return NO_WORTHS
  const unseen = fungible.filter((one) => (holdingOf(one, balanceChanges)?.after ?? null) === null)
  const unpriced = fungible.filter((one) => worthOf(1n, holdingOf(one, balanceChanges)) === null)
  return gatherAssetWorths(sources, { block, assets: unpriced.map(({ token }) => token), holdings: unseen }, signal)
}

/** What a spender can take now: the smaller of allowance and balance. An operator may take all that is there and comes. */
function atRisk({ after, operator, tokenId }: ApprovedSpender, balance: bigint | null): bigint | null {
  if (operator) return null
  if (after === 0n || tokenId !== null) return after
  if (balance === null) return null
  return after < balance ? after : balance
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
  const calls = [...own, ...inside].map((call) => callOf(call, false))
  const foreign = delegated.map(
    ({ to, value, selector }): PolicyCall => ({ to, value, data: selector ?? '0x', delegatecall: true, parties: null }),
  )
  const isUnread = calls.length === 0 && decoded !== undefined
  return [
    ...calls,
    ...foreign,
    ...(isUnread ? [callOf({ to: transaction.to, value: transaction.value, data: transaction.data }, false)] : []),
  ]
}

/** The calls that the wallet makes, wherever in the tree. A proxy that passes its own call on to its code makes none. */
function tracedCalls(trace: CallFrame | null, wallet: Address): PolicyCall[] {
  const calls: PolicyCall[] = []
  const waiting: { frame: CallFrame; entry: Hex | null }[] = trace === null ? [] : [{ frame: trace, entry: null }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { frame, entry } = next
    const { from, to, type, input, value } = frame
    waiting.push(...frame.calls.toReversed().map((one) => ({ frame: one, entry: input })))
    const delegates = type === 'DELEGATECALL' || type === 'CALLCODE'
    if (from !== wallet || type === 'STATICCALL' || (delegates && input === entry)) continue
    const creates = type === 'CREATE' || type === 'CREATE2'
    calls.push(callOf({ to: creates ? null : to, value, data: input }, delegates))
  }
  return calls
}

/** A call with the accounts that a standard token function names. */
export function callOf({ to, value, data }: BundleCall, delegatecall: boolean): PolicyCall {
  const place = PARTY_OF.get(data.slice(0, 10).toLowerCase() as Hex)
  const word = place === undefined ? '' : data.slice(10 + place * 64, 10 + (place + 1) * 64)
  const party = `0x${word.slice(24).toLowerCase()}`
  const isAddress = word.length === 64 && /^0{24}/.test(word) && ADDRESS.test(party)
  return { to, value, data, delegatecall, parties: isAddress ? [party as Address] : null }
}
