import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { encodeFunctionData, parseAbi, serializeTransaction } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Predeploy of the OP stack (OP-stack specification, "Predeploys"). */
const GAS_PRICE_ORACLE: Address = '0x420000000000000000000000000000000000000f'
/** No contract: a Nitro node answers calls of it itself (docs.arbitrum.io, "NodeInterface"). */
const NODE_INTERFACE: Address = '0x00000000000000000000000000000000000000c8'

const ABI = parseAbi([
  'function getL1Fee(bytes unsignedTransaction) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

type Asked = { transaction: Transaction; simulation: Pick<Simulation, 'gasUsed'> }

/**
 * What the sender of a plain transaction pays for publishing it on another network, as the network itself estimates it at the block.
 * @returns Wei; null where there is no such fee, for a bundle or user operation, whose transaction is made by others, and where the
 * network's own contract does not answer.
 */
export async function dataFee(
  chain: Pick<ChainSource, 'chain' | 'call' | 'nonce'>,
  block: PinnedBlock,
  { transaction, simulation }: Asked,
  signal: AbortSignal,
): Promise<bigint | null> {
  const { data } = NETWORKS[chain.chain].fees
  if (data === null || transaction.calls !== undefined || transaction.userOperation !== undefined) return null
  const ask = async (to: Address, call: Hex) => chain.call(block, { to, data: call }, signal)
  if (data === 'arbitrum') {
    const answer = await ask(NODE_INTERFACE, l1ComponentCall(transaction))
    const [gas, baseFee] = [wordAt(answer, 0), wordAt(answer, 1)]
    return gas === null || baseFee === null ? null : gas * baseFee
  }
  const nonce = transaction.nonce ?? BigInt(await chain.nonce(block, transaction.from, signal))
  const unsigned = unsignedTransaction(transaction, { chainId: NETWORKS[chain.chain].chainId, nonce, block })
  const [published, operated] = await Promise.all([
    ask(GAS_PRICE_ORACLE, encodeFunctionData({ abi: ABI, functionName: 'getL1Fee', args: [unsigned] })),
    // Since Isthmus; before it, and where there is none, nothing.
    ask(GAS_PRICE_ORACLE, encodeFunctionData({ abi: ABI, functionName: 'getOperatorFee', args: [simulation.gasUsed] })),
  ])
  const fee = wordAt(published)
  return fee === null ? null : fee + (wordAt(operated) ?? 0n)
}

function l1ComponentCall({ to, data, from }: Transaction): Hex {
  const args = [to ?? from, to === null, data] as const
  return encodeFunctionData({ abi: ABI, functionName: 'gasEstimateL1Component', args })
}

/** The bytes that the sender signs, EIP-1559; the oracle adds those of the signature itself. */
function unsignedTransaction(
  { to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas, accessList }: Transaction,
  { chainId, nonce, block }: { chainId: number; nonce: bigint; block: PinnedBlock },
): Hex {
  return serializeTransaction({
    type: 'eip1559',
    chainId,
    nonce: Number(nonce),
    ...(to !== null && { to }),
    value,
    data,
    gas: gas ?? block.gasLimit / 10n,
    maxFeePerGas: maxFeePerGas ?? 2n * block.baseFeePerGas,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
    accessList: accessList ?? [],
  })
}
