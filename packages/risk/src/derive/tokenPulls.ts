import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import { type Trust, trustOf } from '../accounts/trust.ts'
import type { Address, Hex } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import type { Account } from '../facts/account.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { CallFrame, Simulation } from '../facts/execution.ts'
import type { Transaction } from '../facts/transaction.ts'
import { deriveMovements } from './movements.ts'
import { delegateIn } from './replacedCode.ts'
import type { Loss, Movement, TokenPull } from './shapes.ts'

const ERC20 = parseAbi([
  'function balanceOf(address holder) view returns (uint256)',
  'function allowance(address holder, address spender) view returns (uint256)',
])
/** More pulls than this in one transaction are no trade; reading them all would cost more than they tell. */
const MAX_PULLS = 8

/** Runs a read-only call at the pinned block; null when it reverts. */
export type ReadCall = (call: { to: Address; data: Hex }) => Promise<Hex | null>

/**
 * Every `transferFrom` on a principal's tokens that the trace attempts, joined with what the holder has and allows. This
 * tells a token that refuses to be sold from a missing balance or allowance, whatever text the revert carries.
 */
export async function gatherTokenPulls(
  simulation: Simulation,
  principals: readonly Address[],
  read: ReadCall,
): Promise<TokenPull[]> {
  const pulls = simulation.trace ? listPulls(simulation.trace, principals).slice(0, MAX_PULLS) : []
  return Promise.all(
    pulls.map(async (pull): Promise<TokenPull> => {
      const [balance, allowance] = await Promise.all([
        read({
          to: pull.token,
          data: encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [pull.holder] }),
        }),
        read({
          to: pull.token,
          data: encodeFunctionData({ abi: ERC20, functionName: 'allowance', args: [pull.holder, pull.spender] }),
        }),
      ])
      return { ...pull, balance: amountOf('balanceOf', balance), allowance: amountOf('allowance', allowance) }
    }),
  )
}

function listPulls(frame: CallFrame, principals: readonly Address[]): Omit<TokenPull, 'balance' | 'allowance'>[] {
  const own = frame.type === 'CALL' ? pullOf(frame, principals) : null
  // What a token does inside its own transferFrom (a proxy's delegate call, a hook) is part of the same pull.
  return own ? [own] : frame.calls.flatMap((call) => listPulls(call, principals))
}

function pullOf(frame: CallFrame, principals: readonly Address[]): Omit<TokenPull, 'balance' | 'allowance'> | null {
  const { input, to, error } = frame
  if (!to || !input.startsWith(SELECTORS.transferFrom) || input.length < 10 + 3 * 64) return null
  const holder: Address = `0x${input.slice(34, 74)}`
  if (!principals.includes(holder) || principals.includes(frame.from)) return null
  return {
    token: to,
    holder,
    spender: frame.from,
    to: `0x${input.slice(98, 138)}`,
    amount: BigInt(`0x${input.slice(138, 202)}`),
    error,
    revertReason: frame.revertReason,
    failedInside: error === null ? isFalse(frame.output) : !/out of gas/i.test(error),
  }
}

/** ERC-20 allows a token to say no by returning false instead of reverting. */
function isFalse(output: Hex | null): boolean {
  return output !== null && /^0x0{64}$/.test(output)
}

function amountOf(functionName: 'balanceOf' | 'allowance', data: Hex | null): bigint | null {
  // Accounts without code answer nothing; only a whole word is an answer.
  if (data === null || data.length !== 66) return null
  return decodeFunctionResult({ abi: ERC20, functionName, data })
}

type OwnerPull = { owner: Address; spender: Address; loss: Loss }

/** Permit2 lets any contract move the tokens approved to that contract and checks the caller, so the taker is its caller, never Permit2. */
export const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Calls that name the owner of the moved tokens in their first argument. */
const PULLS: readonly string[] = [
  SELECTORS.transferFrom,
  SELECTORS.safeTransferFrom,
  SELECTORS.safeTransferFromWithData,
  SELECTORS.safeTransferFrom1155,
  SELECTORS.safeBatchTransferFrom,
  SELECTORS.transferFromId,
]

/** Limit of examined owners; the first ones already show a drain of more. */
const MAX_OWNERS = 8

/**
 * Lists the assets that left accounts which made no call in the execution, because their approvals were used, with what each
 * account got back. Only balances count: a token can log anything.
 */
