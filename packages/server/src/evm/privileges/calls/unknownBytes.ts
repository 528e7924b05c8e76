import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

/** What every token lets everybody do with their own. transferFrom is tried in a way of its own. */
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

/** It compares the hash of bytes that the call brings, and writes what transfers read: nobody finds these bytes by trying. */
export function asksPassword(context: PrivilegesContext, made: ContractFunction): boolean {
  const open = /\b(bytes|string)\b/.test(made.arguments)
  return open && made.compared?.hashes === true && writesOf(context, made) === 0
}

/** It takes bytes, of which none were tried, and writes what transfers read by what they say. Well-known ones say what they hold. */
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
