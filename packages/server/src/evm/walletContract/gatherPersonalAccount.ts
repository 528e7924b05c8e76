import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PersonalAccount } from '@redoubt/risk/facts/contractFacts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { wordAt } from '../decode/callData.ts'
import { argumentPlan } from '../privileges/calls/argumentPlan.ts'
import type { Entry } from '../privileges/paths/pull.ts'
import { functionsOf } from '../privileges/pulls/calledFunctions.ts'
import { contractPulls } from '../privileges/pulls/contractPulls.ts'
import { pullsWorld } from '../privileges/pulls/pullsWorld.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/freshAccount.ts'

/** `validateUserOp` since 0.7 and before, with the types of its operation. */
const VALIDATIONS: readonly [Hex, string][] = [
  ['0x19822f7c', '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)'],
  ['0x3a871cdd', '(address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)'],
]
/** A well-formed ECDSA signature by a key that is no account's owner. */
const FOREIGN_SIGNATURE: Hex = `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798${'1'.padStart(64, '0')}1b`
/** SIG_VALIDATION_FAILED of ERC-4337. */
const REFUSED = 1n
const GAS: Hex = '0x7a120'
/** `transferFrom` and its kin of ERC-721, ERC-1155 and Permit2: by them contracts take deposits of tokens. */
const PULLS = [
  '23b872dd',
  '42842e0e',
  'b88d4fde',
  'f242432a',
  '2eb2c2d6',
  '36c78516',
  '30f28b7a',
  '137c29fe',
  'edd9444b',
]
/** `depositTo(address)` of the EntryPoint: the account's own gas. */
const DEPOSIT_TO: Hex = '0xb760faf9'
const UNNAMED: Hex = '0x01020304'
const MAX_WRITERS = 4
const MAX_WAYS = 6
const COIN = 10n ** 18n

/**
 * Tells whether a proxy that one key upgrades is that key's own ERC-4337 account, whatever its implementation: a known EntryPoint
 * alone may ask `validateUserOp`, which refuses a foreign signature as the standard says; each function that changes storage obeys
 * the key or the EntryPoint, or refuses strangers; no code takes tokens from others; payments change nothing that is stored. A
 * payment to it is a payment to a person. Null where any of that is not shown.
 */
