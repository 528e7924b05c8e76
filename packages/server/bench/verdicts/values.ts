import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Abi } from 'viem'
import { encodeFunctionData, getAddress, keccak256, parseAbi, stringToHex } from 'viem/utils'

const TOKEN_ABI: Abi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function setApprovalForAll(address operator, bool approved)',
])

/** Call data of a function of ERC-20 or ERC-721. */
export function erc20(functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName, args })
}

/** An account by name, the same in every run. */
export function account(name: string): Address {
  return getAddress(`0x${keccak256(stringToHex(`verdicts ${name}`)).slice(26)}`)
}

/** An amount of USDC, with six decimals. */
export function dollars(amount: number): bigint {
  return BigInt(Math.round(amount * 1e6))
}

/** An amount of DAI, with eighteen decimals. */
export function dai(amount: number): bigint {
  return dollars(amount) * 10n ** 12n
}

/** An account without a history. */
export const STRANGER: Address = account('stranger')
/** The key that serves spenders and subscriptions. */
export const KEEPER: Address = account('keeper of spenders')
