import type { Address, Hex } from '@redoubt/risk/address.ts'
import { decodeFunctionResult, encodeFunctionData, keccak256, parseAbi, toHex } from 'viem/utils'
import type { FixtureAccount } from '../replay/fixtureSource.ts'
import { simulatedFields } from '../replay/realTransactions.ts'
import type { RecordedBlock } from '../replay/replayBlock.ts'
import type { EngineRpc } from '../replay/replayChild.ts'

/** One transaction of a sequence. */
export type Step = { from: Address; to: Address; value?: bigint; data: Hex }
export type Outcome = { done: boolean; output: Hex }
/** Storage by account and slot, both as hex. */
export type Slots = Record<Address, Record<Hex, Hex>>

export const TOKEN_ABI = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function ownerOf(uint256 item) view returns (address)',
  'function decimals() view returns (uint8)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function setApprovalForAll(address operator, bool approved)',
])

const GAS = '0x7a1200'
const DEPLOY_GAS = '0x1312d00'

/** What an attack asks of the node at the parent's state. Nothing that it does stays. */
export type AttackNode = ReturnType<typeof createAttackNode>

export function createAttackNode(rpc: EngineRpc, block: RecordedBlock) {
  /** Outcomes of transactions that follow each other in one block, without fees. */
  async function run(steps: readonly Step[]): Promise<Outcome[]> {
    const calls = steps.map(({ from, to, value = 0n, data }) => ({ from, to, value: toHex(value), data, gas: GAS }))
    const blockOverrides = { ...simulatedFields(block), baseFeePerGas: '0x0', gasLimit: '0x2540be400' }
    const [made] = (await rpc(
      'eth_simulateV1',
      { blockStateCalls: [{ blockOverrides, calls }], validation: false },
      'latest',
    )) as { calls: { status: Hex; returnData: Hex }[] }[]
    return (made?.calls ?? []).map(({ status, returnData }) => ({ done: status === '0x1', output: returnData }))
  }
  async function read(to: Address, data: Hex, slots: Slots = {}): Promise<Hex | null> {
    const overrides = Object.fromEntries(Object.entries(slots).map(([address, stateDiff]) => [address, { stateDiff }]))
    return (await rpc('eth_call', { to, data, gas: GAS }, 'latest', overrides).catch(() => null)) as Hex | null
  }
  /** The account that creation code leaves. */
  async function deploy(initCode: Hex, from: Address): Promise<FixtureAccount> {
    const [made] = await deployAll(initCode, from)
    if (made === undefined) throw new Error('an attack contract was not created')
    return made[1]
  }
  /** All contracts that creation code leaves, with their addresses. */
  async function deployAll(initCode: Hex, from: Address): Promise<[Address, FixtureAccount][]> {
    const diff = (await rpc('debug_traceCall', { from, data: initCode, gas: DEPLOY_GAS }, 'latest', {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    })) as { post: Record<Address, { code?: Hex; storage?: Record<Hex, Hex> }> }
    return (Object.entries(diff.post) as [Address, (typeof diff.post)[Address]][]).flatMap(
      ([address, { code, storage }]) => {
        if (code === undefined) return []
        const slots = new Map(Object.entries(storage ?? {}).map(([slot, value]) => [BigInt(slot), value] as const))
        return [[address, { balance: 0n, nonce: 1, code, storage: slots }] as [Address, FixtureAccount]]
      },
    )
  }
  /** Slots that a call reads. */
  async function slotsOf(to: Address, data: Hex): Promise<[Address, Hex][]> {
    const listed = (await rpc('eth_createAccessList', { to, data, gas: GAS }, 'latest').catch(() => null)) as {
      accessList: { address: Address; storageKeys: Hex[] }[]
    } | null
    return (listed?.accessList ?? []).flatMap(({ address, storageKeys }) =>
      storageKeys.map((slot): [Address, Hex] => [address, slot]),
    )
  }
  /** The slot that alone makes a call answer `word`, with that word; null when there is none. */
  async function slotFor(to: Address, data: Hex, word: Hex): Promise<Slots | null> {
    for (const [address, slot] of await slotsOf(to, data)) {
      const slots: Slots = { [address]: { [slot]: word } }
      if ((await read(to, data, slots)) === word) return slots
    }
    return null
  }
  return {
    run,
    read,
    deploy,
    deployAll,
    slotFor,
    async coins(account: Address): Promise<bigint> {
      return BigInt(String(await rpc('eth_getBalance', account, 'latest')))
    },
    async balance(token: Address, account: Address): Promise<bigint> {
      return wordOf(await read(token, balanceOf(account)))
    },
  }
}

export const balanceOf = (account: Address): Hex =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [account] })

export const ownerOf = (item: bigint): Hex =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName: 'ownerOf', args: [item] })

/** An answer of one word; 0 for any other. */
export function wordOf(output: Hex | null): bigint {
  return output?.length === 66 ? decodeFunctionResult({ abi: TOKEN_ABI, functionName: 'balanceOf', data: output }) : 0n
}

export const word = (value: bigint): Hex => toHex(value, { size: 32 })

/** A number below `count`, the same for the same label. */
export function choose(label: string, count: number): number {
  return Number(BigInt(keccak256(toHex(label))) % BigInt(count))
}

/** An address that no one has a key of. */
export function madeAddress(label: string): Address {
  return `0x${keccak256(toHex(`address ${label}`)).slice(26)}` as Address
}
