import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MULTICALL3 } from '../rpc/multicall3.ts'
import {
  acceptableFees,
  blobReason,
  gasCeiling,
  MAX_WEI,
  maxForBlobs,
  offeredFees,
  rejectionReason,
  type SenderState,
  TRANSFER_GAS,
  unpayableReason,
} from './admission.ts'
import {
  type EngineTransaction,
  engineTransaction,
  type Fees,
  fittingFees,
  isSigned,
} from './engine/engineTransaction.ts'
import { nextBlock, rulesOf } from './engine/hardfork.ts'
import { OTHER_COINBASES } from './environments/otherCoinbases.ts'
import { type RevokedDelegation, revokedDelegations } from './revokedDelegations.ts'
import type { BlockOverrides, SimulationRequest, StateOverrides } from './simulator.ts'

/** Inputs of one execution, as the engine takes them, and the overrides that make it possible. */
export type PreparedRun = {
  block: PinnedBlock
  source: Transaction
  /** Account whose gains and losses count. */
  account?: Address
  transaction: EngineTransaction
  fees: Fees
  gasLimit: bigint
  /** True when the caller named no gas and the balance, not the ceiling, set the limit. */
  gasLimitedByBalance: boolean
  stateOverrides: StateOverrides
  next: Required<BlockOverrides>
  sender: SenderState
  rejection: string | null
  /** Wei the sender lacks, and the wei that the run adds. */
  shortfall: bigint | null
  topUp: bigint
  /** EIP-7702 delegation by an unsigned authorisation, set by override. */
  delegation: { before: Hex; after: Hex; count: bigint } | null
  /** Delegations that signed authorisations end, which the engine's diff leaves out. */
  revoked: RevokedDelegation[]
}

/** Read in the first batch: addresses of the varied environments, and the contract for later state reads. */
const ALWAYS_READ = [...OTHER_COINBASES, MULTICALL3]
/** Gas each authorisation costs before the refund for existing accounts (EIP-7702). */
export const AUTHORIZATION_GAS = 25_000n

/** Reads the sender, chooses fees and gas, and finds the obstacles to the transaction. */
export async function prepareRun(
  request: SimulationRequest,
  source: ChainSource,
  gasCap: bigint,
): Promise<PreparedRun> {
  const { block, transaction, signal } = request
  const next = nextBlock(block, request.blockOverrides)
  const hardfork = rulesOf(block, next)
  // Same tick: the sender's reads, the discovery of touched state and its batch travel together.
  const [sender] = await Promise.all([
    readSender(request, source),
    source.prefetch(block, prefetchCall(transaction), signal),
  ])
  const offered = offeredFees(transaction, next.baseFeePerGas)
  const rejection =
    unpayableReason(transaction, offered) ?? rejectionReason(transaction, sender, next, offered, hardfork)
  const ceiling = gasCeiling(block, hardfork, gasCap)
  // Blobs that no network accepts are left out, so that the call still runs.
  const sent = blobReason(transaction, hardfork) === null ? transaction : withoutBlobs(transaction)
  const fixed = transaction.value + maxForBlobs(sent)
  // The engine adds the value and the fees of the whole gas limit in 256 bits.
  const maxPerGas = fixed > MAX_WEI ? 0n : (MAX_WEI - fixed) / ceiling
  const fees = fittingFees(sent, acceptableFees(offered, next.baseFeePerGas, maxPerGas))
  const affordable =
    fees.cap === 0n ? ceiling : (sender.balance - fixed - keptForCalls(request, sender, fixed, fees)) / fees.cap
  const asked = transaction.gas === undefined ? null : min(transaction.gas, ceiling)
  const needed = fixed + (transaction.gas ?? TRANSFER_GAS) * fees.cap
  const shortfall = needed > sender.balance ? needed - sender.balance : null
  const gasLimit = asked ?? (shortfall === null ? min(affordable, ceiling) : ceiling)
  const prepared: PreparedRun = {
    block,
    source: sent,
    account: request.account ?? transaction.from,
    transaction: engineTransaction(sent, gasLimit, fees),
    fees,
    gasLimit,
    gasLimitedByBalance: transaction.gas === undefined && shortfall === null && affordable < ceiling,
    stateOverrides: { ...request.stateOverrides },
    next,
    sender,
    rejection,
    shortfall: null,
    topUp: 0n,
    delegation: null,
    revoked: await revokedDelegations(request, source),
  }
  // A future nonce waits for earlier transactions; it still decides the address of a creation.
  if (transaction.nonce !== undefined && transaction.nonce > sender.nonce)
    override(prepared, { nonce: transaction.nonce })
  delegate(prepared)
  return shortfall === null ? prepared : topUp(prepared, shortfall)
}

