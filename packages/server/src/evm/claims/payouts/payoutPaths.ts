import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Explored } from '../../privileges/paths/explored.ts'
import {
  filledInput,
  listInputs,
  markedInputs,
  packedInputs,
  secondInputs,
} from '../../privileges/paths/markedInput.ts'
import { type CalledFunction, fallbackFunctions } from '../../privileges/pulls/calledFunctions.ts'
import { contractPulls, type FoundPull } from '../../privileges/pulls/contractPulls.ts'
import { pullsWorld } from '../../privileges/pulls/pullsWorld.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Payer } from '../calls/readPayer.ts'
import type { Watched } from '../runs/claimRuns.ts'

const MAX_PAYERS = 2
const MAX_FUNCTIONS = 24
/** Steps in all: a deposit waits for it. */
const MAX_STEPS = 100_000
const MAX_IDS = 2
/** Addresses of a call that may name the token. */
const MAX_TOKEN_PLACES = 2
/** Holders' acts on tokens of their own. */
const OWN_ACTS: ReadonlySet<Hex> = new Set(['0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0xd505accf', '0xa22cb465'])

type Question = {
  block: PinnedBlock
  payers: readonly Payer[]
  simulation: Simulation
  /** Ids of what the deposit made. */
  ids: readonly bigint[]
  /** Contracts that have what left. */
  holders: readonly Address[]
  watched: readonly Watched[]
}
/** The ways in which the code of a contract pays what users left there. */
export type PayoutPaths = { payer: Payer; world: Explored; pulls: readonly FoundPull[] }

/**
 * Finds the ways in which contracts pay what users left there, although the users do not sign it away: the code runs on the storage after the
 * deposit, with its guards lifted.
 */
export async function payoutPaths(
  chain: ChainSource,
  { block, payers, simulation, ids, holders, watched }: Question,
  signal: AbortSignal,
): Promise<PayoutPaths[]> {
  const assets = new Set(
    watched.flatMap(({ asset, same, tokenId }) =>
      tokenId === null ? [asset, ...same].map((one) => (one === null ? null : BigInt(one))) : [],
    ),
  )
  if (assets.size === 0) return []
  const able = payers.filter(({ address }) => holders.includes(address)).slice(0, MAX_PAYERS)
  return Promise.all(
    able.map(async (payer): Promise<PayoutPaths> => {
      const { address, bytecode } = payer
      const before = pullsWorld(chain, { block, address, powers: [] }, signal)
      const world: Explored = {
        ...before,
        payouts: assets,
        left: MAX_STEPS,
        storage: async (account, slot) => writtenBy(simulation, account, slot) ?? before.storage(account, slot),
      }
      const known = { ids: ids.slice(0, MAX_IDS), tokens: [...assets].flatMap((one) => one ?? []).slice(0, 1) }
      const code = await chain.code(block, bytecode.address, signal)
      const functions = [...changingFunctions(bytecode, known), ...fallbackFunctions(code, bytecode)]
      const { pulls } = await contractPulls(world, functions, signal)
      return { payer, world, pulls }
    }),
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
        ...(signature === null ? listInputs(selector, types) : []),
        ...(/int/.test(types) ? ids : []).map((number) => filledInput(selector, types, { number })),
        ...tokens.flatMap((value) =>
          Array.from({ length: Math.min(types.match(/\baddress\b/g)?.length ?? 0, MAX_TOKEN_PLACES) }, (_, at) =>
            filledInput(selector, types, { token: { value, at } }),
          ),
        ),
      ],
    }))
}
