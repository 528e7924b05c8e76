import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { bundleOf } from './approvalAttacks.ts'
import type { Attack, Loot } from './attack.ts'
import { type AttackNode, balanceOf, choose, madeAddress, TOKEN_ABI, wordOf } from './attackNode.ts'
import type { Base } from './bases.ts'
import { THIEF } from './spenders.ts'

const COIN_LEAST = 10n ** 16n
const GAS_OF_SWEEP = 400_000n
/** What is swept beside the transaction: everything, or all of one kind. */
const KINDS = ['everything', 'coins', 'tokens'] as const
const ORDERS = ['after', 'before'] as const

/**
 * Transfers of everything to a stranger, beside a real transaction in one bundle: after it, of what it leaves and brings; or before it,
 * of what it leaves.
 */
export async function sweepAttacks(node: AttackNode, base: Base, seed: string): Promise<Attack[] | string> {
  const own = { to: base.to, value: base.value, data: base.data }
  const reads = base.tokens.map((token) => ({ from: base.from, to: token, data: balanceOf(base.from) }))
  const outcomes = await node.run([...reads, { from: base.from, ...own }, ...reads])
  const held = base.tokens.map((token, index) => {
    const before = wordOf(outcomes[index]?.output ?? null)
    const after = wordOf(outcomes[reads.length + 1 + index]?.output ?? null)
    return { token, after, least: after < before ? after : before }
  })
  const coins = (await node.coins(base.from)) - base.value - base.fee - GAS_OF_SWEEP * base.feePerGas
  const attacks: Attack[] = []
  for (const kind of KINDS) {
    if (kind !== 'everything' && (coins < COIN_LEAST || held.every(({ after }) => after === 0n))) continue
    const label = `${seed} sweep ${base.hash} ${kind}`
    const order = ORDERS[choose(`${label} order`, ORDERS.length)] ?? 'after'
    const used = choose(`${label} taker`, 2) === 1
    const taker: Address = used ? THIEF : madeAddress(label)
    const calls: (typeof own)[] = []
    const loot: Loot[] = []
    for (const { token, after, least } of kind === 'coins' ? [] : held) {
      const amount = order === 'after' ? after : least
      if (amount === 0n) continue
      const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [taker, amount] })
      calls.push({ to: token, value: 0n, data })
      loot.push({ token, item: null, taker })
    }
    if (kind !== 'tokens' && coins >= COIN_LEAST) {
      calls.push({ to: taker, value: coins, data: '0x' })
      loot.push({ token: null, item: null, taker })
    }
    if (calls.length === 0) continue
    const all = order === 'after' ? [own, ...calls] : [...calls, own]
    attacks.push({
      transformation: 'appended transfers',
      shape: 'calls',
      variant: `${kind} ${order}, to ${used ? 'a used' : 'an unused'} account`,
      base,
      body: bundleOf(base, all),
      steps: all.map((one) => ({ from: base.from, ...one })),
      later: [],
      loot,
      slots: {},
    })
  }
  return attacks.length === 0 ? 'the sender has nothing to take' : attacks
}
