import type { Simulation } from '../risk/execution.ts'
import type { Address, PinnedBlock } from '../risk/facts.ts'
import type { ContractSources } from '../scans/contract/contractSources.ts'
import type { TransactionSources } from '../scans/transaction/transactionSources.ts'
import type { BytecodeSource } from '../sources/bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../sources/bytecode/proxy/resolveProxy.ts'
import type { ChainSource } from '../sources/chain/chainSource.ts'
import { approvalChanges } from '../sources/decode/approvalChanges.ts'
import { balanceChanges } from '../sources/decode/balanceChanges.ts'
import { decodeByCallee } from '../sources/decode/decodeByCallee.ts'
import { decodeTransaction } from '../sources/decode/decodeTransaction.ts'
import { executedSteps } from '../sources/decode/executedSteps.ts'
import { HOLDING, type ReadState, readStateAfter } from '../sources/decode/readState.ts'
import { ensName } from '../sources/intel/onchain/ensName.ts'
import { senderHistory } from '../sources/intel/senderHistory.ts'
import { usdPrice } from '../sources/market/usdPrice.ts'
import { createBundleSimulation, stageBundle } from '../sources/simulation/bundle/simulateBundle.ts'
import type { Simulator } from '../sources/simulation/simulator.ts'
import { touchedAccounts } from '../sources/simulation/touchedAccounts.ts'
import { saleProbe } from '../sources/trade/saleProbe.ts'
import { gatherValidity } from '../sources/validity/gatherValidity.ts'
import type { Verification } from '../sources/verification/createVerification.ts'
import { imitationOf } from '../sources/verification/imitationOf.ts'
import { sourceCheck } from '../sources/verification/sourceCheck.ts'
import { createDelegateProbe } from './delegateNetwork.ts'
import { createPurchaseProbe } from './purchaseNetwork.ts'
import type { ReadAhead } from './readAhead.ts'
import { createSpenderProbe } from './spenderNetwork.ts'

/** What a transaction scan may ask of one network. Part of the composition root. */
export function createTransactionSources({
  chain,
  others,
  simulator,
  bytecode,
  verification,
  bought,
  notYetRead,
  ...known
}: Pick<TransactionSources, 'account' | 'origin' | 'intelAsOf' | 'contractJudgement'> & {
  chain: ChainSource
  /** The other networks. */
  others: readonly ChainSource[]
  simulator: Simulator
  bytecode: BytecodeSource
  verification: Verification
  /** For tokens that the transaction buys. */
  bought: ContractSources
  notYetRead: ReadAhead
}): TransactionSources {
  const name = chain.chain
  // Both facts that read the state afterwards share one reader, which joins their reads.
  const readers = new WeakMap<Simulation, ReadState>()
  const readAfter = (block: PinnedBlock, simulation: Simulation): ReadState => {
    const reader = readers.get(simulation) ?? readStateAfter(simulator, block, simulation)
    readers.set(simulation, reader)
    return reader
  }
  return {
    ...known,
    chain: name,
    block: (signal) => chain.head(signal),
    decode: (transaction) => decodeTransaction(transaction, { chain: name, from: transaction.from }),
    decodeByCallee: (block, transaction, signal) =>
      decodeByCallee(
        {
          chain: name,
          code: (address, within) => chain.code(block, address, within),
          proxy: (address, code, within) => resolveProxy(chain, { block, address, code }, within),
          verification,
          analyse: (address, code, within) => bytecode.analyse({ address, code, abi: null }, within),
        },
        transaction,
        signal,
      ),
    imitates: (token, symbol) => imitationOf(name, { address: token, symbol, name: null }) !== null,
    simulate: async (block, transaction, signal) => {
      const simulation = await createBundleSimulation(simulator, chain)({ block, transaction, signal })
      // Most of them are about to be asked for, one after the other: here they share a batch.
      for (const address of touchedAccounts(simulation).filter(notYetRead(block)))
        known.account(block, address, signal).catch(() => undefined)
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
    executedSteps: ({ trace }, whose) => executedSteps({ trace, ...whose }),
    nativePrice: async (block, signal) => (await usdPrice(chain, { block, asset: null }, signal))?.usd ?? null,
    approvalChanges: (block, simulation, signal) =>
      approvalChanges({ chain, readAfter: readAfter(block, simulation) }, { block, simulation }, signal),
    ensName: (block, address, signal) => ensName(chain, { block, address }, signal).catch(() => null),
    read: (block, call, signal) => chain.ask(block, { ...call, ...HOLDING }, signal),
    codeElsewhere: (address, signal) =>
      Promise.all(
        others.map(async (other) => ({ chain: other.chain, hasCode: await hasCode(other, address, signal) })),
      ),
    validity: async (block, scan, signal) => {
      const { transaction, stateOverrides } = await stageBundle(chain, { block, signal, ...scan })
      return gatherValidity({ chain, simulator, bytecode }, { block, ...scan, transaction, stateOverrides }, signal)
    },
    delegateActs: createDelegateProbe({ chain, simulator, bytecode }),
    spenderProbe: createSpenderProbe({ chain, simulator, bytecode, verification }),
    senderHistory: (block, sender, signal) => senderHistory({ chain }, { block, sender }, signal),
    saleProbe: (block, token, signal) => saleProbe({ chain, simulator }, { block, token }, signal),
    purchasePrivileges: createPurchaseProbe(bought),
    sourceCheck: (contract, signal) => sourceCheck(verification, { chain: name, ...contract }, signal),
  }
}

async function hasCode(chain: ChainSource, address: Address, signal: AbortSignal): Promise<boolean> {
  return (await chain.code(await chain.head(signal), address, signal)) !== '0x'
}
