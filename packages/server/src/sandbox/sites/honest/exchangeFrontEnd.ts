import { approve, swapNativeForTokens } from '../../history/calls.ts'
import { nativeWorth, units } from '../../profiles.ts'
import { byPath, page, script } from '../page.ts'
import type { Site, SiteOf } from '../site.ts'
import { onPress, SHOWN_ACCOUNT, sendCode } from '../walletCode.ts'

/** A front end of an exchange: connects, approves what is sold, knows permits, swaps. New and unknown, and honest. */
export const exchangeFrontEnd: SiteOf = ({ chain, tokens, dex, decimals }): Site => {
  const swap = swapNativeForTokens([tokens.wrapped, tokens.usdc], SHOWN_ACCOUNT, units(95, decimals.usdc))
  const approval = approve(dex.v2Router, units(100, decimals.usdc))
  const code = `const ABI = [
  'function approve(address spender, uint256 amount) returns (bool)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
]
const byBalance = (list) => list.sort((a, b) => b.balance - a.balance)
${onPress('swap', sendCode({ to: dex.v2Router, data: swap, value: nativeWorth(chain, 100) }))}
${onPress('approve', sendCode({ to: tokens.usdc, data: approval }))}`
  return {
    name: 'exchange-front-end',
    kind: 'honest',
    twinOf: 'permit-signer',
    url: 'https://tern-swap.test/',
    hosts: ['tern-swap.test'],
    sees: 'approve, permit and swap for known contracts and fixed amounts',
    answer: byPath({
      '/': page(
        'Tern Swap',
        `<h1>Swap</h1><p>Trade tokens from your own wallet. Fees 0.3 %.</p>
<label>You pay <input inputmode="decimal" value="100"></label>
<button id="swap">Swap</button> <button id="approve">Approve USDC</button><script src="/app.js"></script>`,
      ),
      '/app.js': script(code),
    }),
  }
}
