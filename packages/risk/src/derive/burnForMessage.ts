import type { Address, Hex } from '../address.ts'
import type { CallFrame, Log, Simulation } from '../facts/execution.ts'
import type { Transaction } from '../facts/transaction.ts'
import { accountsIn } from './accountsIn.ts'
import type { Loss } from './shapes.ts'

/**
 * Tokens that are destroyed here, with a message about them. `carrier`: the contract that emits it. `recipient`: null where it is no account
 * of this network.
 */
export type BurnForMessage = { carrier: Address; recipient: Address | null }

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const WORD = 64
const MAX_LOGS = 64
/** The payer's balance and the total. */
const MIN_LOWERED = 2

/**
 * Returns the message that goes with tokens that no account gains: their total falls by what the payer loses, and another contract emits bytes
 * that name the payer or an account of the call, or the called contract repeats the sum, that account and another number of the call, such as a
 * chain. Null: a plain burn, or tokens that others have now.
 */
export function burnForMessage(
  loss: Pick<Loss, 'account' | 'address' | 'tokenId' | 'amount' | 'takers'>,
  { transaction, simulation: { trace, stateDiff } }: { transaction: Transaction; simulation: Simulation },
): BurnForMessage | null {
  const { account, address: token, tokenId, amount, takers } = loss
  if (token === null || tokenId !== null || takers.length > 0 || trace === null) return null
  const logs = logsOf(trace).slice(0, MAX_LOGS)
  const burnt = logs.some((log) => isBurn(log, { account, token, amount }))
  const lowered = Object.values(stateDiff[token]?.storage ?? {}).filter(
    ({ before, after }) => BigInt(before) - BigInt(after) === amount,
  )
  if (!burnt || lowered.length < MIN_LOWERED) return null
  const called = [transaction, ...(transaction.calls ?? [])].flatMap(({ to }) => to ?? [])
  const named = accountsIn(transaction).filter((one) => one !== token && !called.includes(one))
  // Another account than the payer decides: a message often names both.
  const recipients = [...named.filter((one) => one !== account), account]
  const foreign = callWords(transaction).filter((one) => BigInt(`0x${one}`) >> 160n !== 0n)
  for (const { address: carrier, topics, data } of logs) {
    if (topics[0] === TRANSFER) continue
    const words = [...topics.slice(1).map((one) => one.slice(2)), ...wordsOf(data)]
    const isOwn = carrier === token || called.includes(carrier)
    const texts = isOwn ? [] : bytesIn(data)
    const recipient = recipients.find((one) =>
      isOwn
        ? repeats(words, { recipient: one, amount, transaction })
        : texts.some((text) => text.includes(one.slice(2))),
    )
    if (recipient === undefined) continue
    const isForeign =
      !named.includes(recipient) && foreign.some((one) => texts.some((text) => text.includes(trimmed(one))))
    return { carrier, recipient: isForeign ? null : recipient }
  }
  return null
}

/** A text or a key of another network, without the zeros that fill its word. */
function trimmed(word: string): string {
  return word.replace(/(00)+$/, '')
}

function callWords({ data, calls = [] }: Transaction): string[] {
  return [data, ...calls.map((one) => one.data)].flatMap((one) => wordsOf(`0x${one.slice(10)}`))
}

/** Whether an event has the sum, the recipient and another number that the call names. */
function repeats(
  words: readonly string[],
  { recipient, amount, transaction }: { recipient: Address; amount: bigint; transaction: Transaction },
): boolean {
  const wordOf = (value: bigint) => value.toString(16).padStart(WORD, '0')
  const asked = callWords(transaction)
  const [sum, to, none] = [wordOf(amount), wordOf(BigInt(recipient)), wordOf(0n)]
  const more = words.filter((one) => one !== sum && one !== to && one !== none && BigInt(`0x${one}`) < 1n << 64n)
  return words.includes(sum) && words.includes(to) && asked.includes(to) && more.some((one) => asked.includes(one))
}

function isBurn(
  { address, topics, data }: Log,
  { account, token, amount }: { account: Address; token: Address; amount: bigint },
) {
  const [event, from, to] = topics
  if (address !== token || event !== TRANSFER || from === undefined || to === undefined) return false
  return from.endsWith(account.slice(2)) && BigInt(to) === 0n && data.length === WORD + 2 && BigInt(data) === amount
}

/** Byte strings among the values of an event: an offset that leads to a length, and as many bytes. */
function bytesIn(data: Hex): string[] {
  const digits = data.slice(2)
  return wordsOf(data).flatMap((word) => {
    const offset = BigInt(`0x${word}`)
    if (offset === 0n || offset % 32n !== 0n || offset * 2n + BigInt(WORD) > BigInt(digits.length)) return []
    const start = Number(offset) * 2
    const length = BigInt(`0x${digits.slice(start, start + WORD)}`)
    const end = BigInt(start + WORD) + length * 2n
    return length >= 20n && end <= BigInt(digits.length) ? [digits.slice(start + WORD, Number(end))] : []
  })
}

function wordsOf(data: string): string[] {
  return data.slice(2).match(/.{64}/g) ?? []
}

function logsOf({ error, logs, calls }: CallFrame): Log[] {
  return error === null ? [...logs, ...calls.flatMap(logsOf)] : []
}
