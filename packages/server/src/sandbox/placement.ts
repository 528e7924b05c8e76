import type { Address, Hex } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import type { ChainBuilder } from './chainBuilder.ts'

/**
 * How a contract comes to its mainnet address: `created` by the real deployer's next nonce, `salted` through a CREATE2
 * factory with the real salt, or put `in-place` where the real history cannot be repeated (proxies, other code).
 */
export type Placement = { address: Address; code: Hex; note: string } & (
  | { how: 'created'; deployer: Address; nonce: number }
  | { how: 'salted'; factory: Address; salt: Hex }
  | { how: 'in-place' }
)

const RICH = numberToHex(10n ** 24n)

/**
 * Places contracts one block each and proves that code is where it belongs.
 * @param payer Account that sends what has no deployer of its own.
 * @param tick Timestamp of the next block.
 */
export async function placeAll(
  chain: ChainBuilder,
  placements: readonly Placement[],
  payer: Address,
  tick: () => number,
): Promise<void> {
  for (const placement of placements) {
    const { address, code, note } = placement
    if (placement.how === 'created') {
      const { deployer, nonce } = placement
      await chain.rpc('anvil_setBalance', [deployer, RICH])
      await chain.rpc('anvil_setNonce', [deployer, numberToHex(nonce)])
      await chain.deploy({ from: deployer, expected: address, initCode: code, note })
      await chain.mine(tick())
    } else if (placement.how === 'salted') {
      const data: Hex = `${placement.salt}${code.slice(2)}`
      await chain.send({ from: payer, to: placement.factory, data, gas: 8_000_000n, note })
      await chain.mine(tick())
    } else await placeHere(chain, placement, payer, tick)
    if ((await chain.rpc('eth_getCode', [address, 'latest'])) === '0x')
      throw new Error(`Sandbox: ${note} is not at ${address}.`)
  }
}

/**
 * Runs a constructor at an address of our choice: its init code is executed as if it were the contract, once as a call
 * for the code it returns (with the immutables filled in) and once as a transaction for the storage it writes.
 */
async function placeHere(
  chain: ChainBuilder,
  { address, code, note }: { address: Address; code: Hex; note: string },
  payer: Address,
  tick: () => number,
): Promise<void> {
  await chain.rpc('anvil_setCode', [address, code])
  // As a contract that was created (EIP-161): what its constructor creates is then where it would be.
  await chain.rpc('anvil_setNonce', [address, '0x1'])
  const runtime = await chain.rpc('eth_call', [{ from: payer, to: address, gas: numberToHex(16_000_000n) }, 'latest'])
  await chain.send({ from: payer, to: address, gas: 16_000_000n, note: `construct ${note}` })
  await chain.mine(tick())
  await chain.rpc('anvil_setCode', [address, runtime])
}
