import type { Address, Hex } from '@redoubt/risk/address.ts'
import { readBlock } from '../../src/evm/rpc/heads.ts'
import { simulateBlockOverrides, traceBlockOverrides } from '../../src/evm/simulation/engine/engineCall.ts'
import type { FixtureAccount } from './fixtureSource.ts'
import type { Receipt } from './parentState.ts'
import type { RecordedBlock } from './replayBlock.ts'
import type { EngineRpc } from './replayChild.ts'

const DEADLINE_MS = 30_000
const APPROVALS: ReadonlySet<string> = new Set([
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
])

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** As a node answers it. */
export type RecordedTransaction = Record<string, unknown>
export type ParentState = {
  receipts: ReadonlyMap<Hex, Receipt>
  accounts: ReadonlyMap<Address, FixtureAccount>
  rpc: EngineRpc
}

/** Why a transaction cannot be scanned as its wallet saw it; null when it can. */
export async function whyExcluded(
  transaction: RecordedTransaction,
  block: RecordedBlock,
  parent: ParentState,
): Promise<string | null> {
  const { receipts, accounts, rpc } = parent
  const from = String(transaction.from).toLowerCase() as Address
  const receipt = receipts.get(transaction.hash as Hex)
  return namesUnrecorded(receipt, from, accounts) ?? whyNotAlone(transaction, block, { receipt, rpc })
}

/** Why a transaction is not the next of its sender at the parent's state; null when it is. */
export function isAfterAnother(transaction: RecordedTransaction, accounts: ParentState['accounts']): string | null {
  const from = String(transaction.from).toLowerCase() as Address
  return Number(transaction.nonce) === accounts.get(from)?.nonce ? null : 'after another transaction of its sender'
}

/** Why a transaction does not run at the parent's state as it ran in its block; null when it does. */
export async function whyNotAlone(
  transaction: RecordedTransaction,
  block: RecordedBlock,
  { receipt, rpc }: { receipt: Receipt | undefined; rpc: EngineRpc },
): Promise<string | null> {
  const alone = await runAlone(transaction, block, rpc)
  if (alone === 'unrecorded') return 'state not recorded: an earlier transaction changed its path'
  if (receipt?.status === '0x1' && alone === 'failed') return 'fails without an earlier transaction'
  return null
}

async function runAlone(
  transaction: RecordedTransaction,
  block: RecordedBlock,
  rpc: EngineRpc,
): Promise<'done' | 'failed' | 'unrecorded'> {
  const { from, to, value, input, gas, accessList } = transaction
  const call = { from, to, value, data: input, gas, ...(accessList ? { accessList } : {}), ...feesOf(transaction) }
  const blockOverrides = traceBlockOverrides(fieldsOf(block))
  try {
    const { error } = (await rpc('debug_traceCall', call, 'latest', { tracer: 'callTracer', blockOverrides })) as {
      error?: string
    }
    return error === undefined ? 'done' : 'failed'
  } catch (error) {
    return /not recorded/.test(String(error)) ? 'unrecorded' : 'failed'
  }
}

/** Fields of the block for eth_simulateV1. */
export function simulatedFields(block: RecordedBlock): Record<string, unknown> {
  return simulateBlockOverrides(fieldsOf(block))
}

function fieldsOf(block: RecordedBlock): Parameters<typeof traceBlockOverrides>[0] {
  const own = readBlock('ethereum', block)
  return {
    number: own.number,
    timestamp: own.timestamp,
    baseFeePerGas: own.baseFeePerGas,
    gasLimit: own.gasLimit,
    coinbase: own.coinbase,
    prevRandao: own.prevRandao,
  }
}

function namesUnrecorded(
  receipt: Receipt | undefined,
  from: Address,
  accounts: ParentState['accounts'],
): string | null {
  for (const { topics } of receipt?.logs ?? []) {
    const [topic, owner, named] = topics
    if (topic === undefined || owner === undefined || named === undefined) continue
    if (addressIn(owner) !== from || accounts.has(addressIn(named))) continue
    if (APPROVALS.has(topic)) return 'approval of an account not recorded'
    if (topic === TRANSFER) return 'tokens to an account not recorded'
  }
  return null
}

export function addressIn(topic: Hex): Address {
  return `0x${topic.slice(26)}` as Address
}

function feesOf({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: RecordedTransaction): object {
  return Number(type ?? 0) < 2 ? { gasPrice } : { maxFeePerGas, maxPriorityFeePerGas }
}

/** Body of a scan, as a wallet writes the transaction. */
export function bodyOf(transaction: RecordedTransaction): Record<string, unknown> {
  const { from, to, value, input, gas, nonce, type, accessList, maxFeePerBlobGas, blobVersionedHashes } = transaction
  return {
    chain: 'ethereum',
    from,
    to: to ?? null,
    value,
    data: input,
    gas,
    nonce,
    type: Number(type ?? 0),
    ...feesOf(transaction),
    ...(accessList ? { accessList } : {}),
    ...(Number(type) === 3 ? { maxFeePerBlobGas, blobVersionedHashes } : {}),
    options: { deadlineMs: DEADLINE_MS },
  }
}
