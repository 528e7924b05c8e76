import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { keccak256 } from 'viem/utils'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/chainlinkPrice.ts'
import { carryState } from '../simulation/prepareRun.ts'
import type { StateOverrides } from '../simulation/simulator.ts'
import type { BalanceSlot } from '../trade/quoteSlots.ts'
import { word, words } from '../trade/trader.ts'
import { TRADER_CODE } from '../trade/traderCode.generated.ts'
import { type Asset, askWord, assetsOf } from './assets.ts'
import { initialBalanceOf } from './initialBalance.ts'
import type { PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'
import { ACCOUNT_CODE, PROBE_CODE } from './probes.ts'

/** The accounts and assets that every attempt shares. Amounts in base units, wei. */
export type Fixture = {
  holder: Address
  recipient: Address
  stranger: Address
  depositor: Address
  /** Code that tells who ran it, and the contracts that read balances. */
  probe: Address
  reader: Address
  accounts: Address
  pool: Address | null
  /** The holder's amount of the subject's tokens; 0 when none could be obtained. */
  amount: bigint
  tokenId: bigint | null
  supply: bigint | null
  /** Native coin of the subject in attempts, and its real balance. */
  native: bigint
  nativeHeld: bigint
  assets: readonly Asset[]
  /** State that every attempt begins with: code and coin at stake, tokens, and the holder's allowances. */
  overrides: StateOverrides
}

type Making = PrivilegesSources & PrivilegesRequest & { signal: AbortSignal; fresh(name: string): Address }

const COIN = 10n ** 18n
const GAS = 1_000_000n
/** Ids of a collection's first items. */
const FIRST_IDS = [1n, 0n, 2n, 3n, 4n, 5n, 10n, 100n, 1_000n]
/** Each account's amount of each asset. */
export const ASSET_AMOUNT = 10n ** 12n

/** Makes the fixture: a holder, a recipient, a stranger, coin and tokens at stake. A handful of reads. */
export async function makeFixture(making: Making): Promise<Fixture> {
  const { chain, block, address, bytecode, trade, state = {}, fresh, signal } = making
  const people = {
    holder: fresh('buyer'),
    recipient: fresh('recipient'),
    stranger: fresh('stranger'),
    depositor: fresh('depositor'),
  }
  const probe = fresh('probe')
  const [reader, accounts] = [fresh('reader'), fresh('accounts')]
  const [nativeHeld, supplyWord, assets] = await Promise.all([
    state[address]?.balance ?? chain.balance(block, address, signal),
    askWord(making, address, callData('totalSupply')),
    assetsOf(making),
  ])
  const supply = wordAt(supplyWord)
  const native = nativeHeld + COIN
  const overrides: StateOverrides = {
    ...state,
    [probe]: { code: PROBE_CODE },
    [reader]: { code: TRADER_CODE },
    [accounts]: { code: ACCOUNT_CODE },
    [address]: { ...state[address], balance: native },
  }
  for (const { address: token, slot, held } of assets) {
    const storage: Record<Hex, Hex> = {
      ...overrides[token]?.storage,
      [slot(people.holder)]: `0x${word(ASSET_AMOUNT)}`,
      [slot(people.depositor)]: `0x${word(ASSET_AMOUNT)}`,
    }
    if (held === 0n) storage[slot(address)] = `0x${word(ASSET_AMOUNT)}`
    overrides[token] = { ...overrides[token], storage }
  }
  const approvals = assets.map(({ address: token }) =>
    call(people.holder, token, words('0x095ea7b3', address, 2n ** 255n)),
  )
  const base = {
    ...people,
    probe,
    reader,
    accounts,
    pool: trade?.venue.pool.address ?? null,
    supply,
    native,
    nativeHeld,
    assets,
  }
  const owned = await (bytecode.standard === 'erc721' ? pieceFor(making, people.holder) : tokensFor(making, base))
  for (const [at, own] of Object.entries(owned.overrides) as [Address, StateOverrides[Address]][])
    overrides[at] = { ...overrides[at], ...own, storage: { ...overrides[at]?.storage, ...own.storage } }
  const calls = [...approvals, ...owned.calls]
  return {
    ...base,
    amount: owned.amount,
    tokenId: owned.tokenId,
    overrides: await stateAfter(making, calls, overrides),
  }
}

/** The state that calls leave, traced once: every attempt would have to repeat them. */
async function stateAfter(
  { simulator, block, signal }: Making,
  calls: readonly Transaction[],
  overrides: StateOverrides,
): Promise<StateOverrides> {
  const stateOverrides = { ...overrides }
  for (const { from } of calls)
    stateOverrides[from] = { ...stateOverrides[from], balance: stateOverrides[from]?.balance ?? initialBalanceOf(from) }
  const diffs = await simulator.stateDiffs({ block, sequence: { blocks: [{ calls }], stateOverrides }, signal })
  return diffs.reduce(carryState, stateOverrides)
}

type Owned = { amount: bigint; tokenId: bigint | null; overrides: StateOverrides; calls: Transaction[] }
const NOTHING: Owned = { amount: 0n, tokenId: null, overrides: {}, calls: [] }

/** Gives the holder tokens, by storage where its layout is known, else from an account that has some. */
async function tokensFor(
  { simulator, chain, block, address, bytecode, trade, suspects, signal }: Making,
  { holder, supply, pool, stranger }: Pick<Fixture, 'holder' | 'supply' | 'pool' | 'stranger'>,
): Promise<Owned> {
  const base = bytecode.slots.balances
  if (supply === null && base === null) return NOTHING
  const wanted = supply !== null && supply > 1_000_000n ? supply / 1_000n : COIN
  const read = { from: stranger, to: address, value: 0n, data: callData('balanceOf', holder), gas: GAS }
  const layouts: BalanceSlot[] =
    base === null
      ? []
      : [(who) => keccak256(`0x${word(who)}${base.slice(2)}`), (who) => keccak256(`0x${base.slice(2)}${word(who)}`)]
  const pretended = layouts.map(
    (slot): StateOverrides => ({ [address]: { storage: { [slot(holder)]: `0x${word(wanted)}` } } }),
  )
  const purse = { [stranger]: { balance: 10n * COIN } }
  const seen = await simulator.simulateSequences({
    block,
    sequences: pretended.map((overrides) => ({
      blocks: [{ calls: [read] }],
      stateOverrides: { ...overrides, ...purse },
    })),
    signal,
  })
  for (const [index, outcomes] of seen.entries()) {
    const amount = outcomes?.[0]?.success ? wordAt(outcomes[0].output) : null
    const overrides = pretended[index]
    if (amount !== null && amount > 0n && overrides !== undefined) return { ...NOTHING, amount, overrides }
  }
  const rich = [...(pool === null ? [] : [pool]), ...suspects, ...(trade?.insiders ?? [])].slice(0, 6)
  const reads = rich.map((who) => ({ to: address, data: callData('balanceOf', who) }))
  const balances = await readAggregate(chain, { block, reads }, signal)
  for (const [index, who] of rich.entries()) {
    const balance = wordAt(balances[index] ?? null) ?? 0n
    if (balance < 1_000n) continue
    const amount = balance / 1_000n
    return { ...NOTHING, amount, calls: [call(who, address, words('0xa9059cbb', holder, amount))] }
  }
  return NOTHING
}

/** Gives the holder an item of a collection, transferred by its owner. */
async function pieceFor({ chain, block, address, signal }: Making, holder: Address): Promise<Owned> {
  const reads = FIRST_IDS.map((id) => ({ to: address, data: callData('ownerOf', id) }))
  const owners = await readAggregate(chain, { block, reads }, signal)
  for (const [index, id] of FIRST_IDS.entries()) {
    const owner = addressAt(owners[index] ?? null)
    if (owner === null || BigInt(owner) === 0n) continue
    return {
      amount: 1n,
      tokenId: id,
      overrides: {},
      calls: [call(owner, address, words('0x23b872dd', owner, holder, id))],
    }
  }
  return NOTHING
}

function call(from: Address, to: Address, data: Hex): Transaction {
  return { from, to, value: 0n, data, gas: GAS }
}
