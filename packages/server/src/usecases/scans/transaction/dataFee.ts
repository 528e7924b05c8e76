import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { decodeAbiParameters, encodeFunctionData, parseAbi, serializeTransaction } from 'viem/utils'
import { NETWORKS } from '../../../chains/index.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import type { TransactionSources } from './transactionSources.ts'

/** The source that an answer lists as unavailable where the fee was not told. */
export const DATA_FEE = 'data-fee'

/** Wei for publishing on Ethereum. `missing`: the network has such a fee, and its contract did not tell it in time. */
export type DataFee = { fee: bigint | null; missing: boolean }

/** GasPriceOracle of the OP stack (specs.optimism.io "Predeploys"): the argument is the unsigned transaction; it adds the signature. */
const GAS_PRICE_ORACLE: Address = '0x420000000000000000000000000000000000000f'
const GET_L1_FEE = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
const MAX_WAIT_MS = 2_000
/** Fees of a quiet moment: what the transaction would carry is not known where the caller names none. */
const GWEI = 1_000_000_000n
const NONE: DataFee = { fee: null, missing: false }

/**
 * Asks the network's own contract at the block what publishing the transaction on Ethereum costs, beside its gas. One call, two
 * seconds at most. No fee of a user operation or a bundle: who sends it is not known, and its bundler pays.
 */
export async function dataFeeOf(
  { callPredeploy }: Pick<TransactionSources, 'callPredeploy'>,
  { chain, block, transaction }: { chain: Chain; block: PinnedBlock; transaction: Transaction },
  signal: AbortSignal,
): Promise<DataFee> {
  if (NETWORKS[chain].fees.dataFee === null || transaction.userOperation || transaction.calls) return NONE
  const data = encodeFunctionData({ abi: GET_L1_FEE, functionName: 'getL1Fee', args: [unsigned(chain, transaction)] })
  const asked = callPredeploy?.(block, { to: GAS_PRICE_ORACLE, data }, signal).catch(() => null)
  const fee = wordOf(asked ? await withTimeout(asked, MAX_WAIT_MS) : null)
  return { fee, missing: fee === null }
}

function unsigned(chain: Chain, { to, value, data, gas }: Transaction): Hex {
  return serializeTransaction({
    type: 'eip1559',
    chainId: CHAIN_IDS[chain],
    nonce: 0,
    to,
    value,
    data,
    gas: gas ?? 21_000n,
    maxFeePerGas: GWEI,
    maxPriorityFeePerGas: GWEI,
  })
}

/** Null for what is no word: an address without code answers nothing. */
function wordOf(answer: Hex | null): bigint | null {
  if (answer?.length !== 66) return null
  return decodeAbiParameters([{ type: 'uint256' }], answer)[0]
}
