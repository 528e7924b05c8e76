import type { Claim } from '../facts/claim.ts'
import { ETHER, TRADER, UNKNOWN_CONTRACT } from './sampleFacts.ts'

/** A deposit of one ether that its owner can withdraw at once, for tests of detectors. */
export function claim(more: Partial<Claim> = {}): Claim {
  return {
    account: TRADER,
    beneficiary: null,
    asset: null,
    tokenId: null,
    amount: ETHER,
    takers: [UNKNOWN_CONTRACT],
    returned: ETHER,
    exit: { contract: UNKNOWN_CONTRACT, selector: '0x2e17de78', signature: 'unstake(uint256)' },
    after: 0,
    whenOutbid: false,
    openToOthers: false,
    offered: ['unstake(uint256)'],
    switches: [],
    closesAfter: null,
    closesWithUse: false,
    later: [],
    triedAfter: [0, 3_600, 86_400, 691_200, 2_592_000, 34_560_000],
    takes: [],
    release: null,
    locked: [],
    lockedBySignature: false,
    ownSecret: false,
    complete: true,
    ...more,
  }
}
