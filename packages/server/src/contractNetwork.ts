import type { Chain } from './risk/chain.ts'
import type { Bytecode, ProxyFact } from './risk/contractFacts.ts'
import type { Address, PinnedBlock } from './risk/facts.ts'
import type { ContractSources } from './scans/contractSources.ts'
import type { BytecodeSource } from './sources/bytecode/createBytecodeSource.ts'
import { resolveProxy } from './sources/bytecode/proxy/resolveProxy.ts'
import type { ChainSource } from './sources/chain/chainSource.ts'
import { callData, wordAt } from './sources/decode/callData.ts'
import { distribution } from './sources/distribution/distribution.ts'
import { provenance } from './sources/history/provenance.ts'
import type { Simulator } from './sources/simulation/simulator.ts'
import { prepareTrade } from './sources/trade/prepareTrade.ts'
import { simulateTrade } from './sources/trade/simulateTrade.ts'
import { TradeUnavailable } from './sources/trade/tradeUnavailable.ts'
import type { Verification } from './sources/verification/createVerification.ts'
import { imitationOf } from './sources/verification/imitationOf.ts'

/** What a contract scan may ask of one network. Part of the composition root. */
export function createContractSources({
  chain,
  simulator,
  bytecode,
  verification,
  ...account
}: Pick<ContractSources, 'account' | 'intelAsOf'> & {
  chain: ChainSource
  simulator: Simulator
  bytecode: BytecodeSource
  verification: Verification
}): ContractSources {
  const name: Chain = chain.chain

  return {
    ...account,
    chain: name,
    block: (signal) => chain.head(signal),
    proxy: async (block, { address }, signal) =>
      resolveProxy(chain, { block, address, code: await chain.code(block, address, signal) }, signal),
    bytecode: (block, known, signal) => analysed({ chain, bytecode }, block, known, signal),
    totalSupply: async (block, { address }, signal) =>
      wordAt(await chain.call(block, { to: address, data: callData('totalSupply'), gas: '0x7a120' }, signal)),
    trade: async (block, { address, insiders }, signal) => {
      try {
        return await simulateTrade(
          await prepareTrade({ chain, simulator }, { block, token: address, insiders }, signal),
        )
      } catch (error) {
        if (error instanceof TradeUnavailable) return null
        throw error
      }
    },
    provenance: (block, { address }, signal) => provenance({ chain, verification }, { block, address }, signal),
    distribution: (block, { address, creator, since }, signal) =>
      distribution(chain, { block, token: address, creator, owners: [], since }, signal),
    imitates: (address, { symbol, name: called }) => imitationOf(name, { address, symbol, name: called }),
  }
}

/** Of a proxy its first implementation is read: the code that runs. */
async function analysed(
  { chain, bytecode }: { chain: ChainSource; bytecode: BytecodeSource },
  block: PinnedBlock,
  { address, proxy, abi }: { address: Address; proxy: ProxyFact | null; abi: readonly unknown[] | null },
  signal: AbortSignal,
): Promise<Bytecode | null> {
  const running = proxy?.implementations[0] ?? address
  const code = await chain.code(block, running, signal)
  return bytecode.analyse({ address: running, code, abi }, signal)
}
