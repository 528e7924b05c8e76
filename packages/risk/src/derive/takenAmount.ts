import type { Address, Hex } from '../address.ts'
import type { CallFrame, Log } from '../facts/execution.ts'
import type { Loss } from './shapes.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const WORD_DIGITS = 64

/**
 * What was taken of a token before a part of it came back, as a rebate or change does: the sum of the logged transfers out of the account. The
 * loss itself where the logged transfers out and in do not differ by just that.
 */
export function takenAmount(
  { account, address, tokenId, amount }: Pick<Loss, 'account' | 'address' | 'tokenId' | 'amount'>,
  trace: CallFrame | null,
): bigint {
  if (trace === null || address === null || tokenId !== null) return amount
  let [out, back] = [0n, 0n]
  const visit = ({ error, logs, calls }: CallFrame): void => {
    if (error !== null) return
    for (const log of logs) {
      const moved = transferOf(log, address)
      if (moved === null || moved.from === moved.to) continue
      if (moved.from === account) out += moved.amount
      if (moved.to === account) back += moved.amount
    }
    calls.forEach(visit)
  }
  visit(trace)
  return out - back === amount ? out : amount
}

function transferOf(
  { address, topics, data }: Log,
  token: Address,
): { from: Address; to: Address; amount: bigint } | null {
  const [kind, from, to] = topics
  if (address !== token || kind !== TRANSFER || topics.length !== 3 || from === undefined || to === undefined)
    return null
  if (data.length < 2 + WORD_DIGITS) return null
  return { from: accountOf(from), to: accountOf(to), amount: BigInt(data.slice(0, 2 + WORD_DIGITS)) }
}

function accountOf(topic: string): Address {
  return `0x${topic.slice(26)}`
}
