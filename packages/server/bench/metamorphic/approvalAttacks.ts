import type { Address, Hex } from '@redoubt/risk/address.ts'
import { maxUint256 } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import type { Attack } from './attack.ts'
import { type AttackNode, balanceOf, choose, ownerOf, type Slots, TOKEN_ABI, word, wordOf } from './attackNode.ts'
import type { Base } from './bases.ts'
import { type Spender, THIEF } from './spenders.ts'

/** Share of the holding that is approved, in percent; null for an unlimited approval. */
const SHARES: readonly (number | null)[] = [null, 100, 60, 40]
const WHOLE_TOKENS = 1_000n
const ITEM = 1n

/**
 * Approvals of spenders whose code can pull: in place of an approval's own spender, and beside a transaction that moves tokens.
 * @param perBase spenders tried with each transaction.
 */
export async function approvalAttacks(
  node: AttackNode,
  base: Base,
  spenders: readonly Spender[],
  { seed, perBase }: { seed: string; perBase: number },
): Promise<Attack[] | string> {
  if (base.approval === 'operator') return operatorAttacks(node, base, chosen(spenders, base, { seed, perBase }))
  const token =
    base.approval === 'spender' ? base.to : base.tokens[choose(`${seed} token ${base.hash}`, base.tokens.length || 1)]
  if (token === undefined) return 'moves no tokens'
  const held = await holdingOf(node, token, base)
  if (held === null) return 'the sender could not be given the token'
  const attacks: Attack[] = []
  for (const [index, spender] of chosen(spenders, base, { seed, perBase }).entries()) {
    const share = SHARES[choose(`${seed} share ${base.hash} ${index}`, SHARES.length)] ?? null
    const part = share === null ? held.amount : (held.amount * BigInt(share)) / 100n
    const call = approve(token, spender.address, share === null ? maxUint256 : part)
    const own = { to: base.to, value: base.value, data: base.data }
    const calls = base.approval === null ? [call, own] : null
    attacks.push({
      transformation: 'approval',
      shape: calls === null ? 'direct' : 'calls',
      variant: `${spender.name}, ${share === null ? 'unlimited' : `${share} %`}`,
      base,
      body: calls === null ? { ...base.body, data: call.data } : bundleOf(base, calls),
      steps: (calls ?? [call]).map((one) => ({ from: base.from, ...one })),
      later: await spender.take({ token, from: base.from, amount: calls === null ? part : part / 100n }),
      loot: [{ token, item: null, taker: THIEF }],
      slots: held.slots,
    })
  }
  return attacks
}

async function operatorAttacks(node: AttackNode, base: Base, spenders: readonly Spender[]): Promise<Attack[] | string> {
  const given = await itemOf(node, base)
  if (given === null) return 'the sender could not be given an item'
  return Promise.all(
    spenders.map(async (spender) => {
      const data = encodeFunctionData({
        abi: TOKEN_ABI,
        functionName: 'setApprovalForAll',
        args: [spender.address, true],
      })
      return {
        transformation: 'approval',
        shape: 'direct',
        variant: `${spender.name}, operator`,
        base,
        body: { ...base.body, data },
        steps: [{ from: base.from, to: base.to, data }],
        later: await spender.take({ token: base.to, from: base.from, amount: ITEM }),
        loot: [{ token: base.to, item: ITEM, taker: THIEF }],
        slots: given,
      }
    }),
  )
}

/** What the sender holds; where the record does not hold it, a thousand whole tokens. */
export async function holdingOf(
  node: AttackNode,
  token: Address,
  { from }: Base,
): Promise<{ amount: bigint; slots: Slots } | null> {
  const amount = await node.balance(token, from)
  if (amount > 0n) return { amount, slots: {} }
  const decimals = wordOf(await node.read(token, encodeFunctionData({ abi: TOKEN_ABI, functionName: 'decimals' })))
  if (decimals > 24n) return null
  const given = WHOLE_TOKENS * 10n ** decimals
  const slots = await node.slotFor(token, balanceOf(from), word(given))
  return slots === null ? null : { amount: given, slots }
}

async function itemOf(node: AttackNode, { from, to }: Base): Promise<Slots | null> {
  const owner = await node.slotFor(to, ownerOf(ITEM), word(BigInt(from)))
  const count = await node.slotFor(to, balanceOf(from), word(1n))
  if (owner === null) return null
  return merged(owner, count ?? {})
}

export function merged(one: Slots, other: Slots): Slots {
  const all = { ...one }
  for (const [address, slots] of Object.entries(other) as [Address, Slots[Address]][])
    all[address] = { ...all[address], ...slots }
  return all
}

export function bundleOf(
  { body }: Base,
  calls: readonly { to: Address; value: bigint; data: Hex }[],
): Record<string, unknown> {
  const { chain, from, maxFeePerGas, maxPriorityFeePerGas, gasPrice, options } = body
  return {
    chain,
    from,
    calls: calls.map(({ to, value, data }) => ({ to, value: String(value), data })),
    atomicRequired: true,
    ...(gasPrice === undefined ? { maxFeePerGas, maxPriorityFeePerGas } : { gasPrice }),
    options,
  }
}

export function approve(token: Address, spender: Address, amount: bigint) {
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'approve', args: [spender, amount] })
  return { to: token, value: 0n, data }
}

function chosen(
  spenders: readonly Spender[],
  { hash }: Base,
  { seed, perBase }: { seed: string; perBase: number },
): Spender[] {
  const first = choose(`${seed} spender ${hash}`, spenders.length)
  return Array.from({ length: perBase }, (_, index) => spenders[(first + index * 5) % spenders.length]).filter(
    (spender) => spender !== undefined,
  )
}
