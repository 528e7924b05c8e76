import { KNOWN_DELEGATES } from '../../accounts/knownAddresses.ts'
import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { CHAIN_IDS } from '../../chain.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Account } from '../../facts/account.ts'
import { nameAccount } from '../../wording/accountNames.ts'

const REVOCATION = `0x${'0'.repeat(40)}`

export default defineDetector({
  id: 'signed-account-delegation',
  title: 'EIP-7702 delegation by signature',
  why: 'With an EIP-7702 authorization, anyone who holds it can make your own address run the delegate’s code, which can move everything, now and later. Sweepers use this. With chain id 0 it is valid on every network.',
  advice: 'Do not sign it unless your own wallet started it and names this delegate. No site needs to ask for it.',
  appliesTo: 'message',
  category: 'ownership',
  severity: 'critical',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['intents', 'named', 'block'],
  detect: ({ intents, named, block }) =>
    intents.flatMap((intent) => {
      if (intent.kind !== 'delegation' || intent.delegate === REVOCATION) return []
      const { account, delegate, chainId } = intent
      const known = KNOWN_DELEGATES.get(delegate)
      return [
        {
          severity: severityOf(delegate, named[delegate], chainId === 0n),
          description: `Your account ${nameAccount(account)} will run the code of ${known ? `${known} (${nameAccount(delegate)})` : nameAccount(delegate, named[delegate])} ${scopeOf(chainId, BigInt(CHAIN_IDS[block.chain]))}.`,
          evidence: {
            account,
            delegate,
            chainId: String(chainId),
            replayable: chainId !== BigInt(CHAIN_IDS[block.chain]),
            trust: known ? 'known delegate' : named[delegate] ? trustOf(named[delegate]) : 'unknown',
          },
        },
      ]
    }),
})

/** A site that asks a person to sign one in a message goes behind the wallet’s back: worse than in a transaction. */
function severityOf(delegate: Address, account: Account | undefined, everywhere: boolean): Severity {
  if (account && trustOf(account) === 'flagged') return 'critical'
  if (KNOWN_DELEGATES.has(delegate)) return everywhere ? 'medium' : 'low'
  return 'critical'
}

function scopeOf(chainId: bigint, here: bigint): string {
  if (chainId === 0n)
    return 'on every network (chain id 0: anyone who sees the signature can submit it on each of them)'
  return chainId === here ? 'on this network' : `on another network (chain id ${chainId}), where anyone can submit it`
}
