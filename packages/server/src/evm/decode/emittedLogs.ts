import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Log } from '@redoubt/risk/facts/execution.ts'

/** A log that was really emitted, with the selector of the call it came from ('0x' when that had none). */
export type EmittedLog = Log & { selector: Hex }

/** Every log of the call tree in emission order, without those of failed frames. Empty when there is no tree. */
export function emittedLogs(trace: CallFrame | null): EmittedLog[] {
  const logs: EmittedLog[] = []
  const walk = (frame: CallFrame): void => {
    if (frame.error !== null) return
    const selector = frame.input.slice(0, 10) as Hex
    for (const log of frame.logs) logs.push({ ...log, selector })
    for (const call of frame.calls) walk(call)
  }
  if (trace !== null) walk(trace)
  // Between frames only the index tells the order; without it, a frame's own logs come before its calls'.
  return logs.every(({ index }) => index !== undefined) ? logs.sort((a, b) => (a.index ?? 0) - (b.index ?? 0)) : logs
}

/** The movement that one log claims. Any contract can emit it: only reads of the token's state confirm it. */
export type Transfer = {
  standard: 'erc20' | 'erc721' | 'erc1155'
  token: Address
  from: Address
  to: Address
  tokenId: bigint | null
  amount: bigint
}

export const EVENTS = {
  Transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  TransferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  TransferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** ERC-6909: sender, receiver and id are topics; the caller comes before the amount. Its balances are read as those of ERC-1155. */
  TransferOfId: '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859',
  Deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  Withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const satisfies Record<string, Hex>

const TRANSFERS: ReadonlySet<Hex> = new Set(Object.values(EVENTS))

export const ZERO_ADDRESS: Address = '0x0000000000000000000000000000000000000000'

/**
 * Reads the transfer events of ERC-20, ERC-721, ERC-1155 and ERC-6909 and the Deposit and Withdrawal of wrapped native coins
 * (which mint and burn without a Transfer). ERC-20 and ERC-721 share one event and differ in the number of topics.
 */
export function transfersOf(logs: readonly EmittedLog[]): Transfer[] {
  return logs.flatMap((log): Transfer[] => {
    const [event, ...topics] = log.topics
    // A contract can emit megabytes of anything else.
    if (event === undefined || !TRANSFERS.has(event)) return []
    const parties = topics.map(addressOf)
    const words = wordsOf(log.data)
    const token = log.address
    if (event === EVENTS.Transfer) {
      const [from, to] = parties
      const id = topics[2]
      if (from && to && id) return [{ standard: 'erc721', token, from, to, tokenId: BigInt(id), amount: 1n }]
      if (from && to)
        return amounts([words[0]], (amount) => ({ standard: 'erc20', token, from, to, tokenId: null, amount }))
      // Tokens older than indexed events put all three into the data.
      const [first, second, amount] = topics.length === 0 ? words : []
      if (first === undefined || second === undefined || amount === undefined) return []
      return [
        { standard: 'erc20', token, from: addressFromWord(first), to: addressFromWord(second), tokenId: null, amount },
      ]
    }
    if (event === EVENTS.Deposit || event === EVENTS.Withdrawal) {
      const [account] = parties
      if (!account || topics.length !== 1 || words.length !== 1) return []
      const [from, to] = event === EVENTS.Deposit ? [ZERO_ADDRESS, account] : [account, ZERO_ADDRESS]
      return amounts(words, (amount) => ({ standard: 'erc20', token, from, to, tokenId: null, amount }))
    }
    if (event === EVENTS.TransferOfId) {
      const [from, to] = parties
      const [id, amount] = [topics[2], words[1]]
      if (!from || !to || id === undefined || amount === undefined || words.length !== 2) return []
      return [{ standard: 'erc1155', token, from, to, tokenId: BigInt(id), amount }]
    }
    const [, from, to] = parties
    if (!from || !to) return []
    const pairs =
      event === EVENTS.TransferSingle ? [[words[0], words[1]] as const] : zip(list(words, 0), list(words, 1))
    return pairs.flatMap(([tokenId, amount]): Transfer[] =>
      tokenId === undefined || amount === undefined ? [] : [{ standard: 'erc1155', token, from, to, tokenId, amount }],
    )
  })
}

const amounts = (words: readonly (bigint | undefined)[], transfer: (amount: bigint) => Transfer): Transfer[] =>
  words[0] === undefined ? [] : [transfer(words[0])]

const zip = (ids: bigint[], values: bigint[]) => ids.map((id, index) => [id, values[index]] as const)

/** The n-th argument as `uint256[]`; empty when the data does not hold it. */
function list(words: readonly bigint[], argument: number): bigint[] {
  const start = (words[argument] ?? -1n) / 32n
  const length = words[Number(start)]
  const end = start + 1n + (length ?? 0n)
  return start < 0n || length === undefined || end > BigInt(words.length)
    ? []
    : words.slice(Number(start) + 1, Number(end))
}

/** The data's whole 32-byte words as integers, at most so many. */
export function wordsOf(data: Hex, max = Number.POSITIVE_INFINITY): bigint[] {
  return (data.slice(2, 2 + 64 * max).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

/** The low 20 bytes of a topic. */
export function addressOf(topic: Hex): Address {
  return `0x${topic.slice(-40)}`
}

export function addressFromWord(word: bigint): Address {
  return `0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`
}
