import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Simulation, StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { KnownParty } from '@redoubt/risk/facts/lookalikes.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../chains/index.ts'
import { allowancesTo } from '../evm/approvals/allowancesTo.ts'
import type { BytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../evm/bytecode/proxy/resolveProxy.ts'
import { delayClaim } from '../evm/claims/delayClaim.ts'
import { gatherClaims } from '../evm/claims/gatherClaims.ts'
import { approvalChanges } from '../evm/decode/approvalChanges.ts'
import { balanceChanges } from '../evm/decode/balanceChanges.ts'
import { addressAt } from '../evm/decode/callData.ts'
import { decodeByCallee } from '../evm/decode/decodeByCallee.ts'
import { decodeTransaction } from '../evm/decode/decodeTransaction.ts'
import { executedSteps } from '../evm/decode/executedSteps.ts'
import { HOLDING, type ReadState, readStateAfter } from '../evm/decode/readState.ts'
import { decodeInPart, wholeCall } from '../evm/decode/wholeArguments.ts'
import { dataFee } from '../evm/fees/dataFee.ts'
import { provenance } from '../evm/history/provenance.ts'
import type { CoinPayments } from '../evm/history/wallet/createCoinPayments.ts'
import { usdPrice } from '../evm/market/usdPrice.ts'
import { createDelegateProbe } from '../evm/privileges/delegateProbe.ts'
import { itemOfAccount } from '../evm/privileges/funds/itemAccount.ts'
import { gatherRightUse } from '../evm/privileges/pulls/gatherRightUse.ts'
import { OUTCOME_ASSERTION } from '../evm/protect/assertion.ts'
import { gatherRights } from '../evm/rights/gatherRights.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { createBundleSimulation } from '../evm/simulation/bundle/simulateBundle.ts'
import { stageBundle } from '../evm/simulation/bundle/stageBundle.ts'
import type { Simulator } from '../evm/simulation/simulator.ts'
import { simulatorAt } from '../evm/simulation/simulatorAt.ts'
import { touchedAccounts } from '../evm/simulation/touchedAccounts.ts'
import { underNextFork } from '../evm/simulation/underNextFork.ts'
import { withoutEnvironments } from '../evm/simulation/withoutEnvironments.ts'
import { movePools } from '../evm/trade/movePools.ts'
import { movePrice } from '../evm/trade/movePrice.ts'
import { saleProbe } from '../evm/trade/sellAsHolders.ts'
import { gatherValidity } from '../evm/validity/gatherValidity.ts'
import type { Verification } from '../evm/verification/createVerification.ts'
import { imitationOf, sourceCheck } from '../evm/verification/sourceCheck.ts'
import { gatherWalletContract } from '../evm/walletContract/gatherWalletContract.ts'
import { knownToken } from '../intel/lookup/knownToken.ts'
import { networkLookalikes } from '../intel/lookup/networkLookalikes.ts'
import { ensName } from '../intel/onchain/ensName.ts'
import { senderHistory } from '../intel/senderHistory.ts'
import type { ContractSources } from '../usecases/scans/contract/contractSources.ts'
import type { ProtectSources } from '../usecases/scans/transaction/protect/protection.ts'
import { createPurchaseProbe } from '../usecases/scans/transaction/purchaseProbe.ts'
import type { TransactionSources } from '../usecases/scans/transaction/transactionSources.ts'
import { createPullScreen } from './createPullScreen.ts'
import { createSpenderProbe } from './createSpenderProbe.ts'
import type { ReadAhead } from './readAhead.ts'

/** `owner()`. */
const OWNER = '0x8da5cb5b'

/** What a transaction scan may ask of one network. Part of the composition root. */
export function createTransactionSources({
  chain,
  others,
  simulator,
  bytecode,
  verification,
  bought,
  notYetRead,
  coinPayments,
  ...known
}: Pick<TransactionSources, 'account' | 'clock' | 'origin' | 'intelAsOf' | 'contractJudgement' | 'walletJudgement'> & {
  chain: ChainSource
  /** The other networks. */
  others: readonly ChainSource[]
  simulator: Simulator
  bytecode: BytecodeSource
  verification: Verification
  /** For tokens that the transaction buys. */
  bought: ContractSources
  notYetRead: ReadAhead
  coinPayments: CoinPayments
}): TransactionSources {
  const name = chain.chain
  // Both facts that read the state afterwards share one reader, which joins their reads.
  const readers = new WeakMap<StateDiff, ReadState>()
  const readAfter = (block: PinnedBlock, simulation: Simulation): ReadState => {
    const reader = readers.get(simulation.stateDiff) ?? readStateAfter(simulator, block, simulation)
    readers.set(simulation.stateDiff, reader)
    return reader
  }
  /** What is read beside the environments, by the diff of the execution that it follows from. */
  const begun = new WeakMap<StateDiff, { balances: Promise<BalanceChange[]>; approvals: Promise<ApprovalChange[]> }>()
  const balancesOf = (block: PinnedBlock, transaction: Transaction, simulation: Simulation, signal: AbortSignal) =>
    balanceChanges(
      {
        chain,
        readAfter: readAfter(block, simulation),
        priceOf: (asset, within) => usdPrice(chain, { block, asset }, within),
      },
      { block, transaction, simulation },
      signal,
    )
  const approvalsOf = (block: PinnedBlock, simulation: Simulation, signal: AbortSignal) =>
    approvalChanges({ chain, readAfter: readAfter(block, simulation) }, { block, simulation }, signal)
  return {
    ...known,
    chain: name,
    block: (signal) => chain.head(signal),
    decode: (transaction) =>
      decodeInPart((cut) => decodeTransaction(transaction, { chain: name, from: transaction.from }, cut)),
    whole: wholeCall,
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
      const readAccounts = (executed: Simulation) => {
        // Most of them are about to be asked for, one after the other: here they share a batch.
        for (const address of touchedAccounts(executed).filter(notYetRead(block)))
          known.account(block, address, signal).catch(() => undefined)
      }
      const onExecuted = (executed: Simulation) => {
        const balances = balancesOf(block, transaction, executed, signal)
        const approvals = approvalsOf(block, executed, signal)
        begun.set(executed.stateDiff, { balances, approvals })
        for (const read of [balances, approvals]) read.catch(() => undefined)
        readAccounts(executed)
      }
      const simulation = await createBundleSimulation(simulator, chain)({ block, transaction, signal, onExecuted })
      readAccounts(simulation)
      return simulation
    },
    simulateAt: (block, { transaction, timestamp }, signal) =>
      createBundleSimulation(simulatorAt(simulator, timestamp), chain)({ block, transaction, signal }),
    nextFork: (block, { transaction, simulation }, signal) =>
      underNextFork(block, simulation, (at) =>
        createBundleSimulation(withoutEnvironments(simulator), chain)({ block: at, transaction, signal }),
      ),
    ...(NETWORKS[name].fees.data !== null && {
      dataFee: (block, of, signal) => dataFee(chain, block, of, signal),
    }),
    movePrice: (block, trade, signal) => movePrice({ chain, simulator }, { block, ...trade }, signal),
    poolMove: (block, trade, signal) => movePools({ chain, simulator }, { block, ...trade }, signal),
    delayedClaim: (block, claim, signal) => delayClaim({ chain, simulator, bytecode }, { block, ...claim }, signal),
    balanceChanges: (block, transaction, simulation, signal) =>
      begun.get(simulation.stateDiff)?.balances ?? balancesOf(block, transaction, simulation, signal),
    executedSteps: ({ trace }, whose) => executedSteps({ trace, ...whose }),
    unitPrice: (block, asset, signal) => usdPrice(chain, { block, asset }, signal),
    approvalChanges: (block, simulation, signal) =>
      begun.get(simulation.stateDiff)?.approvals ?? approvalsOf(block, simulation, signal),
    ensName: (block, address, signal) => ensName(chain, { block, address }, signal).catch(() => null),
    read: (block, call, signal) => chain.ask(block, { ...call, ...HOLDING }, signal),
    codeOnOtherNetworks: (address, signal) =>
      Promise.all(
        others.map(async (other) => ({ chain: other.chain, hasCode: await hasCode(other, address, signal) })),
      ),
    validity: async (block, scan, signal) => {
      const { transaction, stateOverrides } = await stageBundle(chain, { block, signal, ...scan })
      return gatherValidity({ chain, simulator, bytecode }, { block, ...scan, transaction, stateOverrides }, signal)
    },
    delegateActs: createDelegateProbe({ chain, simulator, bytecode }),
    claims: (block, question, signal) =>
      gatherClaims({ chain, simulator, bytecode, verification }, block, question, signal),
    rights: (block, question, signal) =>
      gatherRights(
        { chain, simulator, bytecode, verification },
        block,
        { ...question, readAfter: readAfter(block, question.simulation) },
        signal,
      ),
    itemOfAccount: (block, address, signal) => itemOfAccount({ chain }, { block, address }, signal),
    rightUse: (block, right, signal) => gatherRightUse(chain, { block, ...right }, signal),
    spenderProbe: createSpenderProbe({ chain, simulator, bytecode, verification }),
    hasOpenPulls: createPullScreen({ chain, bytecode }),
    allowancesTo: (block, of, signal) => allowancesTo(chain, { block, ...of }, signal),
    senderHistory: (block, sender, signal) => senderHistory({ chain, coinPayments }, { block, sender }, signal),
    knownParties: async (targets) => protocolsLike(name, targets),
    walletContract: (block, account, signal) =>
      gatherWalletContract(
        { chain, accountOf: (address) => known.account(block, address, signal) },
        { block, account },
        signal,
      ),
    ownerOf: async (block, address, signal) => addressAt(await chain.call(block, { to: address, data: OWNER }, signal)),
    deployerOf: (block, address, signal) =>
      provenance({ chain, verification }, { block, address }, signal).then(
        ({ creator }) => creator,
        () => null,
      ),
    saleProbe: (block, token, signal) => saleProbe({ chain, simulator }, { block, token }, signal),
    purchasePrivileges: createPurchaseProbe(bought),
    sourceCheck: (contract, signal) => sourceCheck(verification, { chain: name, ...contract }, signal),
    protect: createProtectSources(chain, simulator),
  }
}

