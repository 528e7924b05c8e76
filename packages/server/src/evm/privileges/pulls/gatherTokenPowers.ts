import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { GuardedTokenPower } from '@redoubt/risk/facts/guardedTokenPower.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256 } from 'viem/utils'
import { NETWORKS } from '../../../chains/index.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import { ownBalances } from '../../trade/pockets.ts'
import { amountsOf, runTrades } from '../../trade/runTrades.ts'
import { createBudget, type TradeContext, type TradePlan } from '../../trade/tradeContext.ts'
import { tradeSequence } from '../../trade/tradeSequence.ts'
import { codeAddresses } from '../holders/codeAddresses.ts'
import { type CalledFunction, functionsOf, pullsWorld } from './contractPulls.ts'
import { markedInputs, packedInputs, rawInputs } from './markedInput.ts'
import { withHolders } from './obeyedContracts.ts'
import { type Seizure, tokenWrites, type WordWrite } from './tokenWrites.ts'

/** Other contracts that a sale asks and whose functions are run. */
const MAX_OUTSIDE = 2
const MAX_FUNCTIONS = 40
const MAX_SUSPECTS = 2
const MAX_FLIPS = 24
/** Executions of trades. */
const MAX_RUNS = 60
/** Words that a call may name. */
const MAX_ANY = 8
/** Accounts that the code names, and slots where tokens keep balances. */
const MAX_NAMED = 4
const BALANCE_SLOTS = Array.from({ length: 12 }, (_, at) => BigInt(at))
const MIN_ACCOUNT = 1n << 100n
const ACCOUNT_MASK = (1n << 160n) - 1n
const MUCH = 10n ** 22n
/** A tax that was not there before, in percent. */
const MIN_TAX = 20
/** Values of a word that the caller chooses: a switch, and a percentage. */
const CHOSEN = [1n, 95n] as const
/** transfer, approve, transferFrom. */
const OF_EVERY_TOKEN: ReadonlySet<Hex> = new Set(['0xa9059cbb', '0x095ea7b3', '0x23b872dd'])
const STANDARD_READS = new Set(['view', 'pure'])

type Request = {
  block: PinnedBlock
  address: Address
  bytecode: Bytecode
  trade: TradeContext | null
  /** Accounts that a list of callers may hold. */
  suspects: readonly Address[]
}
/** A word of an account, the value that a call can give it, and who can make that call. */
/** `slot` null: its coins. */
type Flip = { account: Address; slot: bigint | null; value: bigint; write: WordWrite }

/**
 * Gathers powers over holders that no ordinary argument shows: the token's functions run on its real state with their guards lifted, and
 * those of contracts that a sale asks. What they can write, and a sale reads, is written on the fork, and the sale made again.
 */
