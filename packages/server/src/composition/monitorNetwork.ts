import { gatherApproval } from '../evm/approvals/gatherApproval.ts'
import { isOwnAct } from '../evm/approvals/isOwnAct.ts'
import { readPermission } from '../evm/approvals/readPermission.ts'
import { grantOf } from '../evm/decode/grants.ts'
import { tokenMetadata } from '../evm/decode/tokenMetadata.ts'
import { transfersOf } from '../evm/decode/transfers.ts'
import { usdPrice } from '../evm/market/usdPrice.ts'
import { delegateOf } from '../evm/rpc/delegateOf.ts'
import type { MonitorSources } from '../watch/alerts/monitorSources.ts'
import { type ApprovalPortSources, createApprovalPorts } from './approvalPorts.ts'

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
    price: (block, asset, signal) => usdPrice(chain, { block, asset }, signal),
    permission: (block, grant, signal) => readPermission(chain, { block, grant }, signal),
    approval: (block, grant, signal) => gatherApproval(ports, { block, grant }, signal),
    // A log alone does not say by which call it was made.
    transfersOf: (log) => transfersOf([{ ...log, selector: '0x' }]),
    grantOf: (log) => grantOf({ ...log, selector: '0x' }),
    isListed: ports.isListedToken,
    isOwnAct: ({ from: sender, to, input: data }, of) => isOwnAct({ sender, to, data }, of),
  }
}