export function listApprovalPulls({
  trace,
  transaction,
  principals,
  balanceChanges,
}: {
  trace: CallFrame
  transaction: Transaction
  principals: readonly Address[]
  balanceChanges: readonly BalanceChange[]
}): OwnerPull[] {
  const acting = new Set<Address>([transaction.from, ...principals, ...callersIn(trace)])
  const pulls = pullsIn(trace, null).filter(({ owner }) => !acting.has(owner))
  const owners = [...new Set(pulls.map(({ owner }) => owner))].slice(0, MAX_OWNERS)
  return owners.flatMap((owner) => {
    // As if the transaction were the owner's: what they lose, who takes it, and what they get for it.
    const { lost } = deriveMovements({
      transaction: { ...transaction, from: owner },
      steps: [],
      principals: [owner],
      payees: [],
      balanceChanges,
    })
    return lost.flatMap((loss) => {
      const pull = pulls.find((one) => one.owner === owner && one.token === loss.address)
      return pull === undefined ? [] : [{ owner, spender: pull.spender, loss }]
    })
  })
}

type Pull = { owner: Address; spender: Address; token: Address }

function pullsIn(frame: CallFrame, caller: Address | null): Pull[] {
  if (frame.error !== null) return []
  const { from, to, input } = frame
  const isPull = frame.type === 'CALL' && to !== null && to !== PERMIT2 && PULLS.includes(input.slice(0, 10))
  const owner: Address = `0x${input.slice(34, 74)}`
  // Calls inside a token's own transferFrom (a proxy's delegate call, a hook) are part of the same pull.
  if (isPull && input.length >= 202)
    return owner === from ? [] : [{ owner, spender: from === PERMIT2 ? (caller ?? from) : from, token: to }]
  return frame.calls.flatMap((call) => pullsIn(call, from))
}

/** Returns every account whose code ran, and so acted for it. */
function callersIn(frame: CallFrame): Address[] {
  return [frame.from, ...frame.calls.flatMap(callersIn)]
}

type Accounts = Readonly<Record<Address, Account>>

type Context = { transaction: Transaction; recipient: Account | null; counterparties: Accounts }

/**
 * Trust of a taker. A contract that the transaction creates had no code at the block, and is not an EOA; an account that a key controls stays
 * one with a delegation, and what is flagged stays flagged.
 */
export function takerTrust(
  address: Address,
  { recipient, counterparties }: Pick<Context, 'recipient' | 'counterparties'>,
  simulation?: Pick<Simulation, 'created' | 'stateDiff'>,
): Trust {
  const account = recipient?.address === address ? recipient : counterparties[address]
  const trust = account ? trustOf(account) : 'unknown'
  const after = simulation?.stateDiff[address]?.code?.after ?? '0x'
  const made = simulation?.created === address || (after !== '0x' && delegateIn(after) === null)
  return made && trust !== 'flagged' ? 'unknown' : trust
}

/** Whether an EOA or a flagged account takes any of it. */
export function goesToWallet(
  { takers }: Pick<Movement, 'takers'>,
  context: Pick<Context, 'recipient' | 'counterparties'>,
  simulation?: Pick<Simulation, 'created' | 'stateDiff'>,
): boolean {
  return takers.some((taker) => ['wallet', 'flagged'].includes(takerTrust(taker, context, simulation)))
}

/**
 * Whether the called, known service takes the asset, itself or into its own unlabelled pools and gauges. A receiver named in the
 * call data is not the service's choice; nor is one that an open executor or an unknown contract chose by calling known services.
 * Burned assets (no taker) count as given to the service.
 */
export function retainedByService({ takers }: Pick<Movement, 'takers'>, context: Context): boolean {
  const { recipient, transaction } = context
  if (recipient === null || trustOf(recipient) !== 'known') return false
  return takers.every((taker) => {
    if (taker === recipient.address) return true
    const trust = takerTrust(taker, context)
    return trust === 'known' || (trust === 'unknown' && !transaction.data.toLowerCase().includes(taker.slice(2)))
  })
}

/** Whether a known service's transfer function, as decoded, names each taker: the signer chose the receiver. */
export function isNamedTransfer(
  { takers }: Pick<Movement, 'takers'>,
  { recipient, decodedSteps }: { recipient: Account | null; decodedSteps: readonly DecodedCall[] },
): boolean {
  if (recipient === null || trustOf(recipient) !== 'known' || takers.length === 0) return false
  const transfers = decodedSteps.filter(
    ({ to, functionName }) => to === recipient.address && functionName !== null && TRANSFERS.test(functionName),
  )
  return takers.every((taker) => transfers.some(({ args }) => names(args, taker)))
}

/** Whether the decoded arguments of the execution name each taker. */
export function isNamedBy({ takers }: Pick<Movement, 'takers'>, steps: readonly DecodedCall[]): boolean {
  return takers.length > 0 && takers.every((taker) => steps.some(({ args }) => names(args, taker)))
}

const TRANSFERS = /^(bulk|batch|multi|safe)*_?transfer/i

function names(value: unknown, address: Address): boolean {
  if (typeof value === 'string') return value.toLowerCase() === address
  if (Array.isArray(value)) return value.some((one) => names(one, address))
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => names(one, address))
}