export async function gatherTokenPowers(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, address, bytecode, trade, suspects }: Request,
  signal: AbortSignal,
): Promise<GuardedTokenPower[]> {
  const world = pullsWorld(chain, { block, address, powers: [] }, signal)
  const { slots } = bytecode
  const balances = slots.balances === null ? null : BigInt(slots.balances)
  const supply = slots.totalSupply === null ? null : BigInt(slots.totalSupply)
  const own = await withMembers(
    address,
    balances,
    ownFunctions(bytecode),
    await tokenWrites(world, ownFunctions(bytecode), { balances, supply, signal }),
  )
  const flipped = trade === null ? [] : await stoppedSales(trade, own.words)
  const found = [...takenBalances(own.seizures), ...flipped]
  return (await withHolders({ chain, block, signal }, world, found)) as GuardedTokenPower[]

  /** The same with the accounts that are on a list of callers: for them the code goes through without lifting it. */
  async function withMembers(
    of: Address,
    mapping: bigint | null,
    functions: readonly CalledFunction[],
    found: Writes,
  ): Promise<Writes> {
    const listed = new Set([...found.words, ...found.seizures].filter(isListed).map(({ selector }) => selector))
    const asked = functions.filter(({ selector }) => listed.has(selector))
    const members: Writes = { words: [], seizures: [] }
    for (const caller of asked.length === 0 ? [] : suspects.slice(0, MAX_SUSPECTS)) {
      const as = {
        ...pullsWorld(chain, { block, address: of, powers: [] }, signal),
        caller: BigInt(caller),
        isMember: true as const,
      }
      const { words, seizures } = await tokenWrites(as, asked, {
        balances: mapping,
        supply: mapping === null ? null : supply,
        signal,
      })
      const by = <Write extends WordWrite | Seizure>(one: Write): Write[] =>
        isListed(one) ? [] : [{ ...one, guards: [...one.guards, { by: 'caller', holder: caller }] }]
      members.words.push(...words.flatMap(by))
      members.seizures.push(...seizures.flatMap(by))
    }
    const known = new Set([...members.words, ...members.seizures].map(({ selector }) => selector))
    const isOpen = (one: WordWrite | Seizure) => !isListed(one) || !known.has(one.selector)
    return {
      words: [...found.words.filter(isOpen), ...members.words],
      seizures: [...found.seizures.filter(isOpen), ...members.seizures],
    }
  }

  /** Sales after each word is written as a call can write it. */
  async function stoppedSales(context: TradeContext, words: readonly WordWrite[]): Promise<Found[]> {
    const trading: TradeContext = { ...context, simulator, budget: createBudget(MAX_RUNS), signal }
    const plan: TradePlan = {
      account: trading.fresh('buyer'),
      spend: trading.spend,
      passOn: true,
      wait: 'next-block',
    }
    const [usual = null] = await runTrades(trading, [plan], 'guarded switches')
    if (usual === null || usual.sellTax === null || usual.held === null || usual.held === 0n) return []
    const held = usual.held
    const expected: TradePlan = { ...plan, expected: held }
    const reads = await readsOf(trading, expected, held)
    const outside = await outsideWrites(reads, trading)
    const parties = [plan.account, trading.venue.pool.address, trading.venue.router]
    const flips = [
      ...(await openFlips(reads, trading)),
      ...words.flatMap((write) => flipsOf(write, { account: address, reads, parties, balances })),
      ...outside.flatMap(({ account, words: all }) =>
        all.flatMap((write) => flipsOf(write, { account, reads, parties, balances: null })),
      ),
    ].slice(0, MAX_FLIPS)
    const taxBefore = Math.max(usual.sellTax, usual.transferTax ?? 0)
    const judged = await Promise.all(
      flips.map(async ({ write, ...flip }): Promise<Found[]> => {
        const on: TradeContext = { ...trading, simulator: withWord(simulator, flip) }
        const [result = null] = await runTrades(on, [expected], 'guarded switches')
        if (result === null || result.failed?.step === 'buy') return []
        const { selector, signature, guards } = write
        // A value that the caller chooses was bounded by what the call passed with: only that one is shown.
        const asIs = write.asIs && write.at.kind !== 'any' && (write.value !== null || flip.value === write.seen)
        const of = write.at.kind === 'entry' ? ('named-holder' as const) : ('all-holders' as const)
        const power = { selector, signature, guards, anyCall: false, of, asIs }
        if (result.sellTax === null) return [{ ...power, effect: 'stops', taxPercent: null }]
        const tax = Math.round(Math.max(result.sellTax, result.transferTax ?? 0))
        return tax < taxBefore + MIN_TAX ? [] : [{ ...power, effect: 'taxes', taxPercent: tax }]
      }),
    )
    return oneOfEach(judged.flat())
  }

  /** Coins and tokens of accounts that the code names, and of the pool: any account can pay them. */
  async function openFlips(reads: Reads, { venue }: TradeContext): Promise<Flip[]> {
    const code = await chain.code(block, address, signal)
    const { pool } = venue
    const market = new Set<string>(
      [pool.address, venue.router, pool.quote.address, address].map((one) => one.toLowerCase()),
    )
    const stored = [...(reads.get(address.toLowerCase() as Address)?.values() ?? [])]
      .filter((value) => value >= MIN_ACCOUNT && value >> 160n === 0n)
      .map((value): Address => `0x${value.toString(16).padStart(40, '0')}`)
    const named = [...new Set([...codeAddresses(code), ...stored])].filter((one) => !market.has(one.toLowerCase()))
    const paid = named.slice(0, MAX_NAMED).map((account): Flip => {
      return { account, slot: null, value: MUCH, write: openWrite(`a payment to ${account}`) }
    })
    const quote = pool.quote.address.toLowerCase() as Address
    const sent = [...reads].flatMap(([token, slots]) =>
      token === address.toLowerCase()
        ? []
        : [...named.slice(0, MAX_NAMED), ...(token === quote ? [pool.address] : [])].flatMap((account) =>
            BALANCE_SLOTS.map((base) => entryOf(account, base))
              .filter((slot) => slots.has(slot))
              .map((slot): Flip => {
                const value = (slots.get(slot) ?? 0n) * 2n + (account === pool.address ? 0n : MUCH)
                return { account: token, slot, value, write: openWrite(`a token transfer to ${account}`) }
              }),
          ),
    )
    return [...paid, ...sent]
  }

  async function outsideWrites(reads: Reads, { venue }: TradeContext) {
    const { factories, quoteTokens } = NETWORKS[chain.chain]
    const market = new Set<string>(
      [address, venue.pool.address, venue.router, venue.pool.quote.address, ...factories.map((one) => one.factory)].map(
        (one) => one.toLowerCase(),
      ),
    )
    for (const quote of quoteTokens) market.add(quote.address.toLowerCase())
    const asked = [...reads].filter(([account, slots]) => slots.size > 0 && !market.has(account)).map(([one]) => one)
    return Promise.all(
      asked.slice(0, MAX_OUTSIDE).map(async (account) => {
        const code = await chain.code(block, account, signal)
        const beside = pullsWorld(chain, { block, address: account, powers: [] }, signal)
        const functions = functionsOf([code]).slice(0, MAX_FUNCTIONS)
        const seen = await tokenWrites(beside, functions, { balances: null, signal })
        const { words } = await withMembers(account, null, functions, seen)
        return { account, words }
      }),
    )
  }
}