export async function gatherPersonalAccount(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  known: { block: PinnedBlock; address: Address; bytecode: Bytecode; proxy: ProxyFact | null },
  signal: AbortSignal,
): Promise<PersonalAccount | null> {
  const { block, address, bytecode, proxy } = known
  const admin = proxy?.admin ?? null
  const validations = VALIDATIONS.filter(([selector]) => bytecode.functions.some((made) => made.selector === selector))
  if (admin?.account !== 'eoa' || admin.by !== 'owner()' || validations.length === 0) return null
  if (!bytecode.complete || bytecode.standard !== null || bytecode.opcodes.selfdestruct) return null
  const codes = await Promise.all([address, bytecode.address].map((of) => chain.code(block, of, signal)))
  if (codes.some((code) => PULLS.some((selector) => code.includes(`63${selector}`)))) return null

  const writing = bytecode.functions.filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
  const gates = [...new Set(writing.flatMap(({ gatedBy }) => gatedBy))]
  const words = await Promise.all(gates.map((slot) => chain.storage(block, address, slot, signal)))
  if (!words.every((word) => word.includes(admin.address.slice(2)))) return null
  const open = writing.filter(({ gated }) => !gated)
  if (!open.every(takesNothing)) return null
  const stranger = freshAccount(block.hash, address, 'stranger of a wallet')
  const entryPoint = await entryPointOf(stranger)
  if (entryPoint === null || !(await refusesStrangers()) || !(await recordsNothing()) || !(await hasPlainFallback()))
    return null
  return { owner: admin.address, entryPoint }

  /** The only caller that `validateUserOp` answers, which is a known EntryPoint. */
  async function entryPointOf(other: Address): Promise<Address | null> {
    for (const [selector, types] of validations) {
      const data = validation(selector, types, address)
      const ask = (from: Address) => chain.call(block, { to: address, data, from, gas: GAS }, signal).catch(silent)
      const answers = await Promise.all([other, admin?.address ?? other, ...ENTRY_POINTS.keys()].map(ask))
      const [ofStranger, ofOwner, ...ofEntryPoints] = answers
      const at = ofEntryPoints.findIndex((answer) => answer?.length === 66 && wordAt(answer) === REFUSED)
      const found = [...ENTRY_POINTS.keys()][at]
      if (ofStranger === null && ofOwner === null && found !== undefined) return found
    }
    return null
  }

  /** Whether an open function that stores something, such as the set-up, fails for a stranger. */
  async function refusesStrangers(): Promise<boolean> {
    const writers = open.filter(stores)
    if (writers.length > MAX_WRITERS) return false
    const values = {
      holder: stranger,
      caller: stranger,
      pool: null,
      others: [],
      contracts: [address],
      amounts: [COIN],
      tokenId: null,
    }
    const plans = writers.map((made) => argumentPlan(made, values).slice(0, MAX_WAYS))
    if (plans.some((ways) => ways.length === 0)) return false
    const sequences = plans.flat().map(({ data }) => ({
      blocks: [{ calls: [{ from: stranger, to: address, value: 0n, data, gas: 1_000_000n }] }],
      // One that waits for money finds some.
      stateOverrides: { [stranger]: { balance: 10n * COIN }, [address]: { balance: 10n * COIN } },
    }))
    if (sequences.length === 0) return true
    const outcomes = await simulator.simulateSequences({ block, sequences, signal })
    return outcomes.every((calls) => calls?.[0]?.success === false)
  }

  async function recordsNothing(): Promise<boolean> {
    const stateOverrides = { [stranger]: { balance: 10n * COIN } }
    const ways = [
      { value: COIN, data: '0x' as const },
      { value: 0n, data: UNNAMED },
      // Code of its own may look at the length alone.
      ...[0, 1, 2].map((words) => ({ value: COIN, data: `${UNNAMED}${'0'.repeat(64 * words)}` as const })),
    ]
    const runs = await Promise.all(
      ways.map((way) => {
        const transaction = { from: stranger, to: address, gas: 1_000_000n, ...way }
        return simulator.simulate({ block, transaction, stateOverrides, environments: 'none', signal })
      }),
    )
    return runs.every(({ stateDiff }) =>
      Object.entries(stateDiff).every(([, { storage }]) => Object.keys(storage ?? {}).length === 0),
    )
  }

  /** Whether no path of calls without a known function writes an entry of a mapping. */
  async function hasPlainFallback(): Promise<boolean> {
    const entries: Entry[] = []
    const world = { ...pullsWorld(chain, { block, address, powers: [] }, signal), entries }
    const { complete } = await contractPulls(world, functionsOf([]), signal)
    return complete && entries.length === 0
  }

  function silent(): null {
    signal.throwIfAborted()
    return null
  }
}

/** An open function that can keep no account of what others gave: it takes no coin that it stores something about, and calls no contract. */
function takesNothing(made: ContractFunction): boolean {
  const { selector, mutability, asks, balanceWrites } = made
  if (balanceWrites.length > 0 || asks.some((asked) => asked !== DEPOSIT_TO && asked !== selector)) return false
  return mutability !== 'payable' || !stores(made)
}

function stores({ writes, writesElsewhere }: ContractFunction): boolean {
  return writes.length > 0 || writesElsewhere === true
}

function validation(selector: Hex, types: string, sender: Address): Hex {
  const parameters = parseAbiParameters(`${types} operation, bytes32 hash, uint256 missing`)
  const operation = types
    .slice(1, -1)
    .split(',')
    .map((type, at, all) => {
      if (type === 'address') return sender
      if (type === 'bytes') return at === all.length - 1 ? FOREIGN_SIGNATURE : '0x'
      return type === 'bytes32' ? `0x${'0'.repeat(64)}` : 0n
    })
  const hash: Hex = `0x${'5a'.repeat(32)}`
  return `${selector}${encodeAbiParameters(parameters, [operation, hash, 0n] as never).slice(2)}`
}
