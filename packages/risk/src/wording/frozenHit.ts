import type { Account } from '../facts/account.ts'
import type { PinnedBlock } from '../facts/pinnedBlock.ts'
import type { Hit } from '../finding.ts'
import { listWords } from './listWords.ts'
import { nameAccount } from './nameAccount.ts'

/** Describes an account's entry on a freeze list, with the chain and block of the read. */
export function frozenHit(account: Account, block: PinnedBlock, role = ''): Hit {
  const symbols = account.frozenBy ?? []
  return {
    description: `${nameAccount(account.address, account)}${role} is frozen by the issuer of ${listWords(symbols)}: its balance there cannot move.`,
    evidence: { address: account.address, frozenBy: symbols, chain: block.chain, block: String(block.number) },
  }
}
