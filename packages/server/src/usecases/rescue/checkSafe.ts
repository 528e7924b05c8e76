import { BURN_ADDRESSES, KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import { type Finding, flagSeverity, isAccusing } from '@redoubt/risk/engine/finding.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import { getAddress } from 'viem/utils'

/** Why nothing comes back from there, in words of a request's error; null: it may. */
export function refusedSafe(safe: Account): string | null {
  if (BURN_ADDRESSES.has(safe.address) || safe.class === 'precompile') return 'this address has no private key'
  if (safe.class !== 'contract') return null
  if (safe.token !== null) return 'this is a token contract, which does not send back what it receives'
  if (safe.sendsNothing === true) return 'this contract has no way to send anything'
  return null
}

/** What there is to say of the address that is to receive everything. Null: it could not be looked up. */
export function safeWarnings(safe: Account | null): Finding[] {
  if (safe === null) return [UNREAD]
  const address = getAddress(safe.address)
  const warning = (one: Pick<Finding, 'id' | 'severity' | 'title' | 'description'>): Finding => ({
    ...one,
    impact: 0,
    evidence: { address },
  })
  const accused = safe.labels.filter(isAccusing).map(({ name, source }) => `${name} (${source})`)
  const found: Finding[] = []
  if (safe.sanctioned === true || accused.length > 0)
    found.push({
      ...warning({
        id: 'rescue-to-flagged-address',
        severity: flagSeverity(safe),
        title: 'Safe address on a block list',
        description: `${address} is on a block list or a sanctions list: ${[...safe.sanctionedBy, ...accused].join(', ')}.`,
      }),
      evidence: { address, listed: [...safe.sanctionedBy, ...accused] },
    })
  if (safe.delegate !== null && !KNOWN_DELEGATES.has(safe.delegate))
    found.push({
      ...warning({
        id: 'rescue-to-delegated-account',
        severity: 'high',
        title: 'Safe address with a delegate of unknown code',
        description: `${address} runs the code of ${getAddress(safe.delegate)} (EIP-7702), which may move what arrives. Use an account without a delegate.`,
      }),
      evidence: { address, delegate: getAddress(safe.delegate) },
    })
  const isWallet = safe.kind?.type === 'safe' || safe.kind?.type === 'smart-account'
  if (safe.class === 'contract' && !isWallet)
    found.push(
      warning({
        id: 'rescue-to-contract',
        severity: 'high',
        title: 'Safe address is a contract of unknown code',
        description: `${address} is a contract that is no known wallet: what its code does not send on is lost. Use an account of a key, or a Safe that exists on this network.`,
      }),
    )
  return found
}

const UNREAD: Finding = {
  id: 'rescue-to-unread-address',
  severity: 'medium',
  title: 'Safe address could not be looked up',
  impact: 0,
  description: 'We could not read what the safe address is. Check it, or ask again, before you sign anything.',
  evidence: {},
}
