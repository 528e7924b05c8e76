import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils'
import { initCode, type NodeRpc } from '../../src/sandbox/nodeRpc.ts'

const TRANSFER = parseAbi(['function transfer(address to, uint256 amount) returns (bool)'])
const DEPLOYER: Address = `0x${'0c'.repeat(20)}`
const OWNER: Address = `0x${'0d'.repeat(20)}`
const RECIPIENT: Address = `0x${'0e'.repeat(20)}`
const PER_BLOCK = 10

/**
 * Deploys so many tokens, each with code that no other has, and mines them.
 * @returns bodies of scans, each the transfer of another token by its owner.
 */
export async function distinctTargets(rpc: NodeRpc, count: number): Promise<string[]> {
  const nonce = BigInt((await rpc('eth_getTransactionCount', [DEPLOYER, 'latest'])) as Hex)
  for (const rich of [DEPLOYER, OWNER]) await rpc('anvil_setBalance', [rich, `0x${(10n ** 24n).toString(16)}`])
  const tokens = Array.from({ length: count }, (_, at) =>
    getContractAddress({ from: DEPLOYER, nonce: nonce + BigInt(at) }),
  )
  for (let first = 0; first < count; first += PER_BLOCK) {
    const some = tokens.slice(first, first + PER_BLOCK)
    await Promise.all(
      some.map((_, at) =>
        rpc('eth_sendTransaction', [
          {
            from: DEPLOYER,
            data: initCode('PlainToken', [`Token ${first + at}`, `T${first + at}`, 18, 10n ** 24n, OWNER]),
            gas: '0x1e8480',
            nonce: `0x${(nonce + BigInt(first + at)).toString(16)}`,
          },
        ]),
      ),
    )
    await rpc('evm_mine', [])
  }
  for (const [at, token] of tokens.entries()) {
    const code = (await rpc('eth_getCode', [token, 'latest'])) as Hex
    if (code === '0x') throw new Error(`the token ${token} was not deployed`)
    // Behind the code, where nothing runs: what is kept by code is of no use for the next one.
    await rpc('anvil_setCode', [token, `${code}00${at.toString(16).padStart(4, '0')}`])
  }
  await rpc('evm_mine', [])
  const data = encodeFunctionData({ abi: TRANSFER, functionName: 'transfer', args: [RECIPIENT, 10n ** 18n] })
  return tokens.map((to) => JSON.stringify({ chain: 'ethereum', from: OWNER, to, value: '0', data }))
}
