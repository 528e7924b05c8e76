import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainSource } from '../../src/evm/rpc/chainSource.ts'
import { readBlock } from '../../src/evm/rpc/heads.ts'
import { hardforkAt } from '../../src/evm/simulation/engine/hardfork.ts'
import { OTHER_COINBASES } from '../../src/evm/simulation/environments/otherCoinbases.ts'
import { type FixtureAccount, fixtureSource } from './fixtureSource.ts'
import { rawTransaction } from './rawTransaction.ts'
import { ENGINE_FLAGS, parentOf, type RecordedBlock, withSystemCalls } from './replayBlock.ts'
import { type EngineRpc, withReplayChild } from './replayChild.ts'

type Accounts = Map<Address, FixtureAccount>

/** As eth_getBlockReceipts answers it. */
export type Receipt = {
  transactionHash: Hex
  status: Hex
  gasUsed: Hex
  logs: { address: Address; topics: Hex[]; data: Hex }[]
}

const SECONDS_A_BLOCK = 12n
/**
 * Accounts that no transaction asks for: the engine reads the zero address and the precompiles, and the environments of a
 * simulation a builder of their own. None has code on any network.
 */
const CODELESS: readonly Address[] = [
  ...Array.from({ length: 0x12 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}` as const),
  ...OTHER_COINBASES,
]
const NEW_ACCOUNT: FixtureAccount = { balance: 0n, nonce: 0, code: '0x', storage: new Map() }

/**
 * Mines a recorded block on its recorded state: what became of each transaction, and the state before the block with
 * the accounts that the block touched first. A record leaves those out, because before the block they did not exist.
 */
export async function mineRecordedBlock(
  block: RecordedBlock,
  recorded: Accounts,
  hashes: ReadonlyMap<bigint, Hex>,
): Promise<{ receipts: ReadonlyMap<Hex, Receipt>; accounts: Accounts }> {
  const own = readBlock('ethereum', block)
  const hardfork = hardforkAt('ethereum', own.number, own.timestamp)
  const parent = parentOf(block, own, hardfork)
  const state = withSystemCalls(block, own, recorded)
  const source = fixtureSource(parent, state, hashes)
  const accounts = new Map(state)
  for (const address of [...CODELESS, own.coinbase]) touch(accounts, address)
  const watched = recordReads(source, accounts)
  const receipts = await withReplayChild(
    { block: parent, source: watched, hardfork, flags: ENGINE_FLAGS },
    async (rpc) => {
      await rpc('anvil_setCoinbase', block.miner)
      await rpc('evm_setBlockGasLimit', block.gasLimit)
      await rpc('anvil_setNextBlockBaseFeePerGas', block.baseFeePerGas)
      await rpc('evm_setNextBlockTimestamp', block.timestamp)
      for (const transaction of block.transactions) await rpc('eth_sendRawTransaction', rawTransaction(transaction))
      await rpc('evm_mine')
      return (await rpc('eth_getBlockReceipts', 'latest')) as Receipt[]
    },
  )
  return { receipts: new Map(receipts.map((one) => [one.transactionHash, one])), accounts }
}

function touch(accounts: Accounts, address: Address): FixtureAccount {
  const account = accounts.get(address) ?? NEW_ACCOUNT
  accounts.set(address, account)
  return account
}

/** The source, which writes each account and slot that is asked for into `accounts`. */
function recordReads(source: ChainSource, accounts: Accounts): ChainSource {
  return {
    ...source,
    balance: (...asked) => {
      touch(accounts, asked[1])
      return source.balance(...asked)
    },
    storage: async (...asked) => {
      const [, address, slot] = asked
      const value = await source.storage(...asked)
      const account = touch(accounts, address)
      accounts.set(address, { ...account, storage: new Map([...account.storage, [BigInt(slot), value]]) })
      return value
    },
  }
}

/**
 * Runs a job beside a real node that stands at the parent of a recorded block, with the state as it was and nothing
 * else: a read of anything outside the record is an error of the node.
 * @param extend such a read answers as of a new account instead, and is added to `accounts`.
 */
export function withRecordedParent<Value>(
  block: RecordedBlock,
  accounts: Accounts,
  hashes: ReadonlyMap<bigint, Hex>,
  job: (rpc: EngineRpc, url: string) => Promise<Value>,
  extend = false,
): Promise<Value> {
  const own = readBlock('ethereum', block)
  const hardfork = hardforkAt('ethereum', own.number, own.timestamp)
  const parent = {
    ...parentOf(block, own, hardfork),
    timestamp: own.timestamp - SECONDS_A_BLOCK,
    // A block at its target keeps the base fee.
    gasUsed: own.gasLimit / 2n,
  }
  const recorded = fixtureSource(parent, accounts, hashes, extend ? 'absent' : 'error')
  const source = extend ? recordReads(recorded, accounts) : recorded
  return withReplayChild({ block: parent, source, hardfork, flags: ENGINE_FLAGS }, job)
}
