import { createContractSources } from './contractNetwork.ts'
import { CHAINS, type Chain } from './risk/chain.ts'
import type { Address, Hex, PinnedBlock, Simulation } from './risk/facts.ts'
import type { ContractSources } from './scans/contractSources.ts'
import type { TransactionSources } from './scans/transactionSources.ts'
import { createBytecodeSource } from './sources/bytecode/createBytecodeSource.ts'
import type { ChainSource } from './sources/chain/chainSource.ts'
import { createChainSource } from './sources/chain/createChainSource.ts'
import { remember } from './sources/chain/remember.ts'
import { approvalChanges } from './sources/decode/approvalChanges.ts'
import { balanceChanges } from './sources/decode/balanceChanges.ts'
import { decodeCall } from './sources/decode/decodeCall.ts'
import { HOLDING, type ReadState, readStateAfter } from './sources/decode/readState.ts'
import { accountFact } from './sources/intel/accountFact.ts'
import type { AddressIntel } from './sources/intel/addressIntel.ts'
import { ensName } from './sources/intel/onchain/ensName.ts'
import { senderHistory } from './sources/intel/senderHistory.ts'
import { usdPrice } from './sources/market/usdPrice.ts'
import { createSimulator } from './sources/simulation/createSimulator.ts'
import { touchedAccounts } from './sources/simulation/touchedAccounts.ts'
import type { Verification } from './sources/verification/createVerification.ts'

/** The three networks of one environment: what a scan may ask of them. Part of the composition root. */
export type Networks = {
  transactionSources(chain: Chain): TransactionSources
  contractSources(chain: Chain): ContractSources
  close(): Promise<void>
}

export type NetworkOptions = {
  rpcUrls: Record<Chain, readonly string[]>
  rpcTimeoutMs: number
  simulatorChildren: number
  /** What is known of addresses without asking the network. */
  intel: AddressIntel
  /** Date of the oldest list relied on. */
  intelAsOf: () => string
  /** What services say of contracts; those of a chain of our own know nobody's. */
  verification: Verification
  /** How many blocks back a contract counts as recently deployed; default: about a week of the real network. */
  recentBlocks?: Record<Chain, bigint>
}

/** Connects the networks. Nothing is sent and nothing started before the first scan. */
export function createNetworks(options: NetworkOptions): Networks {
  const chains = Object.fromEntries(
    CHAINS.map((chain) => [
      chain,
      createChainSource({
        chain,
        urls: options.rpcUrls[chain],
        limits: { attemptTimeoutMs: options.rpcTimeoutMs },
      }),
    ]),
  ) as Record<Chain, ChainSource>
  const readAhead = Object.fromEntries(CHAINS.map((chain) => [chain, createReadAhead()])) as Record<
    Chain,
    ReturnType<typeof createReadAhead>
  >
  const bytecode = createBytecodeSource()
  const simulator = createSimulator({ sources: chains, limits: { maxChildren: options.simulatorChildren } })

  return {
    transactionSources: (name) => {
      const chain = chains[name]
      const recent = options.recentBlocks === undefined ? {} : { recentBlocks: options.recentBlocks[name] }
      const others = CHAINS.filter((other) => other !== name)
      const notYetRead = readAhead[name]
      // Both facts that read the state afterwards share one reader, which joins their reads.
      const readers = new WeakMap<Simulation, ReadState>()
      const readAfter = (block: PinnedBlock, simulation: Simulation): ReadState => {
        const reader = readers.get(simulation) ?? readStateAfter(simulator, block, simulation)
        readers.set(simulation, reader)
        return reader
      }
      return {
        chain: name,
        block: (signal) => chain.head(signal),
        decode: decodeCall,
        simulate: async (block, transaction, signal) => {
          const simulation = await simulator.simulate({ block, transaction, signal })
          // Most of them are about to be asked for, one after the other: here they share a batch.
          for (const address of touchedAccounts(simulation).filter(notYetRead(block)))
            accountFact({ chain, intel: options.intel, ...recent }, { block, address }, signal).catch(() => undefined)
          return simulation
        },
        balanceChanges: (block, transaction, simulation, signal) =>
          balanceChanges(
            {
              chain,
              readAfter: readAfter(block, simulation),
              priceOf: (asset, within) => usdPrice(chain, { block, asset }, within),
            },
            { block, transaction, simulation },
            signal,
          ),
        approvalChanges: (block, simulation, signal) =>
          approvalChanges({ chain, readAfter: readAfter(block, simulation) }, { block, simulation }, signal),
        account: (block, address, signal, role) =>
          accountFact(
            { chain, intel: options.intel, ...recent },
            { block, address, expectContract: role === 'callee' },
            signal,
          ),
        ensName: (block, address, signal) => ensName(chain, { block, address }, signal).catch(() => null),
        read: (block, call, signal) => chain.ask(block, { ...call, ...HOLDING }, signal),
        codeElsewhere: (address, signal) =>
          Promise.all(
            others.map(async (other) => ({ chain: other, hasCode: await hasCode(chains[other], address, signal) })),
          ),
        senderHistory: (block, sender, signal) => senderHistory({ chain }, { block, sender }, signal),
        intelAsOf: options.intelAsOf,
      }
    },
    contractSources: (name) => {
      const chain = chains[name]
      const recent = options.recentBlocks === undefined ? {} : { recentBlocks: options.recentBlocks[name] }
      return createContractSources({
        chain,
        simulator,
        bytecode,
        verification: options.verification,
        intel: options.intel,
        account: (block, address, signal, role) =>
          accountFact(
            { chain, intel: options.intel, ...recent },
            { block, address, expectContract: role === 'callee' },
            signal,
          ),
        intelAsOf: options.intelAsOf,
      })
    },
    async close() {
      await Promise.all([simulator.close(), bytecode.close()])
      await Promise.all(CHAINS.map((chain) => chains[chain].close()))
    },
  }
}

/** Whether an account is read ahead for the first time at its block. */
function createReadAhead(): (block: PinnedBlock) => (address: Address) => boolean {
  const known = remember(BLOCKS_READ_AHEAD, (_hash: Hex) => new Set<Address>())
  return (block) => {
    const read = known(block.hash)
    return (address) => read.size < MOST_READ_AHEAD && read.size !== read.add(address).size
  }
}

const BLOCKS_READ_AHEAD = 8
const MOST_READ_AHEAD = 5_000

async function hasCode(chain: ChainSource, address: Address, signal: AbortSignal): Promise<boolean> {
  return (await chain.code(await chain.head(signal), address, signal)) !== '0x'
}
