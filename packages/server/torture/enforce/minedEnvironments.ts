import type { Address } from '@redoubt/risk/address.ts'
import { keccak256, numberToHex, parseEther, stringToHex } from 'viem/utils'
import type { NodeRpc } from '../../src/sandbox/nodeRpc.ts'

/** One way in which the next block may be made. `gasPrice`: wei per gas of the transaction, 30 gwei above any base fee by default. */
export type MinedEnvironment = { name: string; gasPrice?: bigint; apply(rpc: NodeRpc): Promise<unknown> }

const GWEI = 10n ** 9n
const DAY = 86_400
const STORED = `0x${keccak256(stringToHex('builder')).slice(-40)}` as Address
const coinbase = (name: string, address: Address): MinedEnvironment => ({
  name,
  apply: (rpc) => rpc('anvil_setCoinbase', [address]),
})
const baseFee = (gwei: bigint): MinedEnvironment => ({
  name: `base fee ${gwei} gwei`,
  apply: (rpc) => rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(gwei * GWEI)]),
})
const later = (days: number): MinedEnvironment => ({
  name: `${days} days later`,
  apply: (rpc) => rpc('evm_increaseTime', [numberToHex(days * DAY)]),
})
const blocks = (count: number): MinedEnvironment => ({
  name: `${count} blocks later`,
  apply: (rpc) => rpc('anvil_mine', [numberToHex(count), '0xc']),
})

/**
 * What the contracts of the red-pill bench look at: builder, fees, price, gas limit, randomness (anvil mines each block with its own),
 * time and number.
 */
export const MINED_ENVIRONMENTS: readonly MinedEnvironment[] = [
  { name: 'as it is', apply: async () => {} },
  coinbase('a known builder', '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97'),
  coinbase('the builder of a thief', '0x1111222233334444555566667777888899990000'),
  coinbase('the stored builder', STORED),
  coinbase('the thief', '0x7e00000000000000000000000000000000007e1f'),
  {
    name: 'a rich builder',
    apply: async (rpc) => {
      await rpc('anvil_setCoinbase', ['0x00000000000000000000000000000000b0b0b0b0'])
      await rpc('anvil_setBalance', ['0x00000000000000000000000000000000b0b0b0b0', numberToHex(parseEther('90'))])
    },
  },
  {
    name: 'the builder of a thief, and fees',
    apply: async (rpc) => {
      await rpc('anvil_setCoinbase', ['0x1111222233334444555566667777888899990000'])
      await rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(25n * GWEI)])
    },
  },
  baseFee(57n),
  baseFee(100n),
  { name: 'dear gas', gasPrice: 130n * GWEI, apply: async () => {} },
  { name: 'an odd price', gasPrice: 40n * GWEI + 321n, apply: async () => {} },
  { name: 'a larger block', apply: (rpc) => rpc('evm_setBlockGasLimit', [numberToHex(60_000_000)]) },
  ...[1, 2, 3].map(blocks),
  ...[30, 91, 366].map(later),
]
