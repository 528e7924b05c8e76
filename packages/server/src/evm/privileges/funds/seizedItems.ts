import type { Address, Hex } from '@redoubt/risk/address.ts'
import { isLure } from '@redoubt/risk/contract/lures.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { sendsNothing } from '../../bytecode/analysis/sendsNothing.ts'
import { callData, wordAt } from '../../decode/callData.ts'
import { word } from '../../trade/trader.ts'
import { isUnnamed } from '../calls/ordinaryCalls.ts'
import { firstOfFunctions, selfGrants } from '../calls/selfGrants.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { keyHolders } from '../holders/keyHolders.ts'
import type { Target } from '../holders/targets.ts'
import { initialBalanceOf } from '../initialBalance.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { privilegedCall } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'
import type { HeldItem } from '../switches/lockedItems.ts'
import type { Claim } from './claims.ts'

/** TransferSingle(address,address,address,uint256,uint256) of ERC-1155. */
const TRANSFER_SINGLE: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const SAFE_TRANSFER_FROM = '0xf242432a'
const GAS = 1_000_000n
/** Calls by which an account names itself that are tried. */
const MAX_GRANTS = 4
/** One part in this many of a payment is a share of it; less is a fee of the block. */
const MIN_PART = 50n
const WINDOWS = [5_000n, 300n]

/**
 * Finds whether a stranger or a known account can take items of an ERC-1155 collection from a holder without approval, at once or after a
 * call by which it names itself.
 */
export async function seizedItems(
  context: PrivilegesContext,
  { subject, item }: { subject: Target; item: HeldItem | null },
  tried: readonly AcceptedCall[],
): Promise<Capability[]> {
  const { bytecode, address } = context
  const made = bytecode.functions.find(({ selector }) => selector === SAFE_TRANSFER_FROM)
  if (bytecode.standard !== 'erc1155' || made === undefined || item === null) return []
  const { holder, id } = item
  const known = [strangerOf(context), ...(await keyHolders(context, subject))]
  const grants = firstOfFunctions(selfGrants(tried), MAX_GRANTS)
  const callers = [
    ...known.map((caller) => ({ caller, first: null })),
    ...grants.map((first) => ({ caller: first.caller, first })),
  ].filter(({ caller }) => caller.address !== holder)
  const read = (from: Address): Transaction => {
    return { from, to: address, value: 0n, data: callData('balanceOfId', holder, id), gas: GAS }
  }
  const takes = (caller: Address): Transaction => {
    const words = [holder, caller, id, 1n, 160n, 0n].map(word).join('')
    return { from: caller, to: address, value: 0n, data: `${SAFE_TRANSFER_FROM}${words}`, gas: GAS }
  }
  const attempts = callers.map(({ caller: { address: who }, first }): Attempt => {
    return { calls: [...(first === null ? [] : [first.call]), read(who), takes(who), read(who)] }
  })
  const outcomes = await execute(context, attempts, 'items taken')
  return callers.flatMap(({ caller, first }, index): Capability[] => {
    const [before, taken, after] = outcomes[index]?.slice(first === null ? 0 : 1) ?? []
    const [was, is] = [wordAt(before?.output ?? null), wordAt(after?.output ?? null)]
    if (taken?.success !== true || was === null || is === null || is >= was) return []
    const args = [holder, caller.address, id.toString(), '1', '0x']
    const call = takes(caller.address)
    const way = { data: call.data, args, value: 0n, number: 1n, group: '', names: true, flag: null }
    const shown = `balanceOf(${holder}, ${id}) ${was} → ${is}`
    return [
      {
        kind: 'balance-write',
        state: 'effective',
        call: privilegedCall(context, { target: subject, made, caller, way, call, ...(first && { first }) }),
        shown,
      },
    ]
  })
}

/** Returns an item of an ERC-1155 collection that an account really holds, by the collection's own log. */
export async function someItem({
  chain,
  block,
  address,
  bytecode,
  signal,
}: PrivilegesContext): Promise<HeldItem | null> {
  if (bytecode.standard !== 'erc1155') return null
  for (const window of WINDOWS) {
    const fromBlock = block.number > window ? block.number - window : 0n
    const filter = { address: [address], topics: [TRANSFER_SINGLE], fromBlock, toBlock: block.number, pin: block }
    const logs = await chain.logs(filter, signal).catch(() => {
      signal.throwIfAborted()
      return null
    })
    for (const { topics, data } of logs?.toReversed().slice(0, 16) ?? []) {
      const [id, holder] = [wordAt(data), topics[3]]
      if (id === null || holder === undefined || BigInt(holder) === 0n) continue
      const account: Address = `0x${holder.slice(-40)}`
      const [code, balance] = await Promise.all([
        chain.code(block, account, signal),
        chain.call(block, { to: address, data: callData('balanceOfId', account, id) }, signal),
      ])
      if (code === '0x' && (wordAt(balance) ?? 0n) > 0n) return { holder: account, id }
    }
  }
  return null
}

