import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { GuardedTokenPowers } from '@redoubt/risk/facts/guardedTokenPower.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../../chains/index.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import { createBudget, type TradeContext } from '../../trade/tradeContext.ts'
import { codeAddresses } from '../holders/codeAddresses.ts'
import { apartInput, listInputs, markedInputs, packedInputs, rawInputs } from '../paths/markedInput.ts'
import type { ProposedCall, Roles } from '../paths/proposedCall.ts'
import type { Setter } from '../paths/pull.ts'
import { signedApprovals } from '../signatures/signedApprovals.ts'
import { allFunctionsOf, type CalledFunction, fallbackFunctions } from './calledFunctions.ts'
import { executedPowers, type SupposedPower } from './executedPowers.ts'
import { listedAccounts } from './listedAccounts.ts'
import { type Writes, withMembers } from './listMembers.ts'
import { withHolders } from './obeyedContracts.ts'
import { pullsWorld } from './pullsWorld.ts'
import { harmfulFlips, type UsualSale, usualSale } from './stoppedSales.ts'
import { chosenFlips, flipsOf, isUnderflow, onSupply, openFlips, type Reads } from './switchFlips.ts'
import { type ForeignApproval, type Seizure, tokenWrites } from './tokenWrites.ts'
import { mayWrite } from './writtenRange.ts'

/** Other contracts that a sale asks and whose functions are run. */
const MAX_OUTSIDE = 2
const MAX_FUNCTIONS = 40
/** States on which a sale is made again. */
const MAX_FLIPS = 32
/** Executions of trades. */
const MAX_RUNS = 72
/** transfer, approve, transferFrom. */
const OF_EVERY_TOKEN: ReadonlySet<Hex> = new Set(['0xa9059cbb', '0x095ea7b3', '0x23b872dd'])
const STANDARD_READS = new Set(['view', 'pure'])

type Request = {
  block: PinnedBlock
  address: Address
  bytecode: Bytecode
  trade: TradeContext | null
  /** Returns accounts that may be the key, or on a list of callers; asked for where the code names none. */
  suspects(): Promise<readonly Address[]>
  /** Returns the transaction that made it, where that is known; asked for where a list of callers is met. */
  creation(): Promise<Hex | null>
}
/** A contract, what its calls write, and other words that they set. */
type Written = {
  account: Address
  writes: Writes
  setters: readonly Setter[]
  isAlone: boolean
  approvals: readonly ForeignApproval[]
  mints: readonly Seizure[]
}

/**
 * Gathers powers over holders that no ordinary argument shows: the token's functions run on its real state with their guards lifted, and
 * those of contracts that a sale asks. What they can write, and a sale reads, is written on the fork, and the sale made again. Where the walk
 * supposed more than a key, the holder's calls are made: only what they do counts in full.
 */
