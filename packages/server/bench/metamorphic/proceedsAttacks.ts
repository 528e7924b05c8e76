import type { Address, Hex } from '@redoubt/risk/address.ts'
import { bundleOf } from './approvalAttacks.ts'
import type { Attack } from './attack.ts'
import { choose, madeAddress } from './attackNode.ts'
import type { Base } from './bases.ts'
import { THIEF } from './spenders.ts'

/** Digits at either end that a look-alike shares with the sender. */
const SHARED_DIGITS = 4
const SELECTOR_LENGTH = 10
const WORD_LENGTH = 64

/** The real call with another account in place of the sender, wherever the call names the sender: the proceeds go there. */
export function proceedsAttacks(base: Base, seed: string): Attack[] | string {
  const label = `${seed} proceeds ${base.hash}`
  const used = choose(label, 2) === 1
  const takers: [string, Address][] = [
    [`a stranger, ${used ? 'a used' : 'an unused'} account`, used ? THIEF : madeAddress(label)],
    ['an account that looks like the sender', lookalikeOf(base.from, madeAddress(`${label} look-alike`))],
  ]
  const attacks = takers.flatMap(([variant, taker]): Attack[] => {
    const data = renamed(base.data, base.from, taker)
    if (data === base.data) return []
    const call = { to: base.to, value: base.value, data }
    const common = {
      transformation: 'proceeds to another account',
      variant,
      base,
      steps: [{ from: base.from, ...call }],
      later: [],
      loot: base.received.map((token) => ({ token, item: null, taker })),
      slots: {},
    }
    const own = { to: base.received[0] ?? base.to, value: 0n, data: NOTHING_APPROVED }
    return [
      { ...common, shape: 'direct', body: { ...base.body, data, ...gasFor(base) } },
      { ...common, shape: 'calls', body: bundleOf(base, [own, call]) },
    ]
  })
  return attacks.length === 0 ? 'the call does not name its sender' : attacks
}

/** approve(0x…dEaD, 0): a call that changes nothing. */
const NOTHING_APPROVED: Hex = `0x095ea7b3${'0'.repeat(60)}dead${'0'.repeat(64)}`

/** A receiver that never held the token costs more gas than the sender did: the wallet would estimate anew. */
function gasFor({ body }: Base): { gas?: string } {
  return body.gas === undefined ? {} : { gas: String(BigInt(String(body.gas)) * 2n) }
}

export function renamed(data: Hex, from: Address, to: Address): Hex {
  const words: string[] = []
  for (let at = SELECTOR_LENGTH; at < data.length; at += WORD_LENGTH) words.push(data.slice(at, at + WORD_LENGTH))
  const word = from.slice(2).padStart(WORD_LENGTH, '0')
  const other = to.slice(2).padStart(WORD_LENGTH, '0')
  return `${data.slice(0, SELECTOR_LENGTH)}${words.map((one) => (one === word ? other : one)).join('')}` as Hex
}

function lookalikeOf(account: Address, other: Address): Address {
  const start = account.slice(0, 2 + SHARED_DIGITS)
  return `${start}${other.slice(start.length, -SHARED_DIGITS)}${account.slice(-SHARED_DIGITS)}` as Address
}
