import type { Address, Hex } from '@redoubt/risk/address.ts'
import { actsAsKey } from '@redoubt/risk/contract/callers.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { contractAllowances } from '../../approvals/contractAllowances.ts'
import type { LivePermission } from '../../approvals/readPermissions.ts'
import { privilegedAccount } from '../../bytecode/proxy/privilegedAccount.ts'
import { emittedLogs } from '../../decode/emittedLogs.ts'
import { PERMIT2 } from '../../decode/grants.ts'
import { isBurnAddress } from '../../privileges/effects.ts'
import { words } from '../../trade/trader.ts'
import { type OwnerQuestion, runWalks } from '../callers/privilegedActs.ts'
import type { Payer } from '../calls/readPayer.ts'
import type { Best, ClaimSources, claimRuns, Walk, WalkOutcome } from '../runs/claimRuns.ts'
import { actsOfSpender } from './actsOfSpender.ts'
import { namedSpenders } from './namedSpenders.ts'
import { pullsOfSpender } from './pullsOfSpender.ts'

const MAX_PAYERS = 2
const MAX_SPENDERS = 6
const MAX_CONTRACTS = 2
/** Percent of what came back before, below which a spender has taken the withdrawal away. */
const OFF_PERCENT = 50n
/** Percent of the deposit that a spender must take. */
const TAKEN_PERCENT = 50n
const GAS = 1_000_000n
const TRANSFER_FROM = { selector: '0x23b872dd', signature: 'transferFrom(address,address,uint256)' } as const
/** safeTransferFrom(address,address,uint256,uint256,bytes) of ERC-1155. */
const TRANSFER_ITEMS = {
  selector: '0xf242432a',
  signature: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
} as const
/** transferFrom(address,address,uint160,address) of Permit2. */
const BY_PERMIT2 = { selector: '0x36c78516', signature: 'transferFrom(address,address,uint160,address)' } as const

/** What a contract that holds the deposit allowed another account to take, and the call that takes it. */
type Allowed = {
  payer: Payer
  permission: LivePermission
  index: number
  amount: bigint
  call: Transaction
  made: { selector: Hex; signature: string }
}

/** `unread`: contracts whose allowances could not all be read. */
export type AllowanceTakes = { switches: ClaimSwitch[]; unread: Address[] }

/**
 * Finds accounts that the contracts which hold the deposit have allowed to take it: the allowances that are still alive are used on the state
 * after the deposit, and the withdrawal that worked then pays less than half. Where a contract has the allowance, its own code says who commands it.
 */