export async function gatherTokenPowers(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, address, bytecode, trade, suspects, creation }: Request,
  signal: AbortSignal,
): Promise<GuardedTokenPowers> {
  const { slots } = bytecode
  const balances = slots.balances === null ? null : BigInt(slots.balances)
  const supply = slots.totalSupply === null ? null : BigInt(slots.totalSupply)
  const allowances = slots.allowances === null ? null : BigInt(slots.allowances)
  const code = await chain.code(block, bytecode.address, signal)
  const functions = [...fallbackFunctions(code, bytecode), ...ownFunctions(bytecode)]
  let listed: Promise<readonly Address[]> | null = null
  const members = () => {
    listed ??= creation()
      .then((made) => listedAccounts(chain, { block, address, bytecode, creation: made, trade }, signal))
      .then(async (keys) => [...new Set([...keys, ...(await suspects())])])
    return listed
  }
  const own = await writtenBy(address, functions, { balances, supply, allowances })
  const approving = await signedApprovals({ chain, simulator }, { block, address, bytecode }, own.approvals, signal)
  const budget = createBudget(MAX_RUNS)
  const sale =
    // Transfers that no call changes, and that ask no other account, always go on.
    trade === null || (own.isAlone && own.writes.words.length === 0)
      ? null
      : await usualSale({ ...trade, simulator, budget, signal }, simulator)
  const supposed = [
    ...own.writes.seizures.map((one) => seizureOf(one, own.setters)),
    ...own.mints.map((one) => seizureOf(one, own.setters, 'mints')),
    ...(sale === null || trade === null ? [] : await stoppedSales(sale, trade)),
  ]
  const sources = { chain, simulator }
  const question = { block, address, code: bytecode.address, balances, supply, suspects, sale }
  const found = await executedPowers(sources, question, supposed, signal)
  const world = pullsWorld(chain, { block, address, powers: [] }, signal)
  const powers = await withHolders({ chain, block, signal }, world, oneOfEach([...found.powers, ...approving]))
  return { powers, cut: found.cut || budget.report().cut.length > 0 }

  async function writtenBy(
    account: Address,
    functions: readonly CalledFunction[],
    of: { balances: bigint | null; supply: bigint | null; allowances?: bigint | null },
  ): Promise<Written> {
    const worldOf = () => pullsWorld(chain, { block, address: account, powers: [] }, signal)
    const world = worldOf()
    const found = await tokenWrites(world, functions, { ...of, signal })
    const writes = await withMembers({ functions, found, ...of, suspects: members, worldOf }, signal)
    return {
      account,
      writes,
      setters: world.setters,
      isAlone: found.isAlone,
      approvals: found.approvals,
      mints: found.mints,
    }
  }

  /** Words that calls can write, and with which a sale fails or costs much more. */
  async function stoppedSales(usual: UsualSale, { venue }: TradeContext): Promise<SupposedPower[]> {
    const reads = await usual.reads()
    const [outside, made] = await Promise.all([outsideWrites(reads, venue), madeSupply()])
    const parties = [usual.seller, venue.pool.address, venue.router]
    const coded = codeAddresses(await chain.code(block, address, signal))
    const { chosen, cut } = chosenFlips(
      [
        ...openFlips({ address, coded, reads }, venue),
        ...[own, ...outside].flatMap(({ account, writes, setters }) => {
          const isOwn = account === address
          const known = isOwn ? balances : null
          const words =
            isOwn && supply !== null
              ? writes.words.map((one) => onSupply(one, reads.get(account), supply))
              : writes.words
          const token = isOwn ? {} : { token: address }
          return words
            .flatMap((write) => flipsOf(write, { account, ...token, reads, parties, balances: known, setters }))
            .filter(({ write, value }) => write.value !== null || mayWrite(write, value, isOwn ? made : null))
        }),
      ],
      MAX_FLIPS,
    )
    if (cut) budget.note('switches of sales')
    return (await harmfulFlips(usual, chosen)).map(({ flip, harm }): SupposedPower => {
      const { selector, signature, guards, at, value, seen, asIs, lock, waits, proposals } = flip.write
      return {
        power: {
          selector,
          signature,
          guards,
          anyCall: false,
          of: at.kind === 'entry' && flip.ofToken !== true ? 'named-holder' : 'all-holders',
          // A value that the caller chooses was bounded by what the call passed with: only that one is shown.
          asIs: asIs && at.kind !== 'any' && (value !== null || flip.value === seen),
          executed: false,
          ...harm,
        },
        waits,
        ...(isUnderflow(flip, reads) && { isUnderflow: true as const }),
        ...(value === null && { isChosen: true as const }),
        ...(lock !== undefined && flip.account === address && { lock }),
        of: flip.write,
        proposals: flip.key === undefined ? proposals : proposals.map((calls) => byKey(calls, flip.roles)),
        setters: flip.setters,
        on: flip.account,
        word: flip.slot === null ? null : { slot: flip.key ?? flip.slot, value: flip.value },
      }
    })
  }

  /** What the token says that exists of it; null: its word is not known. */
  async function madeSupply(): Promise<bigint | null> {
    return slots.totalSupply === null ? null : BigInt(await chain.storage(block, address, slots.totalSupply, signal))
  }

  async function outsideWrites(reads: Reads, { pool, router }: TradeContext['venue']): Promise<Written[]> {
    const { factories, quoteTokens } = NETWORKS[chain.chain]
    const market = new Set<string>(
      [address, pool.address, router, pool.quote.address, ...factories.map((one) => one.factory)].map((one) =>
        one.toLowerCase(),
      ),
    )
    for (const quote of quoteTokens) market.add(quote.address.toLowerCase())
    const asked = [...reads].filter(([account, words]) => words.size > 0 && !market.has(account)).map(([one]) => one)
    return Promise.all(
      asked.slice(0, MAX_OUTSIDE).map(async (account) => {
        const functions = allFunctionsOf(await chain.code(block, account, signal)).slice(0, MAX_FUNCTIONS)
        return writtenBy(account, functions, { balances: null, supply: null })
      }),
    )
  }

  function seizureOf(
    { selector, signature, guards, asIs, lock, waits, proposals }: Seizure,
    setters: readonly Setter[],
    effect: 'takes' | 'mints' = 'takes',
  ): SupposedPower {
    return {
      power: {
        selector,
        signature,
        guards,
        anyCall: false,
        effect,
        of: 'named-holder',
        taxPercent: null,
        asIs,
        executed: false,
      },
      waits,
      ...(lock !== undefined && { lock }),
      proposals,
      setters,
      on: address,
      word: null,
    }
  }
}

/** The same calls, where what names the account is a key of a mapping, and no account; `nested`: where one of several keys is. */
function byKey(calls: readonly ProposedCall[], nested?: Roles): ProposedCall[] {
  return calls.map(({ input, roles }) => ({
    input,
    roles: nested ?? { slot: roles.victim ?? 0, value: roles.amount ?? 0 },
  }))
}

/** The power of each function as executed or as it is, else behind a secret or signature, which cannot be made here, else with the fewest guards. */
function oneOfEach(found: readonly SupposedPower['power'][]): SupposedPower['power'][] {
  const rank = ({ executed, asIs, guards }: SupposedPower['power']) =>
    Number(executed) * 4 + Number(asIs) * 2 + Number(guards.some(({ by }) => by === 'secret' || by === 'signature'))
  const sorted = found.toSorted((a, b) => rank(a) - rank(b) || b.guards.length - a.guards.length)
  return [...new Map(sorted.map((one) => [`${one.selector} ${one.signature} ${one.effect}`, one])).values()]
}

function ownFunctions({ functions }: Bytecode): CalledFunction[] {
  const changing = functions.filter(({ mutability }) => !STANDARD_READS.has(mutability)).slice(0, MAX_FUNCTIONS)
  const made = changing.map(({ selector, signature, arguments: types }) => ({
    selector,
    signature,
    inputs: [
      ...markedInputs(selector, types),
      ...packedInputs(selector, types),
      ...(signature === null ? listInputs(selector, types) : []),
    ],
    ...(types !== '' && { second: [apartInput(selector, types)] }),
  }))
  // Those of every token come last: what they keep is under accounts.
  return [
    ...made.filter(({ selector }) => !OF_EVERY_TOKEN.has(selector)),
    { selector: '0x', signature: null, inputs: rawInputs() },
    ...made.filter(({ selector }) => OF_EVERY_TOKEN.has(selector)),
  ]
}
