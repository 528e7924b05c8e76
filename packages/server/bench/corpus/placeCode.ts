import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'

export type PlacedCode = { address: Address; code: Hex; storage?: Readonly<Record<Hex, Hex>>; balance?: bigint }

const AT_ONCE = 16
const AGE_BLOCKS = 200
const AGE_STEP_SECONDS = 12_960

/** Puts code with its storage and coins on a chain of the sandbox, and lets a month pass. */
export async function placeCode(url: string, rows: readonly PlacedCode[]): Promise<void> {
  const http = createOperatorFetch()
  const rpc = nodeRpc(url, http)
  try {
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
