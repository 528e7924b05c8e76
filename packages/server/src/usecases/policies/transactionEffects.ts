import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { BundleCall, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { GatheredFacts } from '@redoubt/risk/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import { SELECTORS } from '@redoubt/risk/selectors.ts'
import type { Effects, GrantedApproval, Outflow, PolicyCall } from '../../domain/policy/effects.ts'
import type { MessageKind, PolicyMethod } from '../../domain/policy/policy.ts'

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
  riskLevel,
  method = methodOf(transaction),
}: {
  chain: Chain
  transaction: Transaction
  gathered: Pick<GatheredFacts, 'facts' | 'complete' | 'incomplete'>
  riskLevel: RiskLevel | null
  /** Default: by the shape of the transaction. */
  method?: PolicyMethod
}): Effects {
  const { facts, incomplete } = gathered
  const { simulation, executedMovements, movements, balanceChanges, grants } = facts
  const principals = facts.principals ?? [transaction.from]
  const moved = executedMovements ?? movements
  const lost = moved?.lost ?? []
  const priced = balanceChanges ?? []
  const delegates = (transaction.authorizationList ?? []).map(({ address }) => address)
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
    approvals: (grants ?? []).map((grant): GrantedApproval => {
      const row = priced.find((one) => one.account === grant.owner && one.address === grant.token)
      const amount = atRisk(grant.after, grant.balance ?? row?.after ?? null, grant.operator)
      return {
        token: grant.token,
        spender: grant.spender,
        unlimited: grant.unlimited || grant.operator,
        amount,
        atRiskUsd: amount === 0n ? 0 : worthOf(amount, row),
      }
    }),
    calls: callsOf(transaction, facts.decodedCall, facts.decodedSteps ?? [], principals, facts.executedSteps ?? []),
    recipients: [
      ...new Set([
        ...lost.flatMap(({ takers }) => takers),
        ...(facts.payees ?? []).map(({ address }) => address),
        ...delegates,
      ]),
    ].filter((one) => !principals.includes(one)),
    riskLevel,
    complete: known && isWhole && gathered.complete,
  }
}

function methodOf({ calls, userOperation }: Transaction): PolicyMethod {
  if (userOperation !== undefined) return 'eth_sendUserOperation'
  return calls === undefined ? 'eth_sendTransaction' : 'wallet_sendCalls'
}

/** What a spender can take now: the smaller of allowance and balance. An operator may take all that is there and comes. */
function atRisk(allowance: bigint, balance: bigint | null, operator: boolean): bigint | null {
  if (balance === null || operator) return operator ? null : allowance === 0n ? 0n : null
  return allowance < balance ? allowance : balance
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

/** A call with the accounts that a standard token function names. */
export function callOf({ to, value, data }: BundleCall, delegatecall: boolean): PolicyCall {
  const place = PARTY_OF.get(data.slice(0, 10).toLowerCase() as Hex)
  const word = place === undefined ? '' : data.slice(10 + place * 64, 10 + (place + 1) * 64)
  const party = `0x${word.slice(24).toLowerCase()}`
  const isAddress = word.length === 64 && /^0{24}/.test(word) && ADDRESS.test(party)
  return { to, value, data, delegatecall, parties: isAddress ? [party as Address] : null }
}