export async function allowanceTakes(
  sources: ClaimSources,
  question: OwnerQuestion,
  { runs, paid, takers }: { runs: ReturnType<typeof claimRuns>; paid: Best | null; takers: readonly Address[] },
  signal: AbortSignal,
): Promise<AllowanceTakes> {
  const { block, account, simulation, watched, work } = question
  const { chain } = sources
  const unread: Address[] = []
  if (work.isOver() || watched.every(({ asset, same }) => [asset, ...same].every((one) => one === null)))
    return { switches: [], unread }
  const payers = question.payers.filter(({ address }) => takers.includes(address)).slice(0, MAX_PAYERS)
  const allowed = (await Promise.all(payers.map(allowedBy))).flat()
  if (allowed.length === 0) return { switches: [], unread }

  const kinds = await Promise.all(
    allowed.map(({ permission: { spender } }) => privilegedAccount(chain, { block, address: spender, by: '' }, signal)),
  )
  const walks = allowed.map(({ call }): Walk => {
    const [now, ...rest] = paid?.walk?.blocks ?? []
    return { blocks: [{ ...now, calls: [call, ...(now?.calls ?? [])] }, ...rest] }
  })
  const seen = await runWalks(sources, question, runs, walks, signal)
  const usable = allowed.flatMap((one, at) => {
    const [kind, outcome] = [kinds[at], seen[at] ?? null]
    const taken = outcome === null ? 0n : takenIn(outcome, one)
    return kind === undefined || outcome === null || !isTaken(outcome, taken, one) ? [] : [{ one, kind, taken }]
  })
  const own = usable.filter(({ kind }) => kind.account !== 'contract' && kind.account !== 'burned')
  const found = own.map(({ one, kind, taken }) => takeBy(one, kind, taken))
  if (found.some(({ isKey }) => isKey)) return { switches: found, unread }
  const contracts = usable.filter(({ kind }) => kind.account === 'contract').slice(0, MAX_CONTRACTS)
  const commanded = await Promise.all(contracts.map(({ one, taken }) => takesThrough(one, taken)))
  return { switches: [...found, ...commanded.flat()], unread }

  async function allowedBy(payer: Payer): Promise<Allowed[]> {
    const { address: owner } = payer
    const asked = { block, payer, except: [account, ...takers], callersOf: question.callersOf }
    const { named, creation } = await namedSpenders(sources, asked, signal)
    const receipt = creation === null ? null : await chain.receipt(creation, signal).catch(nothing)
    const assets = watched.flatMap(({ asset, same, assetType }) =>
      [asset, ...same].flatMap((token) =>
        token === null ? [] : [{ token, isItems: assetType === 'erc721' || assetType === 'erc1155' }],
      ),
    )
    const setups = (receipt?.logs ?? []).map((log) => ({ ...log, selector: '0x' as const }))
    const { live, complete } = await contractAllowances(
      chain,
      {
        block,
        owner,
        assets,
        candidates: named,
        setups: [...setups, ...emittedLogs(simulation.trace)],
      },
      signal,
    )
    if (!complete) unread.push(owner)
    const others = live.filter(
      ({ spender }) => spender !== account && spender !== PERMIT2 && !takers.includes(spender) && !isBurn(spender),
    )
    // Most contracts gave none: nothing is executed for them.
    const sums = others.length === 0 ? [] : await heldBy(owner)
    return others
      .flatMap((permission) => {
        const index = watched.findIndex(({ asset, same }) => [asset, ...same].includes(permission.claim.token))
        const used = useOf(permission, index, sums[index] ?? 0n)
        return used === null ? [] : [{ payer, permission, index, ...used }]
      })
      .slice(0, MAX_SPENDERS)
  }

  /** The call by which the spender takes all that the allowance covers; null where that is nothing. */
  function useOf(
    { claim: { kind, token, owner, tokenId }, spender, state }: LivePermission,
    index: number,
    held: bigint,
  ): Pick<Allowed, 'amount' | 'call' | 'made'> | null {
    const one = watched[index]
    if (one === undefined) return null
    const by = (to: Address, data: Hex): Transaction => ({ from: spender, to, value: 0n, data, gas: GAS })
    if (one.assetType === 'erc721' || one.assetType === 'erc1155') {
      if (one.tokenId === null || (tokenId !== null && tokenId !== one.tokenId)) return null
      const { amount } = one
      const made = one.assetType === 'erc721' ? TRANSFER_FROM : TRANSFER_ITEMS
      const rest = one.assetType === 'erc721' ? [] : [amount, 160n, 0n]
      return { amount, made, call: by(token, words(made.selector, owner, spender, one.tokenId, ...rest)) }
    }
    const amount = state.amount < held ? state.amount : held
    if (amount === 0n) return null
    if (kind === 'permit2')
      return { amount, made: BY_PERMIT2, call: by(PERMIT2, words(BY_PERMIT2.selector, owner, spender, amount, token)) }
    return { amount, made: TRANSFER_FROM, call: by(token, words(TRANSFER_FROM.selector, owner, spender, amount)) }
  }

  /** What the contract has of each asset after the deposit. */
  async function heldBy(contract: Address): Promise<bigint[]> {
    const sequence = runs.sequenceOf(contract, 0n, { blocks: [{ calls: [] }] })
    const [outcome] = await sources.simulator.simulateSequences({ block, sequences: [sequence], signal })
    return runs.held(contract, outcome ?? null)
  }

  function takenIn({ calls }: WalkOutcome, { call, payer, permission, index }: Allowed): bigint {
    const own = calls.find((one) => one.call === call && one.success)
    return (own?.moves ?? []).reduce(
      (sum, { from, to, index: of, amount }) =>
        of === index && from === payer.address && to === permission.spender ? sum + amount : sum,
      0n,
    )
  }

  function isTaken({ returned }: WalkOutcome, taken: bigint, { index }: Allowed): boolean {
    // A contract that is short of a little pays nothing either: that is no way to take a deposit.
    if (taken === 0n || taken * 100n < (watched[index]?.amount ?? 0n) * TAKEN_PERCENT) return false
    return paid === null || (returned.at(-1)?.[index] ?? 0n) * 100n < (paid.returned[index] ?? 0n) * OFF_PERCENT
  }

  function takeBy({ permission, index, made }: Allowed, kind: PrivilegedAccount, taken: bigint): ClaimSwitch {
    const { spender, claim, state } = permission
    return {
      caller: spender,
      by: 'spender of an allowance that the contract gave',
      selector: made.selector,
      signature: made.signature,
      isKey: actsAsKey(kind),
      allowance: { token: claim.token, spender, amount: state.amount },
      takes: { asset: watched[index]?.asset ?? null, amount: taken, receiver: spender },
    }
  }

  /** What the keys of the contract that has the allowance, or any account, can make it do. */
  async function takesThrough({ payer, permission, index }: Allowed, taken: bigint): Promise<ClaimSwitch[]> {
    const { spender, claim, state } = permission
    const allowance = { token: claim.token, spender, amount: state.amount }
    const { asset = null } = watched[index] ?? {}
    const pulls = await pullsOfSpender(sources, { block, spender, account }, signal)
    if (pulls.length === 0 && paid !== null) {
      const asked = { runs, paid, takers, owner: payer.address, held: taken, spender, index }
      const made = await actsOfSpender(sources, question, asked, signal)
      return made.map(({ amount, receiver, ...call }): ClaimSwitch => {
        return { ...call, isKey: true, allowance, takes: { asset, amount, receiver } }
      })
    }
    return pulls.map(({ selector, signature, key }): ClaimSwitch => {
      const caller = key ?? question.stand.stranger
      return {
        caller,
        by: key === null ? 'anyone' : 'key of a contract that has an allowance of this one',
        selector,
        signature,
        isKey: true,
        lifted: true,
        ...(key === null && { anyone: true as const }),
        allowance,
        takes: { asset, amount: taken, receiver: caller },
      }
    })
  }

  function nothing(): null {
    signal.throwIfAborted()
    return null
  }
}

function isBurn(address: Address): boolean {
  return isBurnAddress(BigInt(address))
}
