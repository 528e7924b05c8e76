import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { RescuePlan } from '@redoubt/risk/facts/rescueFacts.ts'
import { getAddress } from 'viem/utils'
import type { RescueInput } from './rescueInput.ts'

/** Where the signed transactions go. `rpc`: of this service; null: nothing here keeps them from strangers. */
export type RenderedSubmission = {
  kind: 'private-relay' | 'sequencer' | 'public-pool'
  rpc: string | null
  detail: string
}

/** Where a rescue of this network is to be sent, by what the operator configured. */
export function submissionOf(
  { chain }: RescueInput,
  { sendsPrivately, publicPool }: { sendsPrivately: boolean; publicPool: boolean },
): RenderedSubmission {
  if (sendsPrivately)
    return {
      kind: 'private-relay',
      rpc: `/v1/rpc/${chain}`,
      detail: `A private relay is configured: give each signed transaction, in this order, to eth_sendRawTransaction of /v1/rpc/${chain} here, which scans it and hands it to the relay and never to the public pool. It takes transactions one by one; that they are mined in one block is not promised.`,
    }
  return publicPool
    ? {
        kind: 'public-pool',
        rpc: null,
        detail:
          'No private relay is configured here (PRIVATE_RELAY_URLS): give the signed transactions to one of your own, as one bundle where there are several. In the public pool a thief can see them and act before.',
      }
    : {
        kind: 'sequencer',
        rpc: null,
        detail:
          'No private relay is configured here, and this network has no public pool: only its sequencer sees transactions before they are mined.',
      }
}

/**
 * What people do, one or two sentences each, in order. `fits`: one block has the gas of all transactions. `doubts`: what there is to say against the safe
 * address, which comes before all.
 */
export function rescueSteps(
  { safe, sponsor }: RescueInput,
  {
    plan,
    account,
    sent,
    fits,
    doubts,
  }: {
    plan: RescuePlan
    account: Account
    sent: RenderedSubmission
    fits: boolean
    doubts: readonly Finding[]
  },
): string[] {
  const deploys = plan.calls.some(({ purpose }) => purpose === 'deploy')
  const moves = plan.calls.filter(({ purpose }) => purpose === 'rescue').length
  const owner = getAddress(account.address)
  return [
    ...doubts.map(({ description }) => `Check the safe address before you sign: ${description}`),
    `Do not send coins to the account${plan.fundingIsSwept === true ? ': in simulation they are taken' : ''}. ${getAddress(sponsor)} pays for everything.`,
    `Sign the ${plan.nonces.length} authorizations with the key of ${owner}, in a tool that sends nothing. They let anyone move its assets to ${getAddress(safe)} and nowhere else.`,
    ...(deploys ? ['Send the first transaction, which deploys the contract, and wait until it is mined.'] : []),
    'Put the signed authorizations into the transaction of type 0x4, and sign it with the sponsor’s key.',
    sent.detail,
    ...(moves > 1
      ? [
          fits
            ? 'Send the other transactions with it, in one bundle and in this order: between two blocks a thief can change the delegate, and then they move nothing. Ask again for what is left.'
            : 'All transactions together may need more gas than a block has, because tokens burn it: send the most valuable first, which come first here, and ask again for what is left.',
        ]
      : []),
    'What a thief who has the key, or a permission named here, takes before these transactions are mined is lost: what is said to be saved counts without that.',
    'Check the safe address, and ask again for what is left.',
    'Never use the account again: a thief who has its key can change its delegate at any time.',
    ...(plan.undelegation === null
      ? []
      : [
          'If only the delegate is hostile, and no other person ever had the key, undelegation is enough: it ends the delegation and moves nothing. Send it in place of the rescue: once either is mined, signatures of the account with an earlier nonce, or with the same one, no longer count.',
        ]),
  ]
}
