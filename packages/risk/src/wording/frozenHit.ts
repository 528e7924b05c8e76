import type { Account } from '../facts/account.ts'
import type { PinnedBlock } from '../facts.ts'
import type { Hit } from '../finding.ts'
import { listWords } from './listWords.ts'
import { nameAccount } from './nameAccount.ts'

/** What a freeze list says of an account, with where and when it was read. */
export function frozenHit(account: Account, block: PinnedBlock, role = ''): Hit {
  const symbols = account.frozenBy ?? []
  return {
    description: `${nameAccount(account.address, account)}${role} is frozen by the issuer of ${listWords(symbols)}: its balance there cannot move.`,
    evidence: { address: account.address, frozenBy: symbols, chain: block.chain, block: String(block.number) },
  }
}
