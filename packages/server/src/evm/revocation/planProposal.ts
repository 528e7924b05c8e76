import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Permission, SafeProposal } from '@redoubt/risk/facts/revocationFacts.ts'
import { concatHex, decodeFunctionResult, encodeFunctionData, encodePacked, parseAbi, size } from 'viem/utils'
import { wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import type { RevocationCall } from './revocationCalls.ts'
import { runRevocations } from './runRevocations.ts'

/** MultiSendCallOnly 1.4.1, 1.3.0 and its EIP-155 deployment. Source: github.com/safe-global/safe-deployments 1.37. */
const MULTI_SENDS: readonly Address[] = [
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
]
const ABI = parseAbi([
  'function multiSend(bytes transactions)',
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function approveHash(bytes32 hash)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])
const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`
/** A made-up executor: a Safe lets any account execute what its owners have approved. */
const ANY_ACCOUNT: Address = '0x00000000000000000000000000000000000a5afe'
const DELEGATECALL = 1

/**
 * Plans the calls as one transaction of a Safe, to be proposed to its owners: a single call as it is, several through Safe's
 * library for plain calls. It is unsigned. To verify it on the fork, as many owners as the threshold asks for approve its hash
 * and a stranger executes it, so that its guard and modules run too. Null when the library is not on the network.
 */
export async function planProposal(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  {
    block,
    safe,
    owners,
    threshold,
    calls,
    permissions,
  }: {
    block: PinnedBlock
    safe: Address
    owners: readonly Address[]
    threshold: number
    calls: readonly RevocationCall[]
    permissions: readonly Permission[]
  },
  signal: AbortSignal,
): Promise<SafeProposal | null> {
  const [only] = calls
  if (only === undefined) return null
  const library = calls.length > 1 ? await firstWithCode(chain, block, signal) : null
  if (calls.length > 1 && library === null) return null
  const proposed =
    library === null
      ? ({ to: only.to, data: only.data, operation: 0 } as const)
      : ({ to: library, data: multiSend(calls), operation: DELEGATECALL } as const)
  const ask = (data: Hex) => chain.ask(block, { to: safe, data, gas: 500_000, max: 32, topic: 'holdings' }, signal)
  const nonce = wordAt(await ask(encodeFunctionData({ abi: ABI, functionName: 'nonce' })))
  if (nonce === null) return null
  const parts = [proposed.to, 0n, proposed.data, proposed.operation, 0n, 0n, 0n, ZERO_ADDRESS, ZERO_ADDRESS] as const
  const unknown: SafeProposal = { ...proposed, nonce, gasUsed: null, verified: null }
  const answer = await ask(
    encodeFunctionData({ abi: ABI, functionName: 'getTransactionHash', args: [...parts, nonce] }),
  )
  if (answer === null || size(answer) !== 32) return unknown
  const hash = decodeFunctionResult({ abi: ABI, functionName: 'getTransactionHash', data: answer })
  const signers = owners.slice(0, threshold)
  const approval = encodeFunctionData({ abi: ABI, functionName: 'approveHash', args: [hash] })
  const execution = encodeFunctionData({
    abi: ABI,
    functionName: 'execTransaction',
    args: [...parts, approvedBy(signers)],
  })
  const steps = [
    ...signers.map((from) => ({ from, to: safe, data: approval })),
    { from: ANY_ACCOUNT, to: safe, data: execution },
  ]
  const probes = [{ calls: steps, permissions }]
  const [run] = await runRevocations(simulator, { block, account: safe, probes }, signal).catch(() => [null])
  const executed = run?.outcomes.at(-1)
  if (!run || executed === undefined) return unknown
  return { ...unknown, gasUsed: executed.gasUsed, verified: executed.success && isWithdrawn(run.left) }
}

function isWithdrawn(left: readonly (bigint | null)[]): boolean | null {
  if (left.some((amount) => amount !== null && amount > 0n)) return false
  return left.includes(null) ? null : true
}

async function firstWithCode(chain: ChainSource, block: PinnedBlock, signal: AbortSignal): Promise<Address | null> {
  const codes = await Promise.all(MULTI_SENDS.map((address) => chain.code(block, address, signal)))
  return MULTI_SENDS.find((_, index) => codes[index] !== '0x') ?? null
}

/** Packs the calls for MultiSend: operation, target, value, length and data of each. */
function multiSend(calls: readonly RevocationCall[]): Hex {
  const packed = calls.map(({ to, data }) =>
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, 0n, BigInt(size(data)), data]),
  )
  return encodeFunctionData({ abi: ABI, functionName: 'multiSend', args: [concatHex(packed)] })
}

/** Signatures of kind 1: the owner in `r` has approved the hash on chain. Ordered by owner, as the Safe demands. */
function approvedBy(owners: readonly Address[]): Hex {
  const words = owners.toSorted().map((owner) => `${owner.slice(2).padStart(64, '0')}${'0'.repeat(64)}01`)
  return `0x${words.join('')}`
}
