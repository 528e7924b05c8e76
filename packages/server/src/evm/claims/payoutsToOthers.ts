import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { GuardedPull } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { type CalledFunction, contractPulls, pullsWorld } from '../privileges/pulls/contractPulls.ts'
import type { Explored } from '../privileges/pulls/explore.ts'
import { filledInput, markedInputs, packedInputs, secondInputs } from '../privileges/pulls/markedInput.ts'
import { withHolders } from '../privileges/pulls/obeyedContracts.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Watched } from './claimRuns.ts'
import type { Payer } from './readPayer.ts'

const MAX_PAYERS = 2
const MAX_FUNCTIONS = 24
const MAX_FOUND = 6
/** Steps in all: a deposit waits for it. */
const MAX_STEPS = 100_000
const MAX_IDS = 2
/** Addresses of a call that may name the token. */
const MAX_TOKEN_PLACES = 2
/** Holders' acts on tokens of their own. */
const OWN_ACTS: ReadonlySet<Hex> = new Set(['0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0xd505accf', '0xa22cb465'])

type Question = {
  block: PinnedBlock
  /** Who deposits: what needs its own call or signature is no power of others. */
  account: Address
  payers: readonly Payer[]
  simulation: Simulation
  /** Ids of what the deposit made. */
  ids: readonly bigint[]
  /** Contracts that have what left. */
  holders: readonly Address[]
  watched: readonly Watched[]
  /** Stands for any account. */
  stranger: Address
  /**
   * Whether a key's own single calls count too: where a withdrawal exists, the search that executes them sees whether it still pays. A call
   * after a setting is not among those that are executed.
   */
  ownCalls: boolean
}

/**
 * Returns the ways by which one key, or anyone, makes a contract pay what users left there, although they do not sign it away: the contract's code
 * runs on its storage with its guards lifted, where a call needs a signature, a fitting hash, a name of another contract, or a setting that
 * comes first. What several keys, a timelock or an unknown account has to agree to is left out.
 */
export async function payoutsToOthers(
  chain: ChainSource,
  { block, account, payers, simulation, ids, holders, watched, stranger, ownCalls }: Question,
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const assets = new Set(
    watched.flatMap(({ asset, same, tokenId }) =>
      tokenId === null ? [asset, ...same].map((one) => (one === null ? null : BigInt(one))) : [],
    ),
  )
  if (assets.size === 0) return []
  const able = payers.filter(({ address }) => holders.includes(address)).slice(0, MAX_PAYERS)
  return (await Promise.all(able.map(ofPayer))).flat()

  async function ofPayer({ address, bytecode }: Payer): Promise<ClaimSwitch[]> {
    const before = pullsWorld(chain, { block, address, powers: [] }, signal)
    const world: Explored = {
      ...before,
      payouts: assets,
      left: MAX_STEPS,
      storage: async (account, slot) => writtenBy(simulation, account, slot) ?? before.storage(account, slot),
    }
    const known = { ids: ids.slice(0, MAX_IDS), tokens: [...assets].flatMap((one) => one ?? []).slice(0, 1) }
    const { pulls } = await contractPulls(world, changingFunctions(bytecode, known), signal)
    const told = await withHolders({ chain, block, signal }, world, pulls.filter(isTold).slice(0, MAX_FOUND))
    return told.flatMap((one): ClaimSwitch[] => {
      const [first] = watched
      if (first === undefined || !isAlone(one)) return []
      if (one.guards.some(({ holder }) => holder === account)) return []
      const [guard] = one.guards
      const isOwnCall = guard !== undefined && one.guards.every(({ by }) => by === 'caller' || by === 'role')
      if (!ownCalls && isOwnCall && one.afterSetting !== true) return []
      if (one.bounded && one.guards.some(({ by }) => by === 'secret')) return []
      const caller = guard?.holder ?? stranger
      return [
        {
          caller,
          by:
            guard === undefined
              ? 'anyone'
              : guard.by === 'secret'
                ? 'anyone who knows a secret value'
                : guard.by === 'signature'
                  ? 'a key whose signature it accepts'
                  : 'an account of its code',
          selector: one.selector,
          signature: one.signature,
          isKey: true,
          lifted: true,
          ...(guard === undefined && { anyone: true as const }),
          takes: { asset: first.asset, amount: first.amount, receiver: caller },
        },
      ]
    })
  }
}

/** Each guard names its account. */
function isTold({ guards }: Pick<GuardedPull, 'guards'>): boolean {
  return guards.every(({ by, holder }) => holder !== null || by === 'secret')
}

/** Whether no account but single keys has to agree. */
function isAlone({ guards, holders }: GuardedPull): boolean {
  return guards.every(
    ({ by, holder }) => by === 'secret' || holders.find(({ address }) => address === holder)?.account === 'eoa',
  )
}

function writtenBy({ stateDiff }: Simulation, account: bigint, slot: bigint): bigint | null {
  const word =
    stateDiff[`0x${account.toString(16).padStart(40, '0')}`]?.storage?.[`0x${slot.toString(16).padStart(64, '0')}`]
  return word === undefined ? null : BigInt(word.after)
}

function changingFunctions(
  { functions }: Bytecode,
  { ids, tokens }: { ids: readonly bigint[]; tokens: readonly bigint[] },
): CalledFunction[] {
  return functions
    .filter(({ mutability, selector }) => mutability !== 'view' && mutability !== 'pure' && !OWN_ACTS.has(selector))
    .slice(0, MAX_FUNCTIONS)
    .map(({ selector, signature, arguments: types }) => ({
      selector,
      signature,
      // It may carry out what an earlier call stored.
      ...(types === '' && { second: secondInputs(selector, types) }),
      inputs: [
        ...markedInputs(selector, types),
        ...packedInputs(selector, types),
        ...(/int/.test(types) ? ids : []).map((number) => filledInput(selector, types, { number })),
        ...tokens.flatMap((value) =>
          Array.from({ length: Math.min(types.match(/\baddress\b/g)?.length ?? 0, MAX_TOKEN_PLACES) }, (_, at) =>
            filledInput(selector, types, { token: { value, at } }),
          ),
        ),
      ],
    }))
}
