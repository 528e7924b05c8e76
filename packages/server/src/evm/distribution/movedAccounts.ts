import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'
import { type LogQuestion, tokenLogs } from './tokenLogs.ts'

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type MovedQuestion = Omit<LogQuestion, 'address' | 'event'> & {
  token: Address
  /** Liquidity tokens: transfers are rare among the pool's own events. */
  rare: boolean
  most: number
}

/** Accounts that a token's Transfer events name in recent blocks, the last first, and in its first. */
export async function movedAccounts(
  chain: ChainSource,
  { token, rare, most, ...question }: MovedQuestion,
  signal: AbortSignal,
): Promise<Address[]> {
  const logs = await tokenLogs(chain, { ...question, address: token, event: rare ? TRANSFER : null }, signal)
  const named = logs.filter(({ topics }) => topics[0] === TRANSFER).flatMap(parties)
  return [...new Set(named)].slice(0, most)
}

function parties({ topics }: ChainLog): Address[] {
  return topics.slice(1, 3).flatMap((topic) => {
    const value = BigInt(topic)
    return value >> 160n === 0n ? [`0x${value.toString(16).padStart(40, '0')}` as const] : []
  })
}
