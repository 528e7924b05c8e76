import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Receipt } from '../replay/parentState.ts'
import { addressIn, bodyOf, isAfterAnother, type ParentState, whyNotAlone } from '../replay/realTransactions.ts'
import type { RecordedBlock } from '../replay/replayBlock.ts'
import { readApproval } from './readApproval.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A real transaction that attacks are made of. */
export type Base = {
  block: string
  hash: Hex
  from: Address
  to: Address
  value: bigint
  data: Hex
  /** Most that the sender pays for gas. */
  fee: bigint
  feePerGas: bigint
  body: Record<string, unknown>
  /** Fungible tokens that the sender moved or received. */
  tokens: Address[]
  /** Fungible tokens that the sender received. */
  received: Address[]
  approval: ReturnType<typeof readApproval>
}

/** The block's successful transactions that run at the parent's state. */
export async function readBases(
  number: string,
  block: RecordedBlock,
  parent: ParentState,
  exclude: (reason: string) => void,
): Promise<Base[]> {
  const bases: Base[] = []
  for (const transaction of block.transactions) {
    const receipt = parent.receipts.get(transaction.hash as Hex)
    const reason =
      isAfterAnother(transaction, parent.accounts) ??
      (receipt?.status === '0x1' ? null : 'reverted in its block') ??
      (transaction.to ? null : 'creates a contract') ??
      (await whyNotAlone(transaction, block, { receipt, rpc: parent.rpc }))
    if (reason !== null) {
      exclude(reason)
      continue
    }
    const from = String(transaction.from).toLowerCase() as Address
    const feePerGas = BigInt(String(transaction.maxFeePerGas ?? transaction.gasPrice))
    bases.push({
      block: number,
      hash: transaction.hash as Hex,
      from,
      to: String(transaction.to).toLowerCase() as Address,
      value: BigInt(String(transaction.value)),
      data: transaction.input as Hex,
      fee: BigInt(String(transaction.gas)) * feePerGas,
      feePerGas,
      body: bodyOf(transaction),
      tokens: movedBy(from, receipt, 'either'),
      received: movedBy(from, receipt, 'received'),
      approval: readApproval(transaction.input as Hex),
    })
  }
  return bases
}

function movedBy(account: Address, receipt: Receipt | undefined, side: 'either' | 'received'): Address[] {
  const moved = (receipt?.logs ?? []).filter(
    ({ topics }) =>
      topics[0] === TRANSFER &&
      topics.length === 3 &&
      topics.slice(side === 'received' ? 2 : 1).some((topic) => addressIn(topic) === account),
  )
  return [...new Set(moved.map(({ address }) => address.toLowerCase() as Address))]
}