type Writes = Awaited<ReturnType<typeof tokenWrites>>
type Found = Omit<GuardedTokenPower, 'holders'>
/** Words that a sale reads, with their values, by account in lower case. */
type Reads = ReadonlyMap<Address, ReadonlyMap<bigint, bigint>>

function takenBalances(seizures: readonly Seizure[]): Found[] {
  return oneOfEach(
    seizures.map((one): Found => ({ ...one, anyCall: false, effect: 'takes', of: 'named-holder', taxPercent: null })),
  )
}

/** The power of each function as it is, else with the fewest guards. */
function oneOfEach(found: readonly Found[]): Found[] {
  const sorted = found.toSorted((a, b) => Number(a.asIs) - Number(b.asIs) || b.guards.length - a.guards.length)
  return [...new Map(sorted.map((one) => [`${one.selector} ${one.signature} ${one.effect}`, one])).values()]
}

function ownFunctions({ functions }: Bytecode): CalledFunction[] {
  const changing = functions.filter(({ mutability }) => !STANDARD_READS.has(mutability)).slice(0, MAX_FUNCTIONS)
  const made = changing.map(({ selector, signature, arguments: types }) => ({
    selector,
    signature,
    inputs: [...markedInputs(selector, types), ...packedInputs(selector, types)],
  }))
  // Those of every token come last: what they keep is under accounts.
  return [
    ...made.filter(({ selector }) => !OF_EVERY_TOKEN.has(selector)),
    { selector: '0x', signature: null, inputs: rawInputs() },
    ...made.filter(({ selector }) => OF_EVERY_TOKEN.has(selector)),
  ]
}

async function readsOf(context: TradeContext, plan: TradePlan, held: bigint): Promise<Reads> {
  const own = await ownBalances(context, [plan])
  const { sequence } = tradeSequence(context, plan, { amounts: amountsOf(plan, held), ask: null, sync: false, own })
  const { block, signal } = context
  const found = new Map<Address, Map<bigint, bigint>>()
  for (const read of await context.simulator.wordsRead({ block, sequence, signal }))
    for (const [account, slots] of read) {
      const at = account.toLowerCase() as Address
      const known = found.get(at) ?? new Map<bigint, bigint>()
      found.set(at, known)
      for (const [slot, value] of slots) if (!known.has(BigInt(slot))) known.set(BigInt(slot), BigInt(value))
    }
  return found
}

function flipsOf(
  write: WordWrite,
  {
    account,
    reads,
    parties,
    balances,
  }: { account: Address; reads: Reads; parties: readonly Address[]; balances: bigint | null },
): Flip[] {
  const slots = reads.get(account.toLowerCase() as Address)
  if (slots === undefined) return []
  const { at, value, seen } = write
  const places =
    at.kind === 'slot'
      ? [at.slot]
      : at.kind === 'any'
        ? [
            ...[...slots.keys()].filter((slot) => slot < BigInt(MAX_ANY)),
            ...BALANCE_SLOTS.filter((base) => base !== balances).flatMap((base) =>
              parties.slice(0, 1).map((party) => entryOf(party, base)),
            ),
          ]
        : parties.slice(0, 1).map((party) => entryOf(party, at.base))
  const values = value === null ? (at.kind === 'any' ? CHOSEN : [...new Set([seen, ...CHOSEN])]) : [value]
  return places
    .filter((slot) => slots.has(slot))
    .flatMap((slot) =>
      values.filter((one) => isSwitch(slots.get(slot) ?? 0n, one)).map((one) => ({ account, slot, value: one, write })),
    )
}

function isListed({ guards }: WordWrite | Seizure): boolean {
  return guards.some(({ by, holder }) => by === 'role' && holder === null)
}

function openWrite(way: string): WordWrite {
  return {
    selector: '0x',
    signature: way,
    guards: [],
    asIs: true,
    at: { kind: 'slot', slot: 0n },
    value: null,
    seen: 0n,
  }
}

/** Whether a word is set to something else, and no account in it is replaced: another router or other code is no switch of sales. */
function isSwitch(before: bigint, after: bigint): boolean {
  const account = before & ACCOUNT_MASK
  return before !== after && (account < MIN_ACCOUNT || (after & ACCOUNT_MASK) === account)
}

/** Slot of an account's entry in a mapping. */
function entryOf(account: Address, base: bigint): bigint {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  return BigInt(keccak256(`0x${word(BigInt(account))}${word(base)}`))
}

/** The same simulator on a state with one other word. */
function withWord(simulator: Simulator, { account, slot, value }: Omit<Flip, 'write'>): Simulator {
  const hex = (of: bigint): Hex => `0x${of.toString(16).padStart(64, '0')}`
  return {
    ...simulator,
    simulateSequences: (request) =>
      simulator.simulateSequences({
        ...request,
        sequences: request.sequences.map((sequence) => {
          const overrides = sequence.stateOverrides ?? {}
          const known = overrides[account]
          const changed =
            slot === null ? { balance: value } : { storage: { ...known?.storage, [hex(slot)]: hex(value) } }
          return { ...sequence, stateOverrides: { ...overrides, [account]: { ...known, ...changed } } }
        }),
      }),
  }
}
