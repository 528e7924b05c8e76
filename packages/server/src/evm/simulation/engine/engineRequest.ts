import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { BlockOverrides, StateOverrides } from '../simulator.ts'

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
const defined = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** Overrides as geth's RPC spells them; `stateDiff` leaves the other slots as they are on the chain. */
export function rpcStateOverrides(overrides: StateOverrides): Record<Address, unknown> {
  return Object.fromEntries(
    Object.entries(overrides).map(([address, { balance, nonce, code, storage }]) => [
      address,
      defined({
        balance: balance === undefined ? undefined : quantity(balance),
        nonce: nonce === undefined ? undefined : quantity(nonce),
        code,
        stateDiff: storage,
      }),
    ]),
  )
}

/** Block fields for debug_traceCall, which names some of them differently from eth_simulateV1. */
export function traceBlockOverrides(block: Required<BlockOverrides>): Record<string, unknown> {
  return { ...commonFields(block), baseFee: quantity(block.baseFeePerGas), coinbase: block.coinbase }
}
/** Block fields for eth_simulateV1. */
export function simulateBlockOverrides(block: Required<BlockOverrides>): Record<string, unknown> {
  return { ...commonFields(block), baseFeePerGas: quantity(block.baseFeePerGas), feeRecipient: block.coinbase }
}

function commonFields(block: Required<BlockOverrides>): Record<string, unknown> {
  return {
    number: quantity(block.number),
    time: quantity(block.timestamp),
    gasLimit: quantity(block.gasLimit),
    prevRandao: block.prevRandao,
  }
}
