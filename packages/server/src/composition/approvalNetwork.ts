import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { createUseLook, type UseQuestion } from '../evm/approvals/createUseLook.ts'
import { gatherApproval } from '../evm/approvals/gatherApproval.ts'
import { gatherApprovals } from '../evm/approvals/gatherApprovals.ts'
import { isOwnAct } from '../evm/approvals/isOwnAct.ts'
import { readPermission } from '../evm/approvals/readPermission.ts'
import { resolveProxy } from '../evm/bytecode/proxy/resolveProxy.ts'
import { addressAt, callData, wordAt } from '../evm/decode/callData.ts'
import { transfersOf } from '../evm/decode/emittedLogs.ts'
import { grantOf } from '../evm/decode/grants.ts'
import { readStateBefore } from '../evm/decode/readState.ts'
import { tokenMetadata } from '../evm/decode/tokenMetadata.ts'
import { readPrice } from '../evm/market/usdPrice.ts'
import { sharesLeft } from '../evm/permissions/findRights.ts'
import { gatherRights, type RightPorts } from '../evm/permissions/gatherRights.ts'
import { planRevocations } from '../evm/revocation/planRevocations.ts'
import type { UndelegationPorts } from '../evm/revocation/planUndelegation.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { delegateOf } from '../evm/rpc/rpcValues.ts'
import type { Simulator } from '../evm/simulation/simulator.ts'
import { gatherWalletContract } from '../evm/walletContract/gatherWalletContract.ts'
import type { RevokeSources } from '../usecases/approvals/revokeApprovals.ts'
import type { ApprovalSources } from '../usecases/approvals/walletApprovals.ts'
import type { RightSources } from '../usecases/permissions/rightSources.ts'
import type { MonitorSources } from '../watch/alerts/monitorSources.ts'
import type { SignedSources } from '../watch/signed/readSigned.ts'
import { type ApprovalPortSources, createApprovalPorts } from './approvalPorts.ts'

/** What a list of approvals may ask of one network. Part of the composition root. */
export function createApprovalSources({
  intelAsOf,
  delegateActs,
  ...sources
}: ApprovalPortSources & Pick<RightPorts, 'delegateActs'> & { intelAsOf(): string }): ApprovalSources & RightSources {
  const ports = createApprovalPorts(sources)
  const { chain } = ports
  return {
    chain: chain.chain,
    block: (signal) => chain.head(signal),
    blockAt: (number, signal) => chain.blockAt(number, signal),
    approvals: (block, owner, signal) => gatherApprovals(ports, { block, owner }, signal),
    rights: (block, known, signal) => gatherRights({ ...ports, delegateActs }, { block, ...known }, signal),
    intelAsOf,
  }
}

/** What alerts may ask of one network, but for scores. Part of the composition root. */
export function createMonitorSources(sources: ApprovalPortSources): Omit<MonitorSources, 'score'> {
  const ports = createApprovalPorts(sources)
  const { chain, account } = ports
  return {
    account,
    block: (number, signal) => chain.blockAt(number, signal),
    succeeded: async (hash, signal) => (await chain.receipt(hash, signal)).success,
    nonce: async (block, address, signal) => BigInt(await chain.nonce(block, address, signal)),
    delegate: async (block, address, signal) => delegateOf(await chain.code(block, address, signal)),
    token: (block, address, signal) => tokenMetadata(chain, { block, address }, signal),
    price: (block, asset, signal) => readPrice(chain, { block, asset }, signal),
    balance: async (block, { token, owner }, signal) => {
      const [answer] = await readStateBefore(chain, block)([{ to: token, data: callData('balanceOf', owner) }], signal)
      return wordAt(answer ?? null)
    },
    permission: (block, grant, signal) => readPermission(chain, { block, grant }, signal),
    approval: (block, grant, signal) => gatherApproval(ports, { block, grant }, signal),
    // A log alone does not say by which call it was made.
    transfersOf: (log) => transfersOf([{ ...log, selector: '0x' }]),
    grantOf: (log) => grantOf({ ...log, selector: '0x' }),
    isListed: ports.isListedToken,
    isOwnAct: ({ from: sender, to, input: data }, of) => isOwnAct({ sender, to, data }, of),
  }
}

/** What a look at signed permissions asks of one network, but for approvals. Part of the composition root. */
export function createSignedSources(chain: ChainSource): Omit<SignedSources, 'permission'> {
  return {
    head: (signal) => chain.head(signal),
    sharesLeft: (block, asked, signal) => sharesLeft(chain, { block, ...asked }, signal),
    useLook(block, questions, signal) {
      const asked = new Map(
        questions.map((question): [typeof question, UseQuestion] => {
          const { from, owner, approval } = question
          const { standard, token, holder } = approval
          return [question, { from, grant: { standard, owner, token, spender: holder } }]
        }),
      )
      const look = createUseLook(chain, { block, questions: [...asked.values()] }, signal)
      return async (question, known) => look(asked.get(question) as UseQuestion, known)
    },
    blockAt: (number, signal) => chain.blockAt(number, signal),
    async blockBefore(head, time, signal) {
      let block = head
      for (const blocks of BLOCKS_BACK) {
        if (Number(block.timestamp) * 1_000 < time || block.number === 0n) break
        const number = head.number > blocks ? head.number - blocks : 0n
        block = await chain.blockAt(number, signal)
      }
      // Of a head that is older than the scan, the block before it: what used the signature may be the head's.
      if (block === head && head.number > 0n) return chain.blockAt(head.number - 1n, signal)
      return Number(block.timestamp) * 1_000 < time ? block : null
    },
    async holderState(block, address, signal) {
      const code = await chain.code(block, address, signal)
      const [proxy, owner] = await Promise.all([
        resolveProxy(chain, { block, address, code }, signal),
        chain.call(block, { to: address, data: OWNER }, signal),
      ])
      return {
        code,
        implementation: proxy?.implementations[0] ?? null,
        admin: proxy?.admin?.address ?? null,
        owner: addressAt(owner),
      }
    },
  }
}

/** Seconds to hours, whatever the network's time of a block. */
const BLOCKS_BACK = [8n, 64n, 512n, 4_096n]

/** `owner()`. */
const OWNER = '0x8da5cb5b'

/** What withdrawing approvals takes from one network. Part of the composition root. */
export function createRevokeSources({
  chain,
  simulator,
  delegateActs,
  account,
  list,
}: {
  chain: ChainSource
  simulator: Simulator
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
  list: Pick<ApprovalSources & RightSources, 'approvals' | 'rights' | 'intelAsOf'>
} & Pick<UndelegationPorts, 'delegateActs'>): RevokeSources {
  return {
    chain: chain.chain,
    block: (signal) => chain.head(signal),
    account,
    approvals: list.approvals,
    rights: list.rights,
    intelAsOf: list.intelAsOf,
    walletContract: (block, known, signal) =>
      gatherWalletContract(
        { chain, accountOf: (address) => account(block, address, signal) },
        { block, ...known },
        signal,
      ),
    revocations: (block, known, signal) =>
      planRevocations({ chain, simulator, delegateActs }, { block, ...known }, signal),
  }
}
