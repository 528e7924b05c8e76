import { gatherApprovals } from '../evm/approvals/gatherApprovals.ts'
import type { ApprovalSources } from '../usecases/approvals/walletApprovals.ts'
import { type ApprovalPortSources, createApprovalPorts } from './approvalPorts.ts'

/** What a list of approvals may ask of one network. Part of the composition root. */
export function createApprovalSources({
  intelAsOf,
  ...sources
}: ApprovalPortSources & { intelAsOf(): string }): ApprovalSources {
  const ports = createApprovalPorts(sources)
  const { chain } = ports
  return {
    chain: chain.chain,
    block: (signal) => chain.head(signal),
    blockAt: (number, signal) => chain.blockAt(number, signal),
    approvals: (block, owner, signal) => gatherApprovals(ports, { block, owner }, signal),
    intelAsOf,
  }
}
