import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { numberToHex, parseEther } from 'viem/utils'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import type { Sandbox } from '../../src/sandbox/startSandbox.ts'

export type PlacedCode = {
  address: Address
  code: Hex
  storage?: Readonly<Record<Hex, Hex>>
  balance?: bigint
  /** An account of a person: it was paid, and sent coins, before it got its code. */
  lived?: boolean
}

const AT_ONCE = 16
const GAS = numberToHex(21_000)
/** Payments by the person of an account. */
const PAYMENTS = 3
const AGE_BLOCKS = 200
const AGE_STEP_SECONDS = 12_960

/** Puts code with its storage and coins on a chain of the sandbox, and lets a month pass. */
export async function placeCode(
  { rpcUrls, world }: Pick<Sandbox, 'rpcUrls' | 'world'>,
  rows: readonly PlacedCode[],
): Promise<void> {
  const http = createOperatorFetch()
  const rpc = nodeRpc(rpcUrls.ethereum, http)
  const { exchange, trader } = world.ethereum.actors
  const pay = (from: Address, to: Address, value: bigint) =>
    rpc('eth_sendTransaction', [{ from, to, value: numberToHex(value), gas: GAS }])
  try {
    const people = rows.filter(({ lived }) => lived === true)
    if (people.length > 0) await rpc('anvil_setBalance', [exchange, numberToHex(parseEther('1000000'))])
    for (const month of people.length > 0 ? [exchange, ...Array(PAYMENTS).fill(trader)] : []) {
      for (const { address } of people)
        await (month === exchange ? pay(exchange, address, parseEther('2')) : pay(address, month, parseEther('0.1')))
      while (BigInt(((await rpc('txpool_status', [])) as { pending: Hex }).pending) > 0n) await rpc('evm_mine', [])
      await rpc('anvil_mine', [numberToHex(AGE_BLOCKS), numberToHex(AGE_STEP_SECONDS)])
    }
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => placeOne(row)))
    await rpc('evm_mine', [])
    await rpc('anvil_mine', [numberToHex(AGE_BLOCKS), numberToHex(AGE_STEP_SECONDS)])
  } finally {
    await http.close()
  }

  async function placeOne({ address, code, storage = {}, balance = 0n }: PlacedCode): Promise<void> {
    await rpc('anvil_setCode', [address, code])
    await rpc('anvil_setBalance', [address, numberToHex(balance)])
    for (const [slot, value] of Object.entries(storage)) await rpc('anvil_setStorageAt', [address, slot, value])
  }
}
