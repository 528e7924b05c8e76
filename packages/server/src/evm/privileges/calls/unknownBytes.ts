import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

/** Functions of tokens that every holder may call. transferFrom is tried separately. */
export const USERS = new Set([
  ...['0xa9059cbb', '0x095ea7b3', '0x39509351', '0xa457c2d7', '0xd505accf', '0xa22cb465', '0x42842e0e', '0xb88d4fde'],
  ...['0x23b872dd', '0xf242432a', '0x2eb2c2d6', '0x36568abe', '0x8bb9c5bf', '0xd73dd623', '0x66188463'],
])
/**
 * upgradeToAndCall, multicall, onERC721Received, onERC1155Received, onERC1155BatchReceived, upgradeAndCall, initialize(bytes),
 * permit with a signature of bytes, mint and mintBatch of ERC-1155: what bytes mean there is known.
 */
const STANDARD_BYTES = new Set([
  ...['0x4f1ef286', '0xac9650d8', '0x150b7a02', '0xf23a6e61', '0xbc197c81', '0x9623609d', '0x439fab91', '0x9fd5a6cf'],
  ...['0x731133e9', '0x1f7fdffa'],
])

/** Whether it compares the hash of bytes in the call, and writes storage that transfers read: trying cannot find these bytes. */
export function asksPassword(context: PrivilegesContext, made: ContractFunction): boolean {
  const open = /\b(bytes|string)\b/.test(made.arguments)
  return open && made.compared?.hashes === true && writesOf(context, made) === 0
}

/**
 * Whether it takes bytes, which are never tried, and writes storage that transfers read. Standard functions use bytes in a known
 * way.
 */
export function hidesContent(context: PrivilegesContext, made: ContractFunction): boolean {
  const known = USERS.has(made.selector) || STANDARD_BYTES.has(made.selector)
  return made.gated && !known && /\bbytes\b/.test(made.arguments) && writesOf(context, made) === 0
}

/** 0 for a export function that writes what transfers read, else 1. */
export function writesOf(
  { bytecode: { slots } }: Pick<PrivilegesContext, 'bytecode'>,
  { writes }: ContractFunction,
): 0 | 1 {
  return writes.some((slot) => slots.transferWords.includes(slot) || slots.transferMappings.includes(slot)) ? 0 : 1
}
