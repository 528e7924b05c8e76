import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { GuardedPull, PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../../chains/index.ts'
import { type Code, readCode } from '../../bytecode/analysis/code.ts'
import { recoverFunctions } from '../../bytecode/analysis/evmole.ts'
import { privilegedAccount } from '../../bytecode/proxy/privilegedAccount.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { freshAccount } from '../../trade/pockets.ts'
import { type Explored, explorePulls } from './explore.ts'
import { guardsOf } from './guards.ts'
import { markedInputs, rawInputs } from './markedInput.ts'
import type { TaintedBytes } from './taintedBytes.ts'

const MAX_FUNCTIONS = 40
const MAX_PULLS = 8
/** Opcodes executed in all: some tenths of a second. */
const MAX_STEPS = 150_000
/** Selectors of calls that move tokens of an account (see `explorePulls`). */
const TRANSFERS = new Set<Hex>(['0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6', '0x36c78516'])

/**
 * Gathers the ways to move tokens of accounts that approved the contract, for any caller: the contract's code runs on its real
 * storage, and where a guard stops it, again without that guard.
 */
export async function gatherGuardedPulls(
  chain: ChainSource,
  { block, address, bytecode }: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<GuardedPull[]> {
  const codes = new Map<bigint, Promise<Code | null>>()
  const read = async (account: bigint): Promise<Code | null> => {
    const hex = await chain.code(block, addressOf(account), signal)
    return hex.length > 2 ? readCode(hex) : null
  }
  const world: Explored = {
    address: BigInt(address),
    caller: BigInt(freshAccount(block.hash, address, 'puller')),
    timestamp: block.timestamp,
    number: block.number,
    left: MAX_STEPS,
    delegateSlots: new Set(),
    chainId: BigInt(NETWORKS[chain.chain].chainId),
    storage: async (slot) =>
      BigInt(await chain.storage(block, address, `0x${slot.toString(16).padStart(64, '0')}`, signal)),
    code(account) {
      const known = codes.get(account) ?? read(account)
      codes.set(account, known)
      return known
    },
  }
  const found: Omit<GuardedPull, 'holders'>[] = []
  const shell = bytecode.address === address ? '0x' : await chain.code(block, address, signal)
  for (const { selector, signature, inputs } of callsOf(bytecode, shell)) {
    for (const input of inputs) {
      signal.throwIfAborted()
      for (const pull of await explorePulls(world, input)) {
        const guards = guardsOf(pull)
        if (guards !== null) found.push({ selector, signature, guards, anyCall: pull.anyCall })
      }
    }
  }
  const pulls = weakest(found).slice(0, MAX_PULLS)
  return Promise.all(
    pulls.map(async (pull) => ({
      ...pull,
      holders: await Promise.all(
        pull.guards.flatMap(({ by, holder }) =>
          holder === null
            ? []
            : privilegedAccount(chain, { block, address: holder, by: `a ${by} in the code` }, signal),
        ),
      ),
    })),
  )
}

type Call = { selector: Hex; signature: string | null; inputs: TaintedBytes[] }

/**
 * Functions that may change something, those that mention a transfer first; those of the proxy itself (`shell`: its code); and call data
 * without a selector.
 */
function callsOf({ functions, standard }: Bytecode, shell: Hex): Call[] {
  const mentions = ({ asks }: ContractFunction) => asks.some((selector) => TRANSFERS.has(selector))
  const likely = functions
    .filter((one) => one.mutability !== 'view' && one.mutability !== 'pure' && (standard === null || mentions(one)))
    .toSorted((a, b) => Number(mentions(b)) - Number(mentions(a)))
    .slice(0, MAX_FUNCTIONS)
  return [
    // First: it tells which slots hold code that runs in the contract's place.
    ...(standard === null ? [{ selector: '0x' as const, signature: null, inputs: rawInputs() }] : []),
    ...(shell === '0x' ? [] : recoverFunctions(shell)).slice(0, MAX_FUNCTIONS).map((own) => {
      const selector: Hex = `0x${own.selector}`
      return { selector, signature: null, inputs: markedInputs(selector, own.arguments ?? '') }
    }),
    ...likely.map(({ selector, signature, arguments: types }) => ({
      selector,
      signature,
      inputs: markedInputs(selector, types),
    })),
  ]
}

/** One pull of each function and kind of guards; of several with the same kinds, the first. */
function weakest<Found extends { selector: Hex; guards: readonly PullGuard[] }>(found: readonly Found[]): Found[] {
  const key = ({ selector, guards }: Found) =>
    `${selector} ${guards
      .map(({ by, holder }) => `${by} ${holder}`)
      .sort()
      .join()}`
  const each = [...new Map(found.toReversed().map((one) => [key(one), one])).values()].toReversed()
  return each.toSorted((a, b) => a.guards.length - b.guards.length)
}

function addressOf(account: bigint): Address {
  return `0x${account.toString(16).padStart(40, '0')}`
}
