import type { TransactionInput } from '@redoubt/client'
import { UsageError } from '../usageError.ts'
import { chainOfId } from './chains.ts'

/** Reads a serialised transaction; its sender is recovered from the signature. @throws UsageError */
export async function parseRawTransaction(raw: string, from: string | undefined): Promise<TransactionInput> {
  // A tenth of a second, for which nothing else waits.
  const { parseTransaction, recoverTransactionAddress } = await import('viem')
  const serialized = raw as Parameters<typeof recoverTransactionAddress>[0]['serializedTransaction']
  try {
    const { chainId, r, s, v, yParity, type, ...transaction } = parseTransaction(serialized)
    const signed = r !== undefined && s !== undefined
    const sender = signed ? await recoverTransactionAddress({ serializedTransaction: serialized }) : from
    if (signed && from !== undefined && from.toLowerCase() !== sender?.toLowerCase())
      throw new UsageError(`--from ${from} did not sign the raw transaction: its sender is ${sender}.`)
    if (sender === undefined) throw new UsageError('The raw transaction is not signed: give its sender with --from.')
    const chain = chainId === undefined || chainId === 0 ? {} : { chain: chainOfId(chainId) }
    // What is not sent has no recipient: a contract creation says so.
    return { ...(transaction as unknown as TransactionInput), to: transaction.to ?? null, from: sender, ...chain }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`This is no raw transaction: ${(error as Error).message.split('\n')[0]}`)
  }
}
