import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem/utils'
import type { NodeRpc } from '../../src/sandbox/nodeRpc.ts'

export type SentCall = { to: Address; value: bigint; data: Hex }

/** What an account holds: coins with the gas it paid, and tokens in the order asked. */
export type Holdings = { coins: bigint; tokens: bigint[] }

const ACCOUNT_ABI = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
  'function balanceOf(address account) view returns (uint256)',
])

/** Reads what the account holds; a token that does not answer counts as none. */
export async function holdingsOf(rpc: NodeRpc, account: Address, tokens: readonly Address[]): Promise<Holdings> {
  const data = encodeFunctionData({ abi: ACCOUNT_ABI, functionName: 'balanceOf', args: [account] })
  const read = tokens.map(async (to) => {
    const answer = await rpc('eth_call', [{ to, data }, 'latest']).catch(() => '0x')
    return typeof answer === 'string' && answer.length === 66 ? BigInt(answer) : 0n
  })
  const coins = BigInt((await rpc('eth_getBalance', [account, 'latest'])) as Hex)
  return { coins, tokens: await Promise.all(read) }
}

/**
 * Mines the calls as one batch of the account, whose code delegates (EIP-7702) to the reference account while it lasts.
 * @returns whether it succeeded, and the wei of gas that it paid.
 */
export async function sendBatch(
  rpc: NodeRpc,
  {
    from,
    calls,
    gas,
    gasPrice,
    delegate,
  }: { from: Address; calls: readonly SentCall[]; gas: bigint; gasPrice: bigint; delegate: Address },
): Promise<{ success: boolean; paid: bigint }> {
  await rpc('anvil_setCode', [from, `0xef0100${delegate.slice(2).toLowerCase()}`])
  const data = encodeFunctionData({
    abi: ACCOUNT_ABI,
    functionName: 'executeBatch',
    args: [calls.map(({ to, value, data: inner }) => ({ target: to, value, data: inner }))],
  })
  const sent = { from, to: from, data, gas: numberToHex(gas), gasPrice: numberToHex(gasPrice) }
  const hash = await rpc('eth_sendTransaction', [sent])
  await rpc('evm_mine', [])
  const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as {
    status: Hex
    gasUsed: Hex
    effectiveGasPrice: Hex
  } | null
  if (receipt === null) throw new Error('a transaction was not mined')
  return { success: receipt.status === '0x1', paid: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) }
}
