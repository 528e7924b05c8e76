import { nativeWorth } from '../../profiles.ts'
import { byPath, page } from '../page.ts'
import type { SiteOf } from '../site.ts'
import { onPress, sendCode } from '../walletCode.ts'

/** deposit() of the wrapped coin: a payment that gives back what it is worth. */
const DEPOSIT = '0xd0e30db0'

/** A drop that takes a deposit for the auction, and knows marketplace approvals in its help. */
export const collectionMint: SiteOf = ({ chain, tokens }) => ({
  name: 'collection-mint',
  kind: 'honest',
  twinOf: 'approval-mint',
  url: 'https://paper-cranes.test/',
  hosts: ['paper-cranes.test'],
  sees: 'one payment for what it says, and a page that explains approvals instead of asking for one',
  answer: byPath({
    '/': page(
      'Paper Cranes',
      `<h1>Paper Cranes</h1><p>A thousand folded birds. Bids are in wrapped coins: wrap what you want to bid.</p>
<p>Selling later? A marketplace asks for <code>setApprovalForAll</code>; we do not.</p><button id="wrap">Wrap for 50 dollars</button>
<script>${onPress('wrap', sendCode({ to: tokens.wrapped, data: DEPOSIT, value: nativeWorth(chain, 50) }))}</script>`,
    ),
  }),
})