/** What `options.protect` needs of one network. */
function createProtectSources(chain: ChainSource, simulator: Simulator): ProtectSources {
  const { coin, tokens, fees } = NETWORKS[chain.chain]
  const execute = createBundleSimulation(withoutEnvironments(simulator), chain)
  return {
    assertion: OUTCOME_ASSERTION,
    wellKnownTokens: tokens.map(({ address }) => address.toLowerCase() as Address),
    usualTip: fees.usualTip,
    nameOf: (asset) => {
      if (asset === null) return { symbol: coin.symbol, decimals: 18 }
      const token = knownToken(chain.chain, asset)
      return token === null ? null : { symbol: token.symbol, decimals: token.decimals }
    },
    execute: (block, transaction, signal) => execute({ block, transaction, signal }),
  }
}

/** Labelled addresses that a target resembles, or is. */
function protocolsLike(chain: Chain, targets: readonly Address[]): KnownParty[] {
  const index = networkLookalikes(chain)
  const known = targets.flatMap((target) =>
    index.has(target) ? [target] : index.similarTo(target).map(({ address }) => address),
  )
  return known.map((address) => ({ address, by: 'protocol', since: null }))
}

async function hasCode(chain: ChainSource, address: Address, signal: AbortSignal): Promise<boolean> {
  return (await chain.code(await chain.head(signal), address, signal)) !== '0x'
}
