import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { FixtureAccount } from '../replay/fixtureSource.ts'
import type { RecordedBlock } from '../replay/replayBlock.ts'
import type { EngineRpc } from '../replay/replayChild.ts'
import { accountBase, asUserOperation, deployAccountKit } from './accountShapes.ts'
import { approvalAttacks } from './approvalAttacks.ts'
import { type Attack, whyHarmless } from './attack.ts'
import { type AttackNode, choose, createAttackNode, type Slots } from './attackNode.ts'
import type { Base } from './bases.ts'
import { copyAttacks } from './copyAttacks.ts'
import { proceedsAttacks } from './proceedsAttacks.ts'
import { deploySpenders } from './spenders.ts'
import { sweepAttacks } from './sweepAttacks.ts'

/** Plain payments that are taken of a block: most of a block is nothing else. */
const MAX_PAYMENTS = 25
const SPENDERS_PER_APPROVAL = 4
/** Transactions of a block that are made once more by an ERC-4337 account. */
const MAX_ACCOUNTS = 30

type Beside = <Value>(job: (rpc: EngineRpc, url: string) => Promise<Value>, extend?: boolean) => Promise<Value>

/**
 * Attacks made of a block's transactions, each executed with success. Their accounts, what victims are given, and all that
 * the execution reads are added to `accounts`: what the record leaves out reads as zero there.
 */
export async function makeAttacks(
  block: RecordedBlock,
  {
    bases,
    accounts,
    seed,
    beside,
    exclude,
  }: {
    bases: readonly Base[]
    accounts: Map<Address, FixtureAccount>
    seed: string
    beside: Beside
    exclude: (reason: string) => void
  },
): Promise<Attack[]> {
  const made = await beside(async (rpc) => {
    const node = createAttackNode(rpc, block)
    const { spenders, parts } = await deploySpenders(node)
    for (const { address, account } of spenders) accounts.set(address, account)
    for (const [address, account] of parts) accounts.set(address, account)
    return { spenders, kit: await deployAccountKit(node) }
  }, true)
  const chosen = sampled(bases, seed)
  const byAccounts = await beside((rpc) => accountBases(createAttackNode(rpc, block)), true)
  const attacks: Attack[] = []
  await beside(async (rpc) => {
    const node = createAttackNode(rpc, block)
    const collect = (made: Attack[] | string) => {
      if (typeof made === 'string') exclude(made)
      else attacks.push(...made)
    }
    for (const base of byAccounts) {
      const more = [
        await approvalAttacks(node, base, made.spenders, { seed, perBase: 1 }),
        base.approval === null ? await sweepAttacks(node, base, seed) : [],
        base.approval === null ? await copyAttacks(node, base, seed) : [],
      ]
      for (const one of more) collect(typeof one === 'string' ? one : one.map(asUserOperation))
    }
    for (const base of chosen) {
      if (base.approval !== null || base.tokens.length > 0)
        collect(
          await approvalAttacks(node, base, made.spenders, {
            seed,
            perBase: base.approval === null ? 1 : SPENDERS_PER_APPROVAL,
          }),
        )
      if (base.approval === null) collect(await sweepAttacks(node, base, seed))
      if (base.received.length > 0) collect(proceedsAttacks(base, seed))
      if (base.approval === null && base.tokens.length > 0) collect(await copyAttacks(node, base, seed))
    }
  }, true)
  for (const { slots, parts = [] } of attacks) {
    write(accounts, slots)
    for (const [address, account] of parts) accounts.set(address, account)
  }
  return beside(async (rpc) => {
    const node = createAttackNode(rpc, block)
    const working: Attack[] = []
    for (const attack of attacks) {
      const reason = await whyHarmless(node, attack)
      if (reason === null) working.push(attack)
      else exclude(`${attack.transformation}: ${reason}`)
    }
    return working
  }, true)

  /** Some of the transactions once more, by accounts of ERC-4337. */
  async function accountBases(node: AttackNode): Promise<Base[]> {
    const { kit } = made
    if (kit === null) {
      exclude('user operation: the block has no rules for the account')
      return []
    }
    for (const [address, account] of kit.parts) accounts.set(address, account)
    const twins: Base[] = []
    for (const base of chosen
      .filter(({ tokens, approval }) => tokens.length > 0 || approval === 'spender')
      .slice(0, MAX_ACCOUNTS)) {
      const twin = await accountBase(node, base, { kit, seed })
      if (typeof twin === 'string') exclude(twin)
      else {
        const [address, account] = twin.part
        accounts.set(address, account)
        write(accounts, twin.slots)
        twins.push(twin.base)
      }
    }
    return twins
  }
}

/** All transactions that call a contract, and some of the plain payments. */
function sampled(bases: readonly Base[], seed: string): Base[] {
  const isPayment = ({ data }: Base) => data === '0x'
  const payments = bases.filter(isPayment)
  const order = (base: Base) => choose(`${seed} ${base.hash}`, 2 ** 32)
  const kept = payments.toSorted((a, b) => order(a) - order(b)).slice(0, MAX_PAYMENTS)
  return [...bases.filter((base) => !isPayment(base)), ...kept]
}

function write(accounts: Map<Address, FixtureAccount>, slots: Slots): void {
  for (const [key, words] of Object.entries(slots) as [Address, Record<Hex, Hex>][]) {
    const address = key.toLowerCase() as Address
    const account = accounts.get(address)
    if (account === undefined) continue
    const added = Object.entries(words).map(([slot, value]) => [BigInt(slot), value] as const)
    accounts.set(address, { ...account, storage: new Map([...account.storage, ...added]) })
  }
}
