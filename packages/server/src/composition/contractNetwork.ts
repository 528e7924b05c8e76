import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import type { Trade } from '@redoubt/risk/facts/trade.ts'
import { NETWORKS } from '../chains/index.ts'
import { gatherCoinTraps } from '../evm/bait/gatherCoinTraps.ts'
import { analyseRunning } from '../evm/bytecode/analyseRunning.ts'
import type { BytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import { scheduledProxy } from '../evm/bytecode/proxy/codeSchedule.ts'
import { resolveProxy } from '../evm/bytecode/proxy/resolveProxy.ts'
import { callData, wordAt } from '../evm/decode/callData.ts'
import { gatherDeposits } from '../evm/deposits/gatherDeposits.ts'
import { distribution } from '../evm/distribution/distribution.ts'
import { withOpenLocks } from '../evm/distribution/openLocks.ts'
import { deployerTokens } from '../evm/history/deployerTokens.ts'
import { provenance } from '../evm/history/provenance.ts'
import type { GatherHistory } from '../evm/history/wallet/createWalletHistory.ts'
import { usdPrice } from '../evm/market/usdPrice.ts'
import { gatherDelegateActs } from '../evm/privileges/delegateActs.ts'
import { delegateCodeActs } from '../evm/privileges/delegateCodeActs.ts'
import { gatherPrivileges } from '../evm/privileges/gatherPrivileges.ts'
import { withLaterCode } from '../evm/privileges/laterPrivileges.ts'
import { modulePulls } from '../evm/privileges/modulePulls.ts'
import { gatherGuardedPulls } from '../evm/privileges/pulls/gatherGuardedPulls.ts'
import { gatherTokenPowers } from '../evm/privileges/pulls/gatherTokenPowers.ts'
import { withWaitingCalls } from '../evm/privileges/waitingPrivileges.ts'
import { areUnchanged, gatherReliedWords } from '../evm/reliedState/gatherReliedWords.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { SimulationUnavailable, type Simulator } from '../evm/simulation/simulator.ts'
import { prepareTrade } from '../evm/trade/prepareTrade.ts'
import { simulateTrade } from '../evm/trade/simulateTrade.ts'
import { tokenOwner } from '../evm/trade/tokenOwner.ts'
import { type TradeContext, TradeUnavailable } from '../evm/trade/tradeContext.ts'
import type { Verification } from '../evm/verification/createVerification.ts'
import { imitationOf } from '../evm/verification/sourceCheck.ts'
import { gatherPersonalAccount } from '../evm/walletContract/gatherPersonalAccount.ts'
import type { AddressIntel } from '../intel/addressIntel.ts'
import { saidBy } from '../intel/saidBy.ts'
import type { ContractSources } from '../usecases/scans/contract/contractSources.ts'

/** What a contract scan may ask of one network. Part of the composition root. */
export function createContractSources({
  chain,
  simulator,
  bytecode,
  verification,
  intel,
  history,
  ...account
}: Pick<ContractSources, 'account' | 'intelAsOf'> & {
  chain: ChainSource
  simulator: Simulator
  bytecode: BytecodeSource
  verification: Verification
  intel: AddressIntel
  history: GatherHistory
}): ContractSources {
  const name: Chain = chain.chain
  /** What the trades of a token share with the search for switches. */
  const contexts = new WeakMap<Trade, TradeContext>()
  const labelled = async (one: PrivilegedAccount) => ({ ...one, labels: (await intel(name, one.address)).labels })

  return {
    ...account,
    chain: name,
    block: (signal) => chain.head(signal),
    proxy: async (block, { address }, signal) => {
      const code = await chain.code(block, address, signal)
      const resolved = await resolveProxy(chain, { block, address, code }, signal)
      return scheduledProxy({ chain, simulator }, { block, address, proxy: resolved }, signal)
    },
    bytecode: (block, known, signal) => analyseRunning({ chain, bytecode }, block, known, signal),
    personalAccount: (block, known, signal) => gatherPersonalAccount({ chain, simulator }, { block, ...known }, signal),
    totalSupply: async (block, { address }, signal) =>
      wordAt(await chain.call(block, { to: address, data: callData('totalSupply'), gas: '0x7a120' }, signal)),
    trade: async (block, { address, insiders }, signal) => {
      try {
        const owner = await tokenOwner(chain, block, address, signal)
        const known = owner === null ? insiders : [...insiders, owner]
        const context = await prepareTrade({ chain, simulator }, { block, token: address, insiders: known }, signal)
        const trade = await simulateTrade(context)
        contexts.set(trade, context)
        return trade
      } catch (error) {
        if (error instanceof TradeUnavailable) return null
        throw error
      }
    },
    privileges: async (block, { address, bytecode: code, proxy, trade, creator, creation }, signal) => {
      if (code === null) throw new Error('the code could not be analysed')
      const analyse = (of: Address, runtime: Hex, within: AbortSignal) =>
        bytecode.analyse({ address: of, code: runtime, abi: null }, within)
      const request = {
        block,
        address,
        bytecode: code,
        proxy,
        creation,
        trade: trade === null ? null : (contexts.get(trade) ?? null),
        suspects: creator === null ? [] : [creator],
      }
      const now = await gatherPrivileges({ chain, simulator, analyse }, request, signal)
      const { refused: _, ...privileges } = await withWaitingCalls(
        { chain, simulator, analyse },
        request,
        await withLaterCode({ chain, simulator, analyse }, request, now, signal),
        signal,
      )
      return { ...privileges, privileged: await Promise.all(privileges.privileged.map(labelled)) }
    },
    guardedPulls: async (block, known, signal) => {
      const [walked, executed] = await Promise.all([
        gatherGuardedPulls(chain, { block, ...known }, signal),
        modulePulls({ chain, simulator }, { block, ...known }, signal).catch(() => null),
      ])
      const { walletsByRecord, ...coverage } = walked.coverage
      const isKept = walletsByRecord === true && executed !== null && executed.length === 0
      return {
        pulls: [...(executed ?? []), ...walked.pulls],
        coverage: isKept ? { ...coverage, walletsByRecord } : coverage,
      }
    },
    guardedTokenPowers: (block, { trade, ...known }, signal) =>
      gatherTokenPowers(
        { chain, simulator },
        { block, ...known, trade: trade === null ? null : (contexts.get(trade) ?? null) },
        signal,
      ),
    coinTraps: (block, known, signal) => gatherCoinTraps({ chain, simulator }, { block, ...known }, signal),
    deposits: (block, known, signal) =>
      gatherDeposits(
        { chain, simulator, analyse: (of, code, within) => bytecode.analyse({ address: of, code, abi: null }, within) },
        { block, ...known },
        signal,
      ),
    reliedWords: (block, parts, signal) => gatherReliedWords(chain, { block, ...parts }, signal),
    areUnchanged: (block, words, signal) => areUnchanged(chain, { block, words }, signal),
    delegateActs: (block, known, signal) => gatherDelegateActs({ chain, simulator }, { block, ...known }, signal),
    delegateCodeActs: (block, known, signal) => delegateCodeActs({ chain, simulator }, { block, ...known }, signal),
    provenance: (block, { address }, signal) => provenance({ chain, verification }, { block, address }, signal),
    distribution: async (block, { address, past, ...known }, signal) => {
      const blocks = past ? NETWORKS[name].blocks : null
      const found = await distribution(chain, { block, token: address, owners: [], past: blocks, ...known }, signal)
      const asked = { block, since: known.since, found }
      return withOpenLocks({ chain, simulator, bytecode, verification }, asked, signal).catch((error: unknown) => {
        // Locks that could not be tried hide no holder.
        signal.throwIfAborted()
        if (!(error instanceof SimulationUnavailable)) throw error
        return found
      })
    },
    deployerTokens: (block, known, signal) => deployerTokens(chain, { block, ...known }, signal),
    history,
    coinPrice: async (block, signal) => (await usdPrice(chain, { block, asset: null }, signal))?.usd ?? null,
    said: saidBy(intel, name),
    imitates: (address, { symbol, name: called }) => imitationOf(name, { address, symbol, name: called }),
  }
}
