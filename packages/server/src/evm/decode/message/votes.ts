import type { Address } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { fields, fromTable, type TypedMessage, verifierOf } from './typedMessage.ts'

const SNAPSHOT = /^Vote\(address from,string space,uint64 timestamp,/

const ballots = fromTable({
  'Delegation(address delegatee,uint256 nonce,uint256 expiry)': (message) => {
    const { delegatee, expiry } = fields<{ delegatee: Address; expiry: bigint }>(message.struct)
    return vote(message, 'ERC-5805 delegation', delegatee, expiry)
  },
  'Ballot(uint256 proposalId,uint8 support)': (message) => vote(message, 'Governor ballot'),
  'Ballot(uint256 proposalId,bool support)': (message) => vote(message, 'Governor ballot'),
  'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)': (message) => vote(message, 'Governor ballot'),
  'ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)': (message) =>
    vote(message, 'Governor ballot'),
  'ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)': (
    message,
  ) => vote(message, 'Governor ballot'),
})

/** Ballots of governors, delegations of votes, and Snapshot's votes, which no contract reads. */
export function votes(message: TypedMessage): SignedIntent[] | null {
  const offChain = SNAPSHOT.test(message.encodedType) && verifierOf(message) === null
  return offChain ? vote(message, message.domain.name === 'snapshot' ? 'Snapshot' : null) : ballots(message)
}

function vote(
  message: TypedMessage,
  protocol: string | null,
  delegate: Address | null = null,
  deadline: bigint | null = null,
): SignedIntent[] {
  return [{ kind: 'vote', protocol, verifier: verifierOf(message), delegate, deadline }]
}