/** Wei that the calls of a bundle pay, where the sender has them: offered as gas, they would be missing in the calls. */
function keptForCalls({ paidByCalls = 0n }: SimulationRequest, sender: SenderState, fixed: bigint, fees: Fees): bigint {
  return sender.balance >= fixed + paidByCalls + TRANSFER_GAS * fees.cap ? paidByCalls : 0n
}

/** Returns the same run with a sender that can pay the value and the whole gas limit. */
export function topUp(prepared: PreparedRun, shortfall: bigint, gasLimit = prepared.gasLimit): PreparedRun {
  const { sender, source, fees } = prepared
  const needed = min(source.value + maxForBlobs(source) + gasLimit * fees.cap, MAX_WEI)
  const rich: PreparedRun = {
    ...prepared,
    transaction: engineTransaction(source, gasLimit, fees),
    gasLimit,
    gasLimitedByBalance: false,
    stateOverrides: { ...prepared.stateOverrides },
    shortfall,
    topUp: needed > sender.balance ? needed - sender.balance : 0n,
  }
  override(rich, { balance: sender.balance + rich.topUp })
  return rich
}

function withoutBlobs({
  blobVersionedHashes: _blobs,
  maxFeePerBlobGas: _fee,
  ...transaction
}: Transaction): Transaction {
  return transaction
}

async function readSender(request: SimulationRequest, source: ChainSource): Promise<SenderState> {
  const { block, transaction, signal } = request
  const pretended = request.stateOverrides?.[transaction.from] ?? {}
  const [balance, nonce, code] = await Promise.all([
    pretended.balance ?? source.balance(block, transaction.from, signal),
    pretended.nonce ?? source.nonce(block, transaction.from, signal),
    pretended.code ?? source.code(block, transaction.from, signal),
  ])
  return { balance, nonce: BigInt(nonce), code }
}

function prefetchCall({ from, to, data, value }: Transaction) {
  return { from, to, data, value, also: ALWAYS_READ }
}

function override(run: PreparedRun, members: StateOverrides[Address]): void {
  run.stateOverrides[run.source.from] = { ...run.stateOverrides[run.source.from], ...members }
}

/**
 * A wallet asks before it signs, so the authority of an unsigned authorisation is the sender. The protocol ignores an
 * authorisation for another chain. One with a later nonce counts as effective, because its holder may wait.
 */
function delegate(run: PreparedRun): void {
  const unsigned = (run.source.authorizationList ?? []).filter(
    (authorization) =>
      !isSigned(authorization) && [0, CHAIN_IDS[run.block.chain]].includes(Number(authorization.chainId)),
  )
  // The protocol takes them in order and skips any whose nonce is not the account's by then; the transaction itself takes the first.
  let nonce = run.sender.nonce + 1n
  const valid = unsigned.filter((authorization) => {
    if (authorization.nonce !== nonce) return false
    nonce += 1n
    return true
  })
  const last = valid.at(-1) ?? unsigned.at(-1)
  if (!last) return
  const after: Hex = /^0x0{40}$/.test(last.address) ? '0x' : `0xef0100${last.address.slice(2).toLowerCase()}`
  run.delegation = { before: run.sender.code, after, count: BigInt(unsigned.length) }
  override(run, { code: after })
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** The state that a run left, as overrides for the next one. */
export function carryState(state: StateOverrides, diff: StateDiff): StateOverrides {
  const carried: StateOverrides = { ...state }
  for (const [address, change] of Object.entries(diff)) {
    const key = address as `0x${string}`
    const before = carried[key] ?? {}
    const slots = Object.entries(change.storage).map(([slot, { after }]) => [slot, after])
    carried[key] = {
      ...before,
      ...(change.balance ? { balance: change.balance.after < 0n ? 0n : change.balance.after } : {}),
      ...(change.nonce ? { nonce: change.nonce.after } : {}),
      ...(change.code ? { code: change.code.after } : {}),
      storage: { ...before.storage, ...Object.fromEntries(slots) },
    }
  }
  return carried
}

/** Hash of the executed input, independent of the block: crashes are remembered by it. */
export function inputKey({ block, transaction, stateOverrides, blockOverrides }: SimulationRequest): string {
  const input = { chain: block.chain, transaction, stateOverrides, blockOverrides }
  const text = JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return createHash('sha256').update(text).digest('hex')
}