/**
 * Finds coin that a stranger paid without any record: no storage changed, no token came, and no way back was found. Skipped where
 * any account may take out leftover coin (a router's refunds).
 */
export async function unrecoverablePayments(
  context: PrivilegesContext,
  claims: readonly Claim[],
  observedCalls: readonly ObservedCall[],
): Promise<Capability[]> {
  const { simulator, block, fixture, address, signal } = context
  const stranger = strangerOf(context)
  // Coin for a token is a mistake of few; its trading is what its scan is about.
  const isNoToken = context.bytecode.standard === null
  // A tiny amount that any account may take would excuse everything else that is kept.
  const refunds = observedCalls.some(({ tried, before, after }) => {
    const left = after?.native.subject ?? before.native.subject
    // A stranger that only triggers a payment to another account got no refund.
    const gained = after !== null && after.native.caller > before.native.caller
    return tried.caller === stranger && gained && left * 2n <= before.native.subject && before.native.subject > 0n
  })
  const payments = claims.filter(({ asset, withdrawal }) => asset === null && withdrawal === null)
  if (refunds || payments.length === 0 || !context.budget.take(payments.length, 'payments')) return []
  const found = await Promise.all(
    payments.map(async ({ deposit, made, paid, kept }): Promise<Capability[]> => {
      const transaction = deposit.at(-1)
      if (transaction === undefined) return []
      const stateOverrides = { [fixture.depositor]: { balance: initialBalanceOf(fixture.depositor) + paid } }
      const execution = { block, stateOverrides, environments: 'none', signal } as const
      const run = await simulator.simulate({ ...execution, transaction })
      const recorded = Object.values(run.stateDiff).some(({ storage }) => Object.keys(storage).length > 0)
      if (!run.success || run.truncated || recorded) return []
      // A contract that takes coin without a function keeps it, for those that its code pays; coin passed on to an EOA is lost to
      // its sender.
      const receivers = kept ? [] : await receivingWallets(context, run, { but: [fixture.depositor, address], paid })
      const isHole = kept && isNoToken && sendsNothing(await context.chain.code(block, address, signal))
      if (isUnnamed(made) && !isHole && receivers.length === 0) return []
      const shown = `${paid} wei paid along with the call were ${kept ? 'kept' : 'passed on'}, and no storage changed anywhere`
      const { selector, signature } = made
      const call = { caller: fixture.depositor, callerRole: 'stranger', selector, signature, args: [] } as const
      const paidTo = isHole ? 'none' : receivers.length > 1 ? 'several' : null
      const answers = isQuestion(made, run) && !isLure(made)
      const unpaid = answers
        ? await simulator.simulate({ ...execution, transaction: { ...transaction, value: 0n } })
        : null
      return [
        {
          kind: 'keep-received-value',
          call: { ...call, args: [] },
          // It answers the same without coins: it asks for none.
          state: unpaid?.success === true && unpaid.output === run.output ? 'potential' : 'effective',
          shown,
          ...(paidTo !== null && { paidTo }),
        },
      ]
    }),
  )
  const [question] = found.flat().filter(({ state }) => state === 'potential')
  return found.flat().filter((one) => one.state === 'effective' || one === question)
}

/** Whether a call only answers a question: it writes, logs and calls nothing, and its answer is more than that it was done. */
function isQuestion(
  { writes, writesElsewhere, sendsNative }: ContractFunction,
  { output, trace }: Simulation,
): boolean {
  if (writes.length > 0 || writesElsewhere === true || sendsNative || trace === null) return false
  const answer = wordAt(output)
  return (
    answer !== null &&
    answer !== 1n &&
    trace.logs.length === 0 &&
    trace.calls.every(({ type }) => type === 'STATICCALL')
  )
}

/** Accounts without code that gained coin: a wallet's or an exchange's contract may be its rightful receiver. */
async function receivingWallets(
  { chain, block, signal }: PrivilegesContext,
  { stateDiff }: Simulation,
  { but, paid }: { but: readonly Address[]; paid: bigint },
): Promise<Address[]> {
  const richer = Object.entries(stateDiff).flatMap(([at, { balance }]) =>
    balance && (balance.after - balance.before) * MIN_PART >= paid && !but.includes(at as Address)
      ? [at as Address]
      : [],
  )
  const codes = await Promise.all(richer.map((one) => chain.code(block, one, signal)))
  return richer.filter((_, index) => codes[index] === '0x')
}
